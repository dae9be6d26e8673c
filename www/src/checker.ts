import { load } from "./core.ts";

export type Checker = Awaited<ReturnType<typeof load>>;

/** The checker, once. After it has come everything is synchronous. */
export const ready: Promise<Checker> = load();

/** Whether the page is a single file, with no pages of rules beside it. */
export const IS_SINGLE = import.meta.env.MODE === "single";

let pages: Promise<typeof import("virtual:rules").default> | undefined;

/** The pages of all rules, loaded when the first one is asked for. */
export function rulePages(): NonNullable<typeof pages> {
  pages ??= import("virtual:rules").then((it) => it.default);
  return pages;
}
