/** What is for models and for what they write; of this, the extension has only `recover`. */

import type * as Api from "../dist/index.js";
import { guarded } from "./guarded.ts";
import { replaced, restored, standInFor } from "./surrogates.ts";

export * from "./recover.ts";

export function agentText(text: string, options?: Api.AgentOptions): string {
  const lone = standInFor(text);
  return guarded((core) => restored(core.agentText(replaced(text, lone), options), lone));
}

export function repairPrompt(text: string, options?: Api.AgentOptions): string {
  const lone = standInFor(text);
  return guarded((core) => restored(core.repairPrompt(replaced(text, lone), options), lone));
}
