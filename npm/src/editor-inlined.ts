/**
 * The functions for editors in one file, for the extension, with the formats in which models call tools. Its wasm does not contain
 * what no editor calls: the functions in `models.ts`, and `validateToolCall`.
 */

import type { PayloadSchema } from "agent-response-payload-schema";
import { compiled } from "./calls.ts";
import { inlined } from "./inlined.ts";
import { onStart, setSource } from "./instance.ts";

setSource(inlined);
onStart((core) => core.compileWith(inTime));

/** How long the arguments of a file may take, in milliseconds: each may take a million steps, and nothing else ends a check. */
const PATIENCE = 3000;

/** Since the current call of a function began. */
let spent = 0;

/** A schema that compares nothing more in a call that takes too long, and says so once. */
function inTime(text: string): PayloadSchema {
  const schema = compiled(text);
  return {
    known: (pointer) => schema.known(pointer),
    violations(payload) {
      if (spent === Number.POSITIVE_INFINITY) return [];
      if (spent > PATIENCE) {
        spent = Number.POSITIVE_INFINITY;
        throw new Error(
          "the arguments before it took too long, and the ones after it are not compared either",
        );
      }
      if (spent === 0)
        queueMicrotask(() => {
          spent = 0;
        });
      const started = performance.now();
      try {
        return schema.violations(payload);
      } finally {
        spent += performance.now() - started;
      }
    },
  };
}

export * from "./api.ts";
export * from "./ide.ts";
export * from "./init.ts";
export * from "./recover.ts";
