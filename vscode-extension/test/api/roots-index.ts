/** Entry of the tests that run inside the extension host, in a workspace of several folders. */

import "./roots.js";
import { runAll } from "./harness.js";
import { closeAll } from "./tools.js";

export const run = (): Promise<void> => runAll(closeAll);
