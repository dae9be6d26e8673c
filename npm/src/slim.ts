/** Without the wasm: the importing program passes it to `init` or `initSync`. */

export * from "./api.ts";
export * from "./init.ts";
export * from "./models.ts";
