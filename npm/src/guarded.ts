/** Calls of the binding: after a crash the next one has a new instance. */

import { type Core, drop, instance, settle } from "./instance.ts";

/** Runs something on the instance. Whatever goes wrong in there, the next call has a new one. */
export function guarded<T>(run: (core: Core) => T): T {
  const core = instance();
  try {
    return run(core);
  } catch (error) {
    if (core.isMeant(error)) throw error;
    drop();
    throw new Error(
      "agent-response: internal error, please report it with the text; the next call works again",
      { cause: error },
    );
  } finally {
    settle(core);
  }
}
