import { load } from "./core.ts";

export { arrived, wasm } from "./core.ts";

export type Checker = Awaited<ReturnType<typeof load>>;

/** The checker, loaded once. After that, everything is synchronous. */
export const ready: Promise<Checker> = load();

/** Whether the page is a single file, with no rule pages next to it. */
export const IS_SINGLE = import.meta.env.MODE === "single";
