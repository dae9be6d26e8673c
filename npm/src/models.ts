/** What is for models and for what they write; the extension does without. */

import type * as Api from "../dist/index.js";
import { guarded } from "./guarded.ts";
import { replaced, restored, standInFor, texts, within } from "./surrogates.ts";

export function recover(text: string, options?: Api.WrapOptions): Api.Recovered {
  const lone = standInFor(text, ...texts(options));
  return guarded((core) => restored(core.recover(replaced(text, lone), within(options, lone)), lone));
}

export function agentText(text: string, options?: Api.AgentOptions): string {
  const lone = standInFor(text);
  return guarded((core) => restored(core.agentText(replaced(text, lone), options), lone));
}

export function repairPrompt(text: string, options?: Api.AgentOptions): string {
  const lone = standInFor(text);
  return guarded((core) => restored(core.repairPrompt(replaced(text, lone), options), lone));
}
