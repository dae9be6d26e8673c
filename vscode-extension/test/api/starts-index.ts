/** Entry of the tests that run inside the extension host, where only its start is asked about. */

import "./starts.js";
import { runAll } from "./harness.js";
import { closeAll } from "./tools.js";

export const run = (): Promise<void> => runAll(closeAll);
