#!/usr/bin/env node
/** The command in Node: the WebAssembly next to this file, run with the arguments of the process. */

import { readFileSync, writeSync } from "node:fs";
import * as glue from "command-glue";
import * as host from "command-host";

const module = new WebAssembly.Module(readFileSync(new URL("./command.wasm", import.meta.url)));
/** @type {WebAssembly.Imports} */
const imports = {};
for (const { module: from } of WebAssembly.Module.imports(module))
  imports[from] = from.startsWith("./snippets/") ? host : glue;
const { exports } = new WebAssembly.Instance(module, imports);
glue.__wbg_set_wasm(exports);
/** @type {() => void} */ (exports.__wbindgen_start)();
try {
  process.exitCode = glue.run();
} catch (error) {
  const why = glue.lastPanic() || (error instanceof Error ? error.message : error);
  writeSync(2, `error: internal error, please report it: ${why}\n`);
  process.exitCode = 3;
}
