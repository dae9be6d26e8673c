/** Without the wasm: whoever imports this brings it, through `init` or `initSync`. */

export * from "./exports.ts";
export { init, initSync } from "./init.ts";
