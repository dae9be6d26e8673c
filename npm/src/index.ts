/** For Node, browsers, web workers, Deno, Bun and bundlers: the file contains the wasm, packed, as text. */

import { inlined } from "./inlined.ts";
import { setSource } from "./instance.ts";

setSource(inlined);

export * from "./api.ts";
export * from "./init.ts";
export * from "./models.ts";
export { fix, validate } from "./wider.ts";
