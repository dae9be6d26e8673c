// The budget of what a browser downloads.
import { readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";

const budget = 61_440;
const file = "npm/wasm/agent_response_bg.wasm";
const wasm = readFileSync(new URL(`../${file}`, import.meta.url));
const { length } = gzipSync(wasm, { level: 9 });
console.log(`${file}: ${wasm.length} bytes, ${length} gzipped; at most ${budget}`);
if (length > budget) process.exit(1);
