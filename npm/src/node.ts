/**
 * For Node: the wasm is read from the file next to this one, which takes less time than unpacking text. In a bundle,
 * that file is missing, and the script that contains the wasm takes over (NODE in build.mjs).
 */

import { readFileSync } from "node:fs";
import { setSource } from "./instance.ts";

setSource(() => readFileSync(`${__dirname}/agent-response.wasm`));

export * from "./api.ts";
export * from "./init.ts";
export * from "./models.ts";
export { fix, validate } from "./wider.ts";
