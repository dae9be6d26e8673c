import packed from "virtual:packed-wasm";
import * as checker from "agent-response/editor";

/** Resolved at once: the wasm is in the script. */
export const arrived = Promise.resolve();

/** The wasm, which is in the script: for the single-file page, which can load nothing. */
export function wasm(): Promise<ArrayBuffer> {
  const bytes = Uint8Array.from(atob(packed), (it) => it.charCodeAt(0));
  const unpacked = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
  return new Response(unpacked).arrayBuffer();
}

/** The functions of the checker. */
export async function load(): Promise<typeof checker> {
  await checker.init(await wasm());
  return checker;
}
