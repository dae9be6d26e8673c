/** A replacement in a text, by UTF-16 offsets. */
export interface Edit {
  from: number;
  to: number;
  text: string;
}

export const inOrder = <T extends Edit>(edits: readonly T[]): T[] =>
  [...edits].sort((a, b) => a.from - b.from || a.to - b.to);

/** One edit that turns a text into another, as small as the ends they share allow; null when they are equal. */
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
