/** The lines of a file with a record in each: a list of them, with the verdict on each. */
import type { Text } from "@codemirror/state";
import { summed } from "../adapters/folder.ts";
import { gist, type Verdict, verdict, verdicts } from "../adapters/verdicts.ts";
import { element } from "../elements.ts";
import type { Session } from "../session.ts";
import { type List, rows } from "../ui/rows.ts";

const tab = element("lines-tab", HTMLButtonElement);
const view = element("lines-view", HTMLDivElement);
const note = element("lines-note", HTMLParagraphElement);
const only = element("lines-only", HTMLInputElement);

const VALID: Verdict = { look: "ok", words: "valid" };
const UNKNOWN: Verdict = { look: "hint", words: "not checked yet" };

interface Host {
  session: Session;
  /** shows a place of the file */
  open(from: number): void;
}

let host: Host;
let list: List;
/** the numbers of the listed lines; null if all are */
let chosen: number[] | null = null;

export function start(given: Host): void {
  host = given;
  list = rows(element("lines-list", HTMLDivElement), "Lines", (idx) => {
    const { doc } = host.session.view.state;
    host.open(doc.line(Math.min(numberOf(idx), doc.lines)).from);
  });
  only.addEventListener("change", draw);
}

const numberOf = (idx: number): number => (chosen === null ? idx + 1 : (chosen[idx] ?? 1));

/** Shows the lines of the current text; the tab is chosen when there is another file. */
export function show(isOther: boolean): void {
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

/** Lines with a record: the end of the last line is not one. */
const countOf = (doc: Text): number =>
  doc.lines > 1 && doc.line(doc.lines).length === 0 ? doc.lines - 1 : doc.lines;

function draw(): void {
  const { report, view: editor } = host.session;
  if (report === undefined) return;
  const { doc, selection } = editor.state;
  const { found, end } = verdicts(report);
  const count = countOf(doc);
  const number = doc.lineAt(selection.main.head).number;
  chosen = only.checked ? [...found.keys()].filter((it) => it <= count).sort((a, b) => a - b) : null;
  const counted = [...found.values()];
  note.textContent = summed(
    "line",
    count,
    counted.filter((it) => it[0] > 0).length,
    counted.filter((it) => it[0] === 0 && it[1] > 0).length,
  );
  list.show({
    count: chosen?.length ?? count,
    current: chosen === null ? number - 1 : chosen.indexOf(number),
    row(idx) {
      const at = numberOf(idx);
      const own = found.get(at);
      const said = own === undefined ? (at > end ? UNKNOWN : VALID) : verdict(own);
      return { ...said, name: String(at), text: gist(at <= doc.lines ? doc.line(at).text : "") };
    },
  });
}
