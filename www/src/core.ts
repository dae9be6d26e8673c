import * as checker from "agent-response/editor";
import core from "agent-response/editor.wasm?url";

let came: () => void;
/** Resolves when the wasm has arrived and only has to be compiled. */
export const arrived = new Promise<void>((done) => {
  came = done;
});

/** As the page's `<link rel="preload">` requests it: WebKit takes what has been requested for no other kind of request. */
const EARLY: RequestInit = { mode: "no-cors", credentials: "include" };

/** The wasm, from a separate file; as bytes, so that a server need not know the type of the file. */
export async function wasm(): Promise<ArrayBuffer> {
  const response = await fetch(core, EARLY);
  if (!response.ok) throw new Error(`${core}: HTTP status ${response.status}`);
  return response.arrayBuffer();
}

/** The functions of the checker. */
export async function load(): Promise<typeof checker> {
  const bytes = await wasm();
  came();
  await checker.init(bytes);
  return checker;
}
