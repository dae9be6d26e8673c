import packed from "virtual:packed-wasm";
import * as checker from "agent-response/editor";

/** Resolved at once: the wasm is in the script. */
export const arrived = Promise.resolve();

/** The functions of the checker, with its wasm in the script: for the single-file page, which can load nothing. */
export async function load(): Promise<typeof checker> {
  const bytes = Uint8Array.from(atob(packed), (it) => it.charCodeAt(0));
  const unpacked = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
  await checker.init(await new Response(unpacked).arrayBuffer());
  return checker;
}
