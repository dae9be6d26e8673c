/** The checker that also knows tool calls. It is loaded with the first file that needs it: most files do not. */
import address from "agent-response/tools.wasm?url";
import type { Checker } from "./checker.ts";

let loading: Promise<Checker> | undefined;

/** The wasm, from a separate file. */
export async function wasm(): Promise<ArrayBuffer> {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`${address}: HTTP status ${response.status}`);
  return response.arrayBuffer();
}

/** The functions of that checker; after a failure, the next call tries again. */
export function wider(): Promise<Checker> {
  loading ??= load();
  loading.catch(() => {
    loading = undefined;
  });
  return loading;
}

async function load(): Promise<Checker> {
  // The script comes after the wasm: some browsers never ask again for a script that they did not get once.
  const bytes = await wasm();
  const checker = await import("agent-response/tools");
  await checker.init(bytes);
  return checker;
}
