import type { Safety } from "agent-response";
import { apply, type Edit, inOrder } from "./edits.ts";

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
export function toEntry(text: string, it: Applied): Entry {
  const { code, title, message, safety } = it;
  return { code, title, message, safety, changes: inOrder(it.edits).map((edit) => toChange(text, edit)) };
}

/** Fixes that were applied one after the other, each speaking of the text the one before it left. */
export function toEntries(text: string, applied: readonly Applied[]): Entry[] {
  let now = text;
  return applied.map((it) => {
    const entry = toEntry(now, it);
    now = apply(now, it.edits);
    return entry;
  });
}

function toChange(text: string, edit: Edit): Change {
  const start = Math.max(text.lastIndexOf("\n", edit.from - 1) + 1, edit.from - AROUND);
  const stop = text.indexOf("\n", edit.to);
  const end = Math.min(stop === -1 ? text.length : stop, edit.to + AROUND);
  return {
    line: text.slice(0, edit.from).split("\n").length,
    before: text.slice(start, edit.from).trimStart(),
    removed: shorten(text.slice(edit.from, edit.to)),
    inserted: shorten(edit.text),
    after: text.slice(edit.to, end).trimEnd(),
  };
}

/** Long text keeps its two ends. */
function shorten(text: string): string {
  if (text.length <= SHOWN) return text;
  return `${text.slice(0, SHOWN - 20)} … ${text.slice(-17)}`;
}
