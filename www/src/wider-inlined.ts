/** A page in one file can load nothing, and knows no tool calls. */
import type * as Wider from "./wider.ts";

const missing = () => Promise.reject(new Error("nothing more can be loaded"));

export const [wasm, wider]: [typeof Wider.wasm, typeof Wider.wider] = [missing, missing];
