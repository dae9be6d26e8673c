import type { Row } from "../adapters/rows.ts";
import { element } from "../elements.ts";
import { type FindingHost, item } from "./finding.ts";

/** More rows than this are drawn only on request. */
const FIRST = 200;

const list = element("findings", HTMLOListElement);
const more = element("more-button", HTMLButtonElement);

let rows: readonly Row[] = [];
let drawn = "";
let all = false;
let host: FindingHost;

export function start(to: FindingHost): void {
  host = to;
  list.addEventListener("keydown", move);
  list.addEventListener("mouseover", (event) => host.hovered(rowId(event.target)));
  list.addEventListener("mouseleave", () => host.hovered(null));
  list.addEventListener("focusin", (event) => host.hovered(rowId(event.target)));
  list.addEventListener("focusout", () => host.hovered(null));
  more.addEventListener("click", () => {
    all = true;
    const next = rows[FIRST];
    show(rows);
    if (next !== undefined) focusRow(next.id);
  });
}

/** Draws the rows; a focus that was in the list stays in it, at the same place. */
export function show(now: readonly Row[]): void {
  const key = JSON.stringify(now);
  if (rows.length !== now.length && now.length <= FIRST) all = false;
  rows = now;
  const shown = all ? rows : rows.slice(0, FIRST);
  if (drawn === `${shown.length} ${key}`) return;
  drawn = `${shown.length} ${key}`;
  const focused = rowIndex(document.activeElement);
  list.replaceChildren(...shown.map((it) => item(it, host)));
  more.hidden = shown.length === rows.length;
  more.textContent = `Show all ${rows.length}`;
  if (focused === -1) return;
  const next = mains()[Math.min(focused, rows.length - 1)];
  (next ?? element("findings-title", HTMLHeadingElement)).focus();
}

const itemOf = (id: number | null): Element | null => list.querySelector(`[data-id="${id}"]`);
const items = (): HTMLLIElement[] => [...list.querySelectorAll<HTMLLIElement>(":scope > li")];
const mains = (): HTMLButtonElement[] => [...list.querySelectorAll<HTMLButtonElement>("button.main")];

function rowIndex(target: EventTarget | null): number {
  const item = target instanceof Element ? target.closest("#findings > li") : null;
  return item === null ? -1 : items().indexOf(item as HTMLLIElement);
}

function rowId(target: EventTarget | null): number | null {
  const id =
    target instanceof Element ? target.closest<HTMLElement>("#findings > li")?.dataset.id : undefined;
  return id === undefined ? null : Number(id);
}

/** Arrow keys go from row to row, Home and End to the ends. */
function move(event: KeyboardEvent): void {
  const at = rowIndex(event.target);
  const buttons = mains();
  const last = buttons.length - 1;
  const next = { ArrowDown: Math.min(at + 1, last), ArrowUp: Math.max(at - 1, 0), Home: 0, End: last }[
    event.key
  ];
  if (at === -1 || next === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
  event.preventDefault();
  buttons[next]?.focus();
}

/** Lights up the row of a finding; brings it into view when the finding was met in an editor. */
export function light(id: number | null, scroll: boolean): void {
  list.querySelector(".lit")?.classList.remove("lit");
  const item = itemOf(id);
  item?.classList.add("lit");
  if (scroll) item?.scrollIntoView({ block: "nearest" });
}

/** Puts the focus on a row. */
export function focusRow(id: number): void {
  itemOf(id)?.querySelector<HTMLButtonElement>("button.main")?.focus();
}
