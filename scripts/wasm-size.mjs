// The size of the wasm against its budget; also that for hosts without JavaScript, where it is built.
import { existsSync, readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { judge } from "./sizes.mjs";

const size = (path) => gzipSync(readFileSync(new URL(path, import.meta.url)), { level: 9 }).length;
const columns = "../target/columns/agent-response.wasm";
const judged = [judge("wasm", size("../npm/wasm/agent_response_bg.wasm"))];
if (existsSync(new URL(columns, import.meta.url))) judged.push(judge("columns", size(columns)));
for (const { text } of judged) console.log(text);
if (!judged.every((it) => it.kept)) process.exit(1);
