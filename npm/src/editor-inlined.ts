/**
 * The functions for editors in one file, for the extension. Its wasm does not contain those for models and for what they
 * write: build.mjs names them.
 */

import { inlined } from "./inlined.ts";
import { setSource } from "./instance.ts";

setSource(inlined);

export * from "./common.ts";
export { init, initSync } from "./init.ts";
export * from "./questions.ts";
