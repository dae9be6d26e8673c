import { type ChangeDesc, ChangeSet, type Text } from "@codemirror/state";
import type { AppliedFix, Safety } from "agent-response/editor";
import { type Edit, inOrder } from "./edits.ts";

/** One range that a fix changed, with some text around it. */
export interface Change {
  /** in the text that was to be fixed; null if only the place of the first change is known there */
  line: number | null;
  before: string;
  removed: string;
  inserted: string;
  after: string;
}

/** One applied fix. */
export interface Entry {
  code: string;
  title: string;
  message: string;
  safety: Safety;
  changes: Change[];
  /** the edits to the current text that undo the fix; null if the text there has changed since */
  back: Edit[] | null;
}

interface Applied {
  code: string;
  title: string;
  message: string;
  safety: Safety;
  edits: readonly Edit[];
}

const AROUND = 18;
const SHOWN = 90;

/** More fixes at once can only be undone together: each would have to be shifted by all that follow it. */
const MOST = 300;

/** What a fix changes in this text; the edits that undo it apply to the text after the fix. */
export function toEntry(doc: Text, it: Applied): Entry {
  const { code, title, message, safety } = it;
  const edits = inOrder(it.edits);
  let shift = 0;
  const back = edits.map(({ from, to, text }) => {
    const start = from + shift;
    shift += text.length - (to - from);
    return { from: start, to: start + text.length, text: doc.sliceString(from, to) };
  });
  return { code, title, message, safety, changes: edits.map((edit) => toChange(doc, edit)), back };
}

/**
 * Fixes that were applied one after the other, each to the text that the previous one left. Their lines are those of the
 * text before all of them.
 */
export function toEntries(doc: Text, applied: readonly (Applied & Pick<AppliedFix, "range">)[]): Entry[] {
  let now = doc;
  let entries: Entry[] = [];
  for (const it of applied) {
    const changes = ChangeSet.of(
      it.edits.map(({ from, to, text }) => ({ from, to, insert: text })),
      now.length,
      "\n",
    );
    if (applied.length <= MOST)
      entries = entries.map((entry) => ({ ...entry, back: entry.back && follow(entry.back, changes) }));
    const entry = toEntry(now, it);
    entry.changes.forEach((change, idx) => {
      change.line = idx === 0 ? it.range.start.line + 1 : null;
    });
    entries.push(applied.length <= MOST ? entry : { ...entry, back: null });
    now = changes.apply(now);
  }
  return entries;
}

/** Edits to a text as edits to the changed text; null if a change touches their places. */
export function follow(edits: readonly Edit[], changes: ChangeDesc): Edit[] | null {
  const out: Edit[] = [];
  for (const { from, to, text } of edits) {
    if (changes.touchesRange(from, to) !== false) return null;
    out.push({ from: changes.mapPos(from, 1), to: changes.mapPos(to, -1), text });
  }
  return out;
}

function toChange(doc: Text, { from, to, text }: Edit): Change {
  const [line, last] = [doc.lineAt(from), doc.lineAt(to).to];
  const [start, end] = [Math.max(line.from, from - AROUND), Math.min(last, to + AROUND)];
  return {
    line: line.number,
    before: (start > line.from ? "…" : "") + doc.sliceString(start, from).trimStart(),
    removed: shorten(doc.sliceString(from, to)),
    inserted: shorten(text),
    after: doc.sliceString(to, end).trimEnd() + (end < last ? "…" : ""),
  };
}

/** Long text keeps only its beginning and end. */
function shorten(text: string): string {
  if (text.length <= SHOWN) return text;
  return `${text.slice(0, SHOWN - 20)} … ${text.slice(-17)}`;
}
