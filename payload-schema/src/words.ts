/** The user's words and values in messages, as the command shows them (`src/diagnostic.rs`, `crates/project/src/words.rs`). */

import { UNPRINTABLE } from "./hidden.js";

/** A word longer than this is not a typo. */
const LONGEST = 64;
const LONGEST_SHOWN = 48;

/** On one line, shortened, without characters that control a terminal or that nobody sees. */
export function shown(text: string): string {
  const chars = [...text];
  const kept = chars.slice(0, LONGEST_SHOWN).join("");
  const named: Record<string, string> = { "\n": "\\n", "\r": "\\r", "\t": "\\t" };
  const visible = kept
    .replace(UNPRINTABLE, (it, at: number) =>
      isOfEmoji(it, kept.slice(0, at)) ? it : (named[it] ?? writtenOut(it)),
    )
    .replace(/`(`*)/g, (_, more) => `\\u0060${more && "…"}`);
  return chars.length > LONGEST_SHOWN ? `${visible}…` : visible;
}

/** Whether a character selects how the emoji before it is drawn. */
const isOfEmoji = (it: string, before: string): boolean => it === "\ufe0f" && /\p{Emoji}$/u.test(before);

function writtenOut(char: string): string {
  const code = (char.codePointAt(0) ?? 0).toString(16);
  return code.length > 4 ? `\\u{${code}}` : `\\u${code.padStart(4, "0")}`;
}

/** A value in a message. */
export const inWords = (value: unknown): string =>
  shown(typeof value === "string" ? value : JSON.stringify(value));

/** Names in a sentence: `a`, `b` and `c`. */
export function listed(names: readonly string[], last: string): string {
  const quoted = names.map((it) => `\`${it}\``);
  return [quoted.slice(0, -1).join(", "), ...quoted.slice(-1)].filter((it) => it !== "").join(last);
}

/** a, b or c, each once. */
export function either(words: readonly string[]): string {
  const unique = [...new Set(words)].filter((it) => it !== "");
  const last = unique.pop() ?? "";
  return unique.length > 0 ? `${unique.join(", ")} or ${last}` : last;
}

const TYPES: Record<string, string> = {
  array: "an array",
  boolean: "a boolean",
  integer: "an integer",
  null: "null",
  number: "a number",
  object: "an object",
  string: "a string",
};

export const isType = (name: unknown): name is string => typeof name === "string" && name in TYPES;
export const typeName = (name: string): string => TYPES[name] ?? "";

export function typeOf(value: unknown): string {
  if (value === null) return "null";
  return typeName(Array.isArray(value) ? "array" : typeof value);
}

/** The name that differs least, or contains the word. */
export function nearest(typed: string, names: readonly string[]): string | undefined {
  if ([...typed].length > LONGEST) return undefined;
  const alike = (it: string): string => it.toLowerCase().replace(/[_ ]/g, "-");
  const word = alike(typed);
  const containing = names.filter((it) => word.length > 2 && alike(it).includes(word));
  if (containing.length > 0) return containing.reduce((a, b) => (b.length < a.length ? b : a));
  const [first] = names
    .map((name) => ({ name, distance: distance(word, alike(name)) }))
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

export const escaped = (key: string): string => key.replaceAll("~", "~0").replaceAll("/", "~1");
export const unescaped = (token: string): string => token.replaceAll("~1", "/").replaceAll("~0", "~");
