/**
 * How VS Code holds a text: without a byte order mark, and with one kind of line ending, here always LF. Offsets in
 * that text are translated to offsets in the real one, so that an edit leaves all other line endings as they are.
 * Knows nothing of VS Code's API.
 */

import type { Edit } from "../../../common/layout.js";

export interface Shown {
  text: string;
  /** The edit to the real text for an edit to the shown text. */
  toReal(edit: Edit): Edit;
  realOffset(shown: number): number;
  shownOffset(real: number): number;
}

const MARK = "\ufeff";

/** The text of a VS Code document in the form in which it is compared with a shown text. */
export const unified = (text: string): string => text.replace(/\r\n|\r/g, "\n");

export function shown(real: string): Shown {
  const mark = real.startsWith(MARK) ? 1 : 0;
  const text = unified(real.slice(mark));
  // Places in the shown text after which the real text is one more character ahead.
  const breaks: number[] = [];
  for (let at = real.indexOf("\r\n"); at >= 0; at = real.indexOf("\r\n", at + 2))
    breaks.push(at - mark - breaks.length);
  const end = lineEnd(real);
  const realOffset = (offset: number): number => offset + mark + countBelow(breaks, offset);
  return {
    text,
    realOffset,
    shownOffset(real) {
      // The shown text has no place between CR and LF: the one before counts.
      let [low, high] = [0, text.length];
      while (low < high) {
        const middle = (low + high + 1) >> 1;
        if (realOffset(middle) <= real) low = middle;
        else high = middle - 1;
      }
      return low;
    },
    toReal({ from, to, text }) {
      const edit = { from: realOffset(from), to: realOffset(to), text: text.replaceAll("\n", end) };
      return apart(real, edit);
    },
  };
}

/** Keeps a lone CR and an LF that an edit would bring together from becoming one line ending. */
function apart(real: string, { from, to, text }: Edit): Edit {
  const inserted = text.endsWith("\r") && real[to] === "\n" ? `${text.slice(0, -1)}\n` : text;
  const next = inserted === "" ? real[to] : inserted[0];
  if (from > 0 && real[from - 1] === "\r" && next === "\n")
    return { from: from - 1, to, text: `\n${inserted}` };
  return { from, to, text: inserted };
}

/** The line ending of most lines. */
function lineEnd(text: string): string {
  const count = (pattern: RegExp): number => text.match(pattern)?.length ?? 0;
  const [windows, all, old] = [count(/\r\n/g), count(/\n/g), count(/\r(?!\n)/g)];
  if (windows > all - windows && windows >= old) return "\r\n";
  return old > all ? "\r" : "\n";
}

/** How many of the ascending numbers are below a limit. */
function countBelow(numbers: readonly number[], limit: number): number {
  let [low, high] = [0, numbers.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((numbers[middle] ?? 0) < limit) low = middle + 1;
    else high = middle;
  }
  return low;
}
