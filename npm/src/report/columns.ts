/** How many columns of a terminal characters take. */

import { STEPS } from "./steps.ts";

let changes: { at: number; width: number }[] | undefined;

function widthOf(ch: string): number {
  if (ch === "\t") return 4;
  const code = ch.codePointAt(0) as number;
  // Half a pair, for which there is another character of one column in Rust.
  if (code >= 0x20 && code < 0x7f) return 1;
  if (!changes) {
    let at = 0;
    changes = Array.from(STEPS.matchAll(/(\w+)([-+*/])/g), ([, distance, sign]) => {
      at += parseInt(distance as string, 36);
      return { at, width: "+-*/".indexOf(sign as string) };
    });
  }
  let [low, high] = [0, changes.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((changes[middle]?.at ?? 0) <= code) low = middle + 1;
    else high = middle;
  }
  return changes[low - 1]?.width ?? 1;
}

export const width = (text: string): number => Array.from(text).reduce((sum, it) => sum + widthOf(it), 0);

/** The characters that fit into so many columns, from the front. */
export function prefix(characters: readonly string[], columns: number): string[] {
  let left = columns;
  const end = characters.findIndex((it) => {
    left -= widthOf(it);
    return left < 0;
  });
  return end < 0 ? [...characters] : characters.slice(0, end);
}

/** The text in lines of at most so many columns, broken between words. */
export function folded(text: string, columns: number): string {
  let [out, used, hasWord] = ["", 0, false];
  for (const [index, word] of text.split(" ").entries()) {
    const more = width(word);
    if (hasWord && more > 0 && used + 1 + more > columns) {
      [out, used, hasWord] = [`${out.trimEnd()}\n`, 0, false];
    } else if (index > 0) {
      out += " ";
      used += 1;
    }
    out += word;
    used += more;
    hasWord ||= more > 0;
  }
  return out;
}
