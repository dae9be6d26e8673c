import * as checker from "agent-response/editor";
import core from "agent-response/editor.wasm?url";

let came: () => void;
/** Resolves when the wasm has arrived and only has to be compiled. */
export const arrived = new Promise<void>((done) => {
  came = done;
});

/** The functions of the checker, with its wasm from a separate file. */
export async function load(): Promise<typeof checker> {
  const response = await fetch(core);
  if (!response.ok) throw new Error(`${core}: HTTP status ${response.status}`);
  // As bytes, so that a server need not know the type of the file.
  const bytes = await response.arrayBuffer();
  came();
  await checker.init(bytes);
  return checker;
}
