/**
 * For Node, when it imports a module: the wasm is read from the file next to this one. To load a file that has the wasm in
 * it as text takes a third of the start. Bundlers take index.js, by the condition `module`.
 */

import { readFileSync } from "node:fs";
import { setSource } from "./instance.ts";

setSource(() => {
  const file = new URL("./agent-response.wasm", import.meta.url);
  try {
    return readFileSync(file);
  } catch (cause) {
    throw new Error(
      `agent-response: ${file.href} cannot be read; copy it there from the package's folder dist, or let the bundler use ` +
        "the condition `module`, which brings the wasm in the script",
      { cause },
    );
  }
});

export * from "./exports.ts";
export { init, initSync } from "./init.ts";
