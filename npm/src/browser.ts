/** For browsers, workers of browsers, Deno, Bun and bundlers: the wasm is in the file, as text. */

import inlined from "inlined-wasm";
import { setSource } from "./instance.ts";

setSource(() => Uint8Array.from(atob(inlined), (it) => it.charCodeAt(0)));

export * from "./exports.ts";
