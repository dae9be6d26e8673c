/** The part of a source line around a mark that fits, as `crates/cli/src/format/human.rs` cuts it. */

import { prefix, width } from "./columns.ts";
import { visibleMarked } from "./visible.ts";

/** A line, and the mark in it. */
export interface Excerpt {
  line: string;
  from: number;
  to: number;
}

/** What shows that a line goes on. */
const CUT = "...";

/** Where the line of an offset begins. */
export const lineStart = (text: string, offset: number): number =>
  offset === 0 ? 0 : Math.max(text.lastIndexOf("\n", offset - 1), text.lastIndexOf("\r", offset - 1)) + 1;

/** The text around a mark in its line that fits into this many columns. */
export function around(text: string, from: number, to: number, columns: number): Excerpt {
  const before = text.slice(Math.max(lineStart(text, from), from - 2 * columns - 3), from);
  const start =
    from -
    Array.from(before)
      .slice(-(columns + 1))
      .join("").length;
  const rest = Array.from(text.slice(from, from + 4 * columns + 4));
  const end = rest.findIndex((it, n) => n > 2 * columns || it === "\n" || it === "\r");
  const shown = text.slice(start, from) + (end < 0 ? rest : rest.slice(0, end)).join("");
  return fitted(...visibleMarked(shown, from - start, Math.min(to - start, shown.length)), columns);
}

/** The part of a line that fits, with as much of the mark as possible and then of both sides. */
function fitted(line: string, from: number, to: number, columns: number): Excerpt {
  const [left, marked, right] = [line.slice(0, from), line.slice(from, to), line.slice(to)];
  if (width(left) + width(marked) + width(right) <= columns) return { line, from, to };
  let spare = Math.max(columns - 2 * CUT.length, 0);
  const mark = prefix(Array.from(marked), spare).join("");
  spare = Math.max(spare - width(mark), 0);
  // What one side does not need is the other one's.
  const kept = Math.max(Math.floor((spare * 2) / 5), spare - width(right));
  const leftKept = prefix(Array.from(left).reverse(), kept).reverse().join("");
  const rightKept = prefix(Array.from(right), spare - width(leftKept)).join("");
  const isWhole = from + mark.length + rightKept.length === line.length;
  const start = leftKept.length < left.length ? CUT : "";
  const at = start.length + leftKept.length;
  const shown = `${start}${leftKept}${mark}${rightKept}${isWhole ? "" : CUT}`;
  return { line: shown, from: at, to: at + mark.length };
}
