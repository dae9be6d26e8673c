/** For editors: Node reads the wasm beside this file; elsewhere the importing program passes it to `init` or `initSync`. */

import { beside } from "./beside.ts";
import { setSource } from "./instance.ts";

setSource(() => beside("editor.wasm"));

export * from "./api.ts";
export * from "./ide.ts";
export * from "./init.ts";
export * from "./models.ts";
