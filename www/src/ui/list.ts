import type { Severity } from "agent-response/editor";
import type { Row } from "../adapters/rows.ts";
import { CUT, noun, rank, SEVERITIES } from "../adapters/severity.ts";
import { button, element, icon } from "../elements.ts";
import { type FindingHost, item } from "./finding.ts";

/** More rows than this are drawn only on request. */
const FIRST = 200;

const list = element("findings", HTMLOListElement);
const more = element("more-button", HTMLButtonElement);
const filter = element("filter", HTMLFieldSetElement);
const hints = element("hints-button", HTMLButtonElement);
const note = element("hidden-note", HTMLParagraphElement);

let rows: readonly Row[] = [];
let drawn = "";
let all = false;
/** Until the editors are loaded, the rows do nothing. */
let host = {} as FindingHost;
/** Where a finding is in the text that is shown of the payload; null if it is not there. */
let placeInside: (id: number) => readonly [word: string, place: string] | null = () => null;
/** the name and the original text of the file that the rows are of */
let about: readonly string[] = [];
/** what was typed into the forms in the rows, by the names of the fields */
const typed = new Map<string, string>();
/** The hidden severities. Hints are shown on request, because they never keep a program from reading a file. */
const hidden = new Set<Severity>(["hint"]);

export function start(to: FindingHost): void {
  host = to;
  drawn = "";
  list.addEventListener("keydown", move);
  list.addEventListener("mouseover", (event) => host.hovered(rowId(event.target)));
  list.addEventListener("mouseleave", () => host.hovered(null));
  list.addEventListener("focusin", (event) => host.hovered(rowId(event.target)));
  list.addEventListener("focusout", () => host.hovered(null));
  more.addEventListener("click", () => {
    all = true;
    const next = shownRows()[FIRST];
    show(rows);
    if (next !== undefined) focusRow(next.id);
  });
  hints.addEventListener("click", () => flip("hint"));
  note.lastElementChild?.addEventListener("click", () => {
    hidden.clear();
    show(rows);
    mains()[0]?.focus();
  });
}

/**
 * Draws the rows, the most serious first; if the focus was in the list, it stays at the same place. What was typed into their
 * forms stays, too, as long as they are `of` the same file.
 */
export function show(now: readonly Row[], of: readonly string[] = about): void {
  if (of.some((it, idx) => it !== about[idx])) {
    about = of;
    drawn = "";
    typed.clear();
  } else for (const it of inputs()) typed.set(it.name, it.value);
  if (rows.length !== now.length && now.length <= FIRST) all = false;
  rows = now;
  const wanted = shownRows();
  const shown = all ? wanted : wanted.slice(0, FIRST);
  const key = `${[...hidden]} ${JSON.stringify(shown)} ${rows.length} ${host.written?.()}`;
  if (drawn === key) return;
  drawn = key;
  const focused = rowIndex(document.activeElement);
  list.replaceChildren(...shown.map((it) => item(it, host)));
  for (const it of inputs()) {
    it.value = typed.get(it.name) ?? "";
    it.dispatchEvent(new Event("input"));
  }
  drawPlaces();
  note.hidden = wanted.length > 0 || rows.every((it) => it.severity === "hint");
  more.hidden = shown.length === wanted.length;
  more.textContent = `Show all ${wanted.length}`;
  drawFilter();
  if (focused === -1) return;
  const next = mains()[Math.min(focused, shown.length - 1)];
  (next ?? element("findings-title", HTMLHeadingElement)).focus();
}

/** Another part of the payload is shown, or in another way: the rows stay, and name the places in it. */
export function place(inside: typeof placeInside): void {
  placeInside = inside;
  drawPlaces();
}

function drawPlaces(): void {
  const written = new Map(rows.map((it) => [it.id, it.inner]));
  for (const it of items()) {
    const id = Number(it.dataset.id);
    const [word, text] = it.querySelector(".inner")?.childNodes ?? [];
    const [what, now] = placeInside(id) ?? ["payload", written.get(id)];
    if (word === undefined || text === undefined || now == null) continue;
    word.textContent = `${what} `;
    text.textContent = now;
  }
}

const shownRows = (): Row[] =>
  rows
    .filter((it) => !hidden.has(it.severity))
    .sort((a, b) => rank(a.severity) - rank(b.severity) || a.id - b.id);

function drawFilter(): void {
  const count = (severity: Severity): number => rows.filter((it) => it.severity === severity).length;
  const present = SEVERITIES.filter((it) => count(it) > 0);
  const plus = rows.some((it) => it.code === CUT) ? "+" : "";
  const focused = document.activeElement?.getAttribute("data-severity");
  filter.hidden = present.length < 2;
  filter.replaceChildren(
    ...present.map((severity) => {
      const n = count(severity);
      return button(
        { class: severity, "data-severity": severity, "aria-pressed": String(!hidden.has(severity)) },
        () => flip(severity),
        icon(severity),
        `${n}${plus} ${noun(severity, n)}`,
      );
    }),
  );
  filter.querySelector<HTMLElement>(`[data-severity="${focused}"]`)?.focus();
  const n = count("hint");
  hints.hidden = n === 0;
  hints.textContent = `${hidden.has("hint") ? "Show" : "Hide"} ${n} ${noun("hint", n)}`;
  hints.setAttribute("aria-expanded", String(!hidden.has("hint")));
}

function flip(severity: Severity): void {
  if (!hidden.delete(severity)) hidden.add(severity);
  show(rows);
}

const inputs = () => list.querySelectorAll("input");
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
  if (
    event.target instanceof HTMLInputElement ||
    at === -1 ||
    next === undefined ||
    event.altKey ||
    event.ctrlKey ||
    event.metaKey
  )
    return;
  event.preventDefault();
  buttons[next]?.focus();
}

/** Highlights the row of a finding; scrolls it into view if the cursor entered the finding in an editor. */
export function light(id: number | null, scroll: boolean): void {
  list.querySelector(".lit")?.classList.remove("lit");
  const item = itemOf(id);
  item?.classList.add("lit");
  if (scroll) item?.scrollIntoView({ block: "nearest" });
}

/** Moves the focus to a row, and shows the row if it is hidden. */
export function focusRow(id: number): void {
  const row = rows.find((it) => it.id === id);
  if (row !== undefined && hidden.has(row.severity)) flip(row.severity);
  itemOf(id)?.querySelector<HTMLButtonElement>("button.main")?.focus();
}
