/** For hosts that refuse to compile bytes: the wasm is imported, and arrives compiled. */

import module from "compiled-wasm";
import { setSource } from "./instance.ts";

setSource(() => module);

export * from "./api.ts";
export * from "./init-compiled.ts";
export * from "./models.ts";
