/** The functions for editors in one file, for the extension. Its wasm does not contain what only `models.ts` calls. */

import { inlined } from "./inlined.ts";
import { setSource } from "./instance.ts";

setSource(inlined);

export * from "./api.ts";
export * from "./ide.ts";
export * from "./init.ts";
