/** The functions for editors in one file, for the extension. Its wasm does not contain what the functions in `models.ts` call. */

import { inlined } from "./inlined.ts";
import { setSource } from "./instance.ts";

setSource(inlined);

export * from "./api.ts";
export * from "./ide.ts";
export * from "./init.ts";
export * from "./recover.ts";
