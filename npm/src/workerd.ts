/** For hosts that refuse to compile bytes: the wasm is imported, and arrives compiled. */

import module from "compiled-wasm";
import { setSource } from "./instance.ts";

setSource(() => module);

export * from "./exports.ts";
export { init, initSync } from "./init-compiled.ts";
