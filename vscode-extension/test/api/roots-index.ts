/** Entry point of the tests that run inside the extension host, in a workspace of several folders. */

import "./roots.js";
import { runAll } from "./harness.js";
import { closeAll, withoutAutoSave } from "./tools.js";

export async function run(): Promise<void> {
  await withoutAutoSave();
  await runAll(closeAll);
}
