/** The lines of a file with a record in each: a list of them, with the verdict on each. */
import { gist, type Source, summaryOf, type Verdict, verdict, verdicts } from "../adapters/verdicts.ts";
import { element } from "../elements.ts";
import type { Session } from "../session.ts";
import { type List, rows } from "../ui/rows.ts";

const tab = element("lines-tab", HTMLButtonElement);
const view = element("lines-view", HTMLDivElement);
const note = element("lines-note", HTMLParagraphElement);
const only = element("lines-only", HTMLInputElement);

const VALID: Verdict = { look: "ok", words: "valid" };
const UNKNOWN: Verdict = { look: "hint", words: "not checked yet" };

let list: List;
let source: () => Source | null = () => null;
/** the numbers of the listed lines; null if all are */
let chosen: number[] | null = null;

/** `open` shows a line. */
export function start(open: (number: number) => void): void {
  list = rows(element("lines-list", HTMLDivElement), "Lines", (idx) => open(numberOf(idx)));
  only.addEventListener("change", draw);
}

const numberOf = (idx: number): number => (chosen === null ? idx + 1 : (chosen[idx] ?? 1));

/** Shows the lines of a file; the tab is chosen when there is another one. */
export function show(of: typeof source, isOther: boolean): void {
  source = of;
  tab.hidden = false;
  draw();
  if (isOther) tab.click();
}

export function hide(): void {
  if (tab.hidden) return;
  tab.hidden = true;
  if (tab.ariaSelected === "true") element("findings-tab", HTMLButtonElement).click();
}

/** Marks the line in which the cursor is. */
export const moved = (): void => {
  if (!tab.hidden && !view.hidden) draw();
};

function draw(): void {
  const all = source();
  if (all === null) return;
  chosen = only.checked ? all.numbers : null;
  note.textContent = all.summary;
  list.show({
    count: chosen?.length ?? all.count,
    current: chosen === null ? all.current - 1 : chosen.indexOf(all.current),
    row(idx) {
      const number = numberOf(idx);
      return { ...all.verdict(number), name: String(number), text: gist(all.text(number)) };
    },
  });
}

/** The lines of a file that is in the editor as a whole. */
export function ofSession({ report, view: { state } }: Session): Source | null {
  if (report === undefined) return null;
  const { doc, selection } = state;
  const { found, end } = verdicts(report);
  // The end of the last line is not one.
  const count = doc.lines > 1 && doc.line(doc.lines).length === 0 ? doc.lines - 1 : doc.lines;
  return {
    count,
    current: doc.lineAt(selection.main.head).number,
    summary: summaryOf(count, found.values()),
    numbers: [...found.keys()].filter((it) => it <= count).sort((a, b) => a - b),
    verdict(number) {
      const own = found.get(number);
      return own === undefined ? (number > end ? UNKNOWN : VALID) : verdict(own);
    },
    text: (number) => (number <= doc.lines ? doc.line(number).text : ""),
  };
}
