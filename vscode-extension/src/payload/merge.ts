/**
 * Merges two changes of one text. Nothing is ever dropped: if both changed the same place, there is no result.
 * Knows nothing of VS Code's API.
 */

import type { Edit } from "../../../common/layout.js";

/** The stretch in which two texts differ, never inside a character or a line ending; undefined if they are the same. */
export function change(before: string, after: string): Edit | undefined {
  if (before === after) return undefined;
  const shorter = Math.min(before.length, after.length);
  let start = 0;
  while (start < shorter && before[start] === after[start]) start++;
  if (splits(before, start) || splits(after, start)) start--;
  let end = 0;
  while (end < shorter - start && before[before.length - 1 - end] === after[after.length - 1 - end]) end++;
  if (splits(before, before.length - end) || splits(after, after.length - end)) end--;
  return { from: start, to: before.length - end, text: after.slice(start, after.length - end) };
}

const splits = (text: string, at: number): boolean =>
  /^(?:[\ud800-\udbff][\udc00-\udfff]|\r\n)$/.test(text.slice(Math.max(at - 1, 0), at + 1));

/** The text with edits that do not overlap. */
export function applied(text: string, edits: readonly Edit[]): string {
  let [out, at] = ["", 0];
  for (const it of [...edits].sort((a, b) => a.from - b.from || a.to - b.to)) {
    out += text.slice(at, it.from) + it.text;
    at = it.to;
  }
  return out + text.slice(at);
}

/** Edits that turn one text into the other: those that were made, if they do that, else the stretch that differs. */
export function editsBetween(before: string, after: string, made: readonly Edit[]): Edit[] {
  if (made.length > 0 && applied(before, made) === after) return [...made];
  const all = change(before, after);
  return all === undefined ? [] : [all];
}

/** The text with both changes in it; undefined when they touch each other. */
export function merged(base: string, one: string, other: string): string | undefined {
  if (one === other) return one;
  const [a, b] = [change(base, one), change(base, other)];
  if (a === undefined) return other;
  if (b === undefined) return one;
  // Two insertions at one place have no order.
  if (a.to < b.from || b.to < a.from) return applied(base, [a, b]);
  return undefined;
}
