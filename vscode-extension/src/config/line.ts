/**
 * What to say about a text that is no TOML. A parser knows the line; the words come from what stands in it, so that
 * they are the same for every parser. `src/surface/cli/config/line.rs` is the same in Rust.
 */

import { shown } from "./words.js";

/** What is wrong, and where, in UTF-16 code units. */
export interface Fault {
  message: string;
  from: number;
  to: number;
  /** the name that was probably meant */
  meant?: string | undefined;
}

const NO_LINE = "This line is not TOML; expected `key = value`, `[table]` or `[[table]]`";
const BARE = /^[\w-]*/;

/** The fault of the line in which a parser stopped. */
export function lineFault(text: string, stopped: number): Fault {
  const rest = text.indexOf("\n", stopped);
  const until = text.slice(0, rest < 0 ? text.length : rest).trimEnd();
  const line = until.slice(until.lastIndexOf("\n") + 1).trimStart();
  const start = until.length - line.length;
  const [message, from, to] = judge(line, text.trimStart().startsWith("{"));
  return { message, from: start + from, to: start + to };
}

/** The fault of a key that is defined already. */
export function twice(text: string, start: number): Fault {
  const key = keyOf(text.slice(start));
  return { message: `Duplicate key \`${shown(unquoted(key))}\``, from: start, to: start + key.length };
}

type Judgement = [message: string, from: number, to: number];

function judge(line: string, json: boolean): Judgement {
  const all = line.length;
  if (json) return ['This is JSON; expected lines such as `profile = "strict"`', 0, all];
  if (line.startsWith("//")) return ["Comments begin with `#`", 0, 2];
  if (line.startsWith("["))
    return [`\`${shown(line)}\` is not a table; expected \`[rules]\` or \`[[files]]\``, 0, all];
  const key = keyOf(line);
  const rest = line.slice(key.length).trimStart();
  const at = all - rest.length;
  const name = shown(unquoted(key));
  if (key === "") return [NO_LINE, 0, all];
  if (rest === "") return [`\`${name}\` has no value`, 0, key.length];
  if (rest.startsWith(":")) return [`Expected \`=\` after \`${name}\`, found \`:\``, at, at + 1];
  if (rest.startsWith("=")) return assigned(name, key.length, rest.slice(1).trimStart(), all);
  if (!/^["']/.test(key) && /^[\p{Alphabetic}\p{N}"']/u.test(rest)) {
    return [`Missing \`=\` after \`${name}\``, 0, key.length];
  }
  return [NO_LINE, 0, all];
}

/** The fault of a value, which ends with the line; `end` is the length of the line. */
function assigned(name: string, keyLength: number, value: string, end: number): Judgement {
  const at = end - value.length;
  const word = value.replace(/#.*$/s, "").trimEnd();
  const quote = /^["']/.exec(value)?.[0];
  if (word === "") return [`\`${name}\` has no value`, 0, keyLength];
  if (/^[A-Za-z][\w-]*$/.test(word)) return [`\`${shown(word)}\` needs quotes`, at, at + word.length];
  if (quote !== undefined && value.split(quote).length % 2 === 0) {
    return [`The string is never closed; expected \`${quote}\` at the end`, at, end];
  }
  return [NO_LINE, 0, end];
}

/** The key at the beginning of a text, with its quotes. */
function keyOf(text: string): string {
  const quote = /^["']/.exec(text)?.[0];
  if (quote === undefined) return BARE.exec(text)?.[0] ?? "";
  const end = text.slice(1).search(quote === '"' ? /["\n]/ : /['\n]/);
  return end < 0 ? text : text.slice(0, end + 2);
}

const unquoted = (key: string): string => key.replace(/^["']+|["']+$/g, "");
