/** For Node: the wasm is in the file, as text. */

import inlined from "inlined-wasm";
import { setSource } from "./instance.ts";

setSource(() => Buffer.from(inlined, "base64"));

export * from "./exports.ts";
