/** Without the wasm: the importing program passes it to `init` or `initSync`. */

export * from "./exports.ts";
export { init, initSync } from "./init.ts";
