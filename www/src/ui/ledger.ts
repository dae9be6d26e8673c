import type { Change, Entry } from "../adapters/ledger.ts";
import { element, make, prose } from "../elements.ts";
import { type FindingHost, ruleLink } from "./finding.ts";

const list = element("ledger", HTMLOListElement);
const empty = element("ledger-empty", HTMLParagraphElement);
const note = element("ledger-note", HTMLSpanElement);

/** More are counted, not drawn. */
const MOST = 200;

let drawn: readonly Entry[] = [];

/** Draws the applied fixes, the last one first. */
export function show(entries: readonly Entry[], host: Pick<FindingHost, "explain">): void {
  if (entries === drawn) return;
  drawn = entries;
  const last = entries.slice(-MOST);
  list.replaceChildren(...last.reverse().map((it) => draw(it, host)));
  if (entries.length > MOST)
    list.append(make("li", { class: "aside" }, `and ${entries.length - MOST} before these`));
  empty.hidden = entries.length > 0;
  note.textContent = entries.length === 0 ? "" : String(entries.length);
}

function draw(entry: Entry, host: Pick<FindingHost, "explain">): HTMLLIElement {
  const what = make(
    "p",
    { class: "what" },
    ...prose(entry.title.charAt(0).toUpperCase() + entry.title.slice(1)),
    " ",
    ruleLink(entry.code, host),
  );
  return make("li", {}, what, ...entry.changes.slice(0, 20).map(change));
}

function change(it: Change): HTMLElement {
  const line = make("span", { class: "line" }, `${it.line}`);
  const gone = it.removed === "" ? [] : [make("del", {}, it.removed)];
  const come = it.inserted === "" ? [] : [make("ins", {}, it.inserted)];
  return make(
    "p",
    { class: "diff" },
    line,
    make("span", { class: "text" }, it.before, ...gone, ...come, it.after),
  );
}
