import { load } from "./core.ts";

export { arrived } from "./core.ts";

export type Checker = Awaited<ReturnType<typeof load>>;

/** The checker, once. After it has come everything is synchronous. */
export const ready: Promise<Checker> = load();

/** Whether the page is a single file, with no pages of rules next to it. */
export const IS_SINGLE = import.meta.env.MODE === "single";
