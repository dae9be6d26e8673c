import core from "agent-response/agent-response.wasm?url";
import * as checker from "agent-response/slim";

export type Checker = typeof checker;

/** The checker, once. After it has come everything is synchronous. */
export const ready: Promise<Checker> = load();

async function load(): Promise<Checker> {
  const response = await fetch(core);
  if (!response.ok) throw new Error(`${core}: HTTP status ${response.status}`);
  // As bytes: a server that does not know the type of the file is no obstacle then.
  await checker.init(await response.arrayBuffer());
  return checker;
}

let pages: Promise<typeof import("virtual:rules").default> | undefined;

/** The pages of all rules, loaded when the first one is asked for. */
export function rulePages(): NonNullable<typeof pages> {
  pages ??= import("virtual:rules").then((it) => it.default);
  return pages;
}
