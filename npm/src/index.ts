/** For Node, browsers, workers of browsers, Deno, Bun and bundlers: the wasm is in the file, packed, as text. */

import { packed, size } from "inlined-wasm";
import { inflate } from "./inflate.ts";
import { setSource } from "./instance.ts";

setSource(() => {
  // Where the host unpacks at once it is faster; asking this way, no bundler sees a module to resolve.
  const zlib = globalThis.process?.getBuiltinModule?.("node:zlib");
  if (zlib) return zlib.inflateRawSync(Buffer.from(packed, "base64"));
  const text = atob(packed);
  const bytes = new Uint8Array(text.length);
  for (let at = 0; at < bytes.length; at++) bytes[at] = text.charCodeAt(at);
  return inflate(bytes, size);
});

export * from "./exports.ts";
