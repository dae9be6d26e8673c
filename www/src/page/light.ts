/** Which finding is worked on: under the pointer or around the cursor, in one of the editors or in the list. */
import { light as lightInEditors } from "../editor/marks.ts";
import * as list from "../ui/list.ts";

export type Pane = "file" | "payload" | "list";

let over: number | null = null;
/** The finding around the cursor. */
export let within: number | null = null;

export function hover(id: number | null, from: Pane): void {
  over = id;
  light(from, false);
}

export function enter(id: number | null, from: Pane, scroll: boolean): void {
  within = id;
  light(from, scroll);
}

/** After a check nothing is under the pointer until it moves again. */
export function renew(id: number | null): void {
  over = null;
  enter(id, "file", false);
}

function light(from: Pane, scroll: boolean): void {
  const id = over ?? within;
  lightInEditors(id);
  list.light(id, scroll && from !== "list");
}
