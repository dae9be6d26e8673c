/** The wasm in this file, or the same one next to it. */

import { inflateSync } from "fflate";
import { packed, size } from "inlined-wasm";
import { beside } from "./beside.ts";

export function inlined(): Uint8Array<ArrayBuffer> {
  const file = beside("agent-response.wasm");
  return file?.length === size ? file : unpacked();
}

function unpacked(): Uint8Array<ArrayBuffer> {
  // A host that can decompress synchronously is faster. Reached through the global object, because a bundler would
  // otherwise include a `Buffer` polyfill.
  const zlib = globalThis.process?.getBuiltinModule?.("node:zlib");
  if (zlib) return zlib.inflateRawSync(globalThis.Buffer.from(packed, "base64"));
  const bytes = Uint8Array.from(atob(packed), (it) => it.charCodeAt(0));
  return inflateSync(bytes, { out: new Uint8Array(size) });
}
