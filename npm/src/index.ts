/** For Node, browsers, web workers, Deno, Bun and bundlers: the file contains the wasm, packed, as text. */

import { inflateSync } from "fflate";
import { packed, size } from "inlined-wasm";
import { setSource } from "./instance.ts";

setSource(() => beside() ?? unpacked());

/**
 * The file next to this one, which Node reads faster than it unpacks the text. In a bundle, that file is missing. Deno
 * would ask the user for permission. `getBuiltinModule` gives bundlers no import to resolve.
 */
function beside(): Uint8Array<ArrayBuffer> | undefined {
  const fs = "Deno" in globalThis ? undefined : globalThis.process?.getBuiltinModule?.("node:fs");
  const here: string | undefined = import.meta.url;
  if (!fs || !here?.startsWith("file:")) return undefined;
  try {
    const bytes = fs.readFileSync(new URL("agent-response.wasm", here));
    return bytes.length === size ? bytes : undefined;
  } catch {
    return undefined;
  }
}

function unpacked(): Uint8Array<ArrayBuffer> {
  // A host that can decompress synchronously is faster. Reached through the global object, because a bundler would
  // otherwise include a `Buffer` polyfill.
  const zlib = globalThis.process?.getBuiltinModule?.("node:zlib");
  if (zlib) return zlib.inflateRawSync(globalThis.Buffer.from(packed, "base64"));
  const bytes = Uint8Array.from(atob(packed), (it) => it.charCodeAt(0));
  return inflateSync(bytes, { out: new Uint8Array(size) });
}

export * from "./exports.ts";
export { init, initSync } from "./init.ts";
