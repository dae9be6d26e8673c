// The size of the wasm against its budget.
import { readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { judge } from "./sizes.mjs";

const wasm = readFileSync(new URL("../npm/wasm/agent_response_bg.wasm", import.meta.url));
const { kept, text } = judge("wasm", gzipSync(wasm, { level: 9 }).length);
console.log(text);
if (!kept) process.exit(1);
