/** `init` for hosts that refuse to compile: their build tools reject even code that would compile only if called. */

import { found, refusal } from "../../src/wasm/fast.js";
import { instance, isModule, ownSource, useModule } from "./instance.ts";

export async function init(input?: unknown): Promise<void> {
  initSync(await input);
}

export function initSync(input: unknown = ownSource()): void {
  if (!isModule(input)) throw refusal(`input must be a WebAssembly.Module, but ${found(input)}`);
  useModule(input as WebAssembly.Module);
  instance();
}
