/** The same for hosts that refuse to compile: a build tool of theirs refuses even what would compile if it were called. */

import { found } from "../../src/surface/wasm/fast.js";
import { instance, isModule, ownSource, useModule } from "./instance.ts";

export async function init(input?: unknown): Promise<void> {
  initSync(await input);
}

export function initSync(input: unknown = ownSource()): void {
  if (!isModule(input)) throw new TypeError(`input must be a WebAssembly.Module, but ${found(input)}`);
  useModule(input as WebAssembly.Module);
  instance();
}
