/** A replacement in a text, by UTF-16 offsets. */
export interface Edit {
  from: number;
  to: number;
  text: string;
}

export const inOrder = <T extends Edit>(edits: readonly T[]): T[] =>
  [...edits].sort((a, b) => a.from - b.from || a.to - b.to);

/** One edit that turns a text into another, without the beginning and end that they share; null if they are equal. */
export function difference(before: string, after: string): Edit | null {
  if (before === after) return null;
  const most = Math.min(before.length, after.length);
  let from = 0;
  while (from < most && before.charCodeAt(from) === after.charCodeAt(from)) from += 1;
  let tail = 0;
  while (
    tail < most - from &&
    before.charCodeAt(before.length - 1 - tail) === after.charCodeAt(after.length - 1 - tail)
  )
    tail += 1;
  return { from, to: before.length - tail, text: after.slice(from, after.length - tail) };
}

/**
 * The result of editing a text in a text area, which turns all line endings into "\n": untouched ones stay as they are,
 * and new ones are like the first.
 */
export function edited(before: string, value: string): string {
  const edit = difference(before.replace(/\r\n?/g, "\n"), value);
  if (edit === null) return before;
  const end = /\r\n?|\n/.exec(before)?.[0] ?? "\n";
  const [from, to] = [offset(before, edit.from), offset(before, edit.to)];
  return before.slice(0, from) + edit.text.replaceAll("\n", end) + before.slice(to);
}

/** The offset in a text after this many characters, where each line ending counts as one. */
function offset(text: string, count: number): number {
  let at = 0;
  for (let n = 0; n < count; n += 1) at += text.startsWith("\r\n", at) ? 2 : 1;
  return at;
}
