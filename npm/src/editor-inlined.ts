/**
 * The functions for editors in one file, for the extension, with the formats in which models call tools. Its wasm does not contain
 * what no editor calls: the functions in `models.ts`, and `validateToolCall`.
 */

import { compiled } from "./calls.ts";
import { inlined } from "./inlined.ts";
import { onStart, setSource } from "./instance.ts";

setSource(inlined);
onStart((core) => core.compileWith(compiled));

export * from "./api.ts";
export * from "./ide.ts";
export * from "./init.ts";
export * from "./recover.ts";
