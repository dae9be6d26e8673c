/** Calls to the binding: after a crash, the next call gets a new instance. */

import { coded } from "../../src/wasm/fast.js";
import { type Core, drop, instance, settle } from "./instance.ts";

/** Runs a function on the instance. Whatever crashes in it, the next call gets a new instance. */
export function guarded<T>(run: (core: Core) => T): T {
  const core = instance();
  try {
    return run(core);
  } catch (error) {
    if (core.isMeant(error)) throw error;
    drop();
    throw coded(
      new Error("agent-response: internal error, please report it with the text", {
        cause: error,
      }),
      "internal-error",
    );
  } finally {
    settle(core);
  }
}
