import * as checker from "agent-response";

/** The functions of the checker, with its wasm in the script: for the page as a single file, which can load nothing. */
export async function load(): Promise<typeof checker> {
  await checker.init();
  return checker;
}
