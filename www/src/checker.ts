import type * as Package from "agent-response";

export type Checker = Pick<
  typeof Package,
  "validate" | "fix" | "wrap" | "unwrap" | "formats" | "explain"
>;

/** The checker, once. After it has come everything is synchronous. */
export const ready: Promise<Checker> = load();

async function load(): Promise<Checker> {
  const checker = await import("agent-response");
  await checker.init();
  return checker;
}

let pages: Promise<typeof import("virtual:rules").default> | undefined;

/** The pages of all rules, loaded when the first one is asked for. */
export function rulePages(): NonNullable<typeof pages> {
  pages ??= import("virtual:rules").then((it) => it.default);
  return pages;
}
