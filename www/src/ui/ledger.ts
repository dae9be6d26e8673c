import type { Entry } from "../adapters/ledger.ts";
import { plain } from "../adapters/severity.ts";
import { button, element, make, prose } from "../elements.ts";
import { change } from "./change.ts";
import { type FindingHost, ruleLink } from "./finding.ts";

const list = element("ledger", HTMLOListElement);
const empty = element("ledger-empty", HTMLParagraphElement);
const note = element("ledger-note", HTMLSpanElement);

/** More are counted, not drawn. */
const MOST = 200;

export interface LedgerHost extends Pick<FindingHost, "explain"> {
  /** takes one fix back */
  revert(entry: Entry): void;
}

let drawn: readonly Entry[] = [];

/** Draws the applied fixes, the last one first. */
export function show(entries: readonly Entry[], host: LedgerHost): void {
  if (entries === drawn) return;
  drawn = entries;
  const last = entries.slice(-MOST);
  list.replaceChildren(...last.reverse().map((it) => draw(it, host)));
  if (entries.length > MOST)
    list.append(make("li", { class: "aside" }, `and ${entries.length - MOST} before these`));
  empty.hidden = entries.length > 0;
  note.textContent = entries.length === 0 ? "" : String(entries.length);
}

function draw(entry: Entry, host: LedgerHost): HTMLLIElement {
  const what = make(
    "p",
    { class: "what" },
    ...prose(entry.title.charAt(0).toUpperCase() + entry.title.slice(1)),
    " ",
    ruleLink(entry.code, host),
    ...(entry.back === null
      ? []
      : [
          " ",
          button(
            { class: "revert", "aria-label": `Revert: ${plain(entry.title)}` },
            () => host.revert(entry),
            "Revert",
          ),
        ]),
  );
  return make("li", {}, what, ...entry.changes.slice(0, 20).map(change));
}
