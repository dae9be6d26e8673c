import type { Entry } from "../adapters/ledger.ts";
import { plain } from "../adapters/severity.ts";
import { button, element, make, prose } from "../elements.ts";
import { change } from "./change.ts";
import { type FindingHost, ruleLink } from "./finding.ts";

const list = element("ledger", HTMLOListElement);
const empty = element("ledger-empty", HTMLParagraphElement);
const tab = element("ledger-tab", HTMLElement);
const note = element("ledger-note", HTMLSpanElement);

/** More are counted, not drawn. */
const MOST = 200;
/** More places of one fix are counted, too: they look alike. */
const MOST_PLACES = 5;

export interface LedgerHost extends Pick<FindingHost, "explain"> {
  /** undoes one fix */
  revert(entry: Entry): void;
}

let drawn: readonly Entry[] = [];

/** Draws the applied fixes, the last one first. */
export function show(entries: readonly Entry[], host: LedgerHost): void {
  if (entries === drawn) return;
  const isSame = entries.length === drawn.length && entries.every((it, idx) => looksLike(it, drawn[idx]));
  drawn = entries;
  if (isSame) return;
  const focused = reverts().indexOf(document.activeElement as HTMLElement);
  const last = entries.slice(-MOST);
  list.replaceChildren(...last.map((_, idx) => draw(entries.length - 1 - idx, host)));
  if (entries.length > MOST)
    list.append(make("li", { class: "aside" }, `and ${entries.length - MOST} before these`));
  empty.hidden = entries.length > 0;
  note.textContent = entries.length === 0 ? "" : String(entries.length);
  if (focused !== -1) (reverts()[focused] ?? reverts().at(-1) ?? tab).focus();
}

const reverts = (): HTMLElement[] => [...list.querySelectorAll<HTMLElement>(".revert")];

/** Whether at most the edits that undo the fix have moved with the text. */
const looksLike = (it: Entry, before: Entry | undefined): boolean =>
  it.changes === before?.changes && (it.back === null) === (before.back === null);

/** The drawn entry at an index, looked up again to undo it: the edits that undo it move with the text. */
function draw(idx: number, host: LedgerHost): HTMLLIElement | string {
  const entry = drawn[idx];
  if (entry === undefined) return "";
  const revert = (): void => host.revert(drawn[idx] ?? entry);
  return entryItem(
    entry,
    host,
    entry.back === null
      ? []
      : [" ", button({ class: "revert", "aria-label": `Revert: ${plain(entry.title)}` }, revert, "Revert")],
  );
}

/** A fix with what it changed. */
export function entryItem(
  { title, code, changes }: Entry,
  host: Pick<FindingHost, "explain" | "address">,
  after: readonly (Node | string)[],
  before: readonly (Node | string)[] = [],
): HTMLLIElement {
  const words = prose(title.charAt(0).toUpperCase() + title.slice(1));
  const what = make("p", { class: "what" }, ...before, ...words, " ", ruleLink(code, host), ...after);
  const left = changes.length - MOST_PLACES;
  const more = left > 0 ? [make("p", { class: "aside" }, `and ${left} more`)] : [];
  return make("li", {}, what, ...changes.slice(0, MOST_PLACES).map(change), ...more);
}
