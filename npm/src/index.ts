/** For Node, browsers, web workers, Deno, Bun and bundlers: the file contains the wasm, packed, as text. */

import { inlined } from "./inlined.ts";
import { setSource } from "./instance.ts";

setSource(inlined);

export * from "./exports.ts";
export { init, initSync } from "./init.ts";
