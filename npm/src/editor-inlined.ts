/** The functions for editors in one file, for the extension. */

import { inlined } from "./inlined.ts";
import { setSource } from "./instance.ts";

setSource(inlined);

export * from "./editor-exports.ts";
export { init, initSync } from "./init.ts";
