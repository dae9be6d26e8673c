import * as checker from "agent-response/slim";
import core from "../wasm/agent-response.wasm?url";

let came: () => void;
/** When the wasm is here, and only has to be compiled. */
export const arrived = new Promise<void>((done) => {
  came = done;
});

/** The functions of the checker, with its wasm from a file of its own. */
export async function load(): Promise<typeof checker> {
  const response = await fetch(core);
  if (!response.ok) throw new Error(`${core}: HTTP status ${response.status}`);
  // As bytes: a server that does not know the type of the file is no obstacle then.
  const bytes = await response.arrayBuffer();
  came();
  await checker.init(bytes);
  return checker;
}
