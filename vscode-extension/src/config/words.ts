/**
 * The known word that a wrong one was meant to be, and the user's words as a message shows them.
 * As `src/surface/cli/nearest.rs` and `src/diagnostic.rs` do it: both sides say the same.
 */

/** What is longer than this is no slip of the fingers. */
const LONGEST = 64;
const LONGEST_SHOWN = 48;
const UNPRINTABLE = /[\p{Cc}\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/gu;

/** The name that differs least, or contains the word. */
export function nearest(typed: string, names: readonly string[]): string | undefined {
  if ([...typed].length > LONGEST) return undefined;
  const word = typed.toLowerCase().replace(/[_ ]/g, "-");
  const containing = names.filter((it) => word.length > 2 && it.includes(word));
  if (containing.length > 0) return containing.reduce((a, b) => (b.length < a.length ? b : a));
  const [first] = names
    .map((name) => ({ name, distance: distance(word, name) }))
    .sort((a, b) => a.distance - b.distance || (a.name < b.name ? -1 : 1));
  return first && first.distance <= Math.floor(first.name.length / 3) ? first.name : undefined;
}

/** How many letters have to be added, dropped or changed to get from one word to the other. */
function distance(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, idx) => idx);
  for (const [idx, a] of [...from].entries()) {
    const next = [idx + 1];
    for (const [at, b] of [...to].entries()) {
      const changed = (row[at] ?? 0) + (a === b ? 0 : 1);
      next.push(Math.min(changed, (next[at] ?? 0) + 1, (row[at + 1] ?? 0) + 1));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}

/** On one line, shortened, without control characters. */
export function shown(text: string): string {
  const chars = [...text];
  const kept = chars.slice(0, LONGEST_SHOWN).join("");
  const named: Record<string, string> = { "\n": "\\n", "\r": "\\r", "\t": "\\t" };
  const visible = kept
    .replaceAll("`", "'")
    .replace(UNPRINTABLE, (it) => named[it] ?? `\\u${it.charCodeAt(0).toString(16).padStart(4, "0")}`);
  return chars.length > LONGEST_SHOWN ? `${visible}…` : visible;
}

/** Names in a sentence: `a`, `b` and `c`. */
export function listed(names: readonly string[], last: string): string {
  const quoted = names.map((it) => `\`${it}\``);
  return [quoted.slice(0, -1).join(", "), ...quoted.slice(-1)].filter((it) => it !== "").join(last);
}
