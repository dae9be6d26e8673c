import { Text } from "@codemirror/state";
import type { Safety } from "agent-response";
import { type Edit, inOrder } from "./edits.ts";

/** One stretch that a fix changed, with a little of what stands around it. */
export interface Change {
  line: number;
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

/** What a fix changes in this text. */
export function toEntry(doc: Text, it: Applied): Entry {
  const { code, title, message, safety } = it;
  return { code, title, message, safety, changes: inOrder(it.edits).map((edit) => toChange(doc, edit)) };
}

/** Fixes that were applied one after the other, each speaking of the text the one before it left. */
export function toEntries(doc: Text, applied: readonly Applied[]): Entry[] {
  let now = doc;
  return applied.map((it) => {
    const entry = toEntry(now, it);
    // From the end: what stands before an edit keeps its place.
    for (const { from, to, text } of inOrder(it.edits).reverse())
      now = now.replace(from, to, Text.of(text.split("\n")));
    return entry;
  });
}

function toChange(doc: Text, { from, to, text }: Edit): Change {
  const line = doc.lineAt(from);
  const end = Math.min(doc.lineAt(to).to, to + AROUND);
  return {
    line: line.number,
    before: doc.sliceString(Math.max(line.from, from - AROUND), from).trimStart(),
    removed: shorten(doc.sliceString(from, to)),
    inserted: shorten(text),
    after: doc.sliceString(to, end).trimEnd(),
  };
}

/** Long text keeps its two ends. */
function shorten(text: string): string {
  if (text.length <= SHOWN) return text;
  return `${text.slice(0, SHOWN - 20)} … ${text.slice(-17)}`;
}
