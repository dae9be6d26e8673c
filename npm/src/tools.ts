/** With the formats in which models call tools: Node reads the wasm beside this file; elsewhere the importing program passes it. */

import { beside } from "./beside.ts";
import { compiled } from "./calls.ts";
import { onStart, setSource } from "./instance.ts";

setSource(() => beside("tools.wasm"));
onStart((core) => core.compileWith(compiled));

export * from "./api.ts";
export { validateLines, validateToolCall } from "./calls.ts";
export * from "./ide.ts";
export * from "./init.ts";
export * from "./models.ts";
