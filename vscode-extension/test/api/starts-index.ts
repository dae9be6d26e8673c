/** Entry point of the tests that run inside the extension host, if only its start is tested. */

import "./starts.js";
import { runAll } from "./harness.js";
import { closeAll } from "./tools.js";

export const run = (): Promise<void> => runAll(closeAll);
