/** What can be done with findings. */
import type { EditorView } from "@codemirror/view";
import { toEntries, toEntry } from "../adapters/ledger.ts";
import { type Marker, step } from "../adapters/markers.ts";
import { reveal } from "../editor/editors.ts";
import { markersOf } from "../editor/marks.ts";
import { entriesField, oneStep, toChanges } from "../editor/record.ts";
import type { FindingHost } from "../ui/finding.ts";
import { download, say, tell } from "../ui/notice.ts";
import { explain } from "../ui/rule.ts";
import { check, checker, options, report, rows, seen } from "./check.ts";
import { file, isUnread } from "./file.ts";
import { hover } from "./light.ts";

export const findings: FindingHost = {
  jump(row) {
    const it = report?.diagnostics[row.id];
    if (it !== undefined) jumpTo(file, { id: row.id, from: it.from, to: it.to, severity: it.severity });
  },
  fix,
  explain: (code) => void explain(code),
  reveal(from, to) {
    reveal(file, from, to, true);
    file.focus();
  },
  hovered: (id) => hover(id, "list"),
};

function fix(row: { id: number }, idx: number): void {
  const it = report?.diagnostics[row.id];
  const chosen = it?.fixes[idx];
  if (it === undefined || chosen === undefined) return;
  // Typed since the check, which waits for a pause: the repair speaks of another text.
  if (file.state.doc !== seen) {
    check();
    return;
  }
  const { title, safety, edits } = chosen;
  const entry = toEntry(file.state.doc, { code: it.code, message: it.message, title, safety, edits });
  const name = chosen.file?.kind === "rename" ? { name: chosen.file.name } : {};
  const changes = edits.map(({ from, to, text }) => ({ from, to, insert: text }));
  // What is repaired is a text, also where it stays the same.
  file.dispatch(
    oneStep(changes, { ...name, entries: [...file.state.field(entriesField), entry], raw: null }),
  );
  if (chosen.file?.kind === "create") download(chosen.file.name, chosen.file.text);
  tell(`Done: ${title.replaceAll("`", "")}`);
}

/** Applies every safe fix. */
export function fixAll(): void {
  if (checker === undefined) return;
  const encoded = rows.find((it) => it.code === "invalid-utf8");
  if (encoded?.fixes[0]?.safety === "safe") fix(encoded, 0);
  // What stands here for bytes that could not be read is not to be written.
  if (isUnread()) return;
  const text = file.state.doc.toString();
  const fixed = checker.fix(text, options());
  if (fixed.applied.length === 0) return;
  const entries = [...file.state.field(entriesField), ...toEntries(file.state.doc, fixed.applied)];
  file.dispatch(oneStep(toChanges(file.state, fixed), { entries }));
  tell(fixed.applied.length === 1 ? "1 fix applied" : `${fixed.applied.length} fixes applied`);
}

/** Goes to the next finding in that editor, or to the one before. */
export function go(view: EditorView, direction: 1 | -1): void {
  const { from, to } = view.state.selection.main;
  const next = step(markersOf(view.state), direction === 1 ? from : Math.min(from, to), direction);
  if (next !== undefined) jumpTo(view, next);
}

function jumpTo(view: EditorView, to: Marker): void {
  reveal(view, to.from, to.to, true);
  view.focus();
  const row = rows[to.id];
  if (row !== undefined) say(`${row.severity}, line ${row.place.replace(":", ", column ")}: ${row.message}`);
}
