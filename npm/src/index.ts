/** For Node, browsers, workers of browsers, Deno, Bun and bundlers: the wasm is in the file, packed, as text. */

import { inflateSync } from "fflate";
import { packed, size } from "inlined-wasm";
import { setSource } from "./instance.ts";

setSource(() => {
  // Where the host unpacks at once it is faster; asking this way, no bundler sees a module to resolve. By way of the global
  // object, since a bundler would otherwise bring a `Buffer` of its own.
  const zlib = globalThis.process?.getBuiltinModule?.("node:zlib");
  if (zlib) return zlib.inflateRawSync(globalThis.Buffer.from(packed, "base64"));
  const bytes = Uint8Array.from(atob(packed), (it) => it.charCodeAt(0));
  return inflateSync(bytes, { out: new Uint8Array(size) });
});

export * from "./exports.ts";
export { init, initSync } from "./init.ts";
