/** Untrusted text on its way to a terminal or a log, as `crates/cli/src/visible.rs` writes it out. */

import { UNPRINTABLE } from "../../../payload-schema/src/hidden.ts";

/** Without the flag `g`, which remembers where the last text ended. */
const UNSEEN = new RegExp(UNPRINTABLE.source, "u");

/** A character, and whether it must be written out. */
interface Seen {
  at: number;
  ch: string;
  isUnsafe: boolean;
}

const isSelector = (ch: string): boolean => /[\ufe00-\ufe0f\u{e0100}-\u{e01ef}]/u.test(ch);
const isEmoji = (ch: string): boolean =>
  /[\u2190-\u2bff\u{1f000}-\u{1faff}©®‼⁉™ℹ〰〽㊗㊙]/u.test(ch) && !UNSEEN.test(ch);
const isLetter = (ch: string): boolean => !/[\0-\x7f\s\x85]/.test(ch) && !UNSEEN.test(ch);

/** Whether a character can be drawn as the selector after it says. */
function takesSelector(ch: string, selector: string): boolean {
  if (/[\ufe0e\ufe0f]/.test(selector)) return isEmoji(ch) || /[#*0-9]/.test(ch);
  if (/[\ufe00-\ufe0d]/.test(selector)) return ch === "0" || isLetter(ch);
  return /[\u3400-\u9fff\uf900-\ufaff\u{20000}-\u{3ffff}]/u.test(ch);
}

/** Where a line would be a command for what shows logs. */
const findCommand = (text: string, from: number): number => {
  const command = /##(?:\[|vso\[)/gi;
  command.lastIndex = from;
  return command.exec(text)?.index ?? -1;
};

function seen(text: string): Seen[] {
  const out: Seen[] = [];
  const characters = Array.from(text);
  let [before, isVaried, command, at] = [" ", false, findCommand(text, 0), 0];
  for (const [index, ch] of characters.entries()) {
    const after = characters[index + 1] ?? " ";
    let isNeeded = false;
    if (isSelector(ch)) isNeeded = !isVaried && takesSelector(before, ch);
    else if (ch === "\u200d" && isEmoji(before) && isEmoji(after)) isNeeded = true;
    else if (ch === "\u200c" || ch === "\u200d") isNeeded = isLetter(before) && isLetter(after);
    isVaried = isSelector(ch);
    if (!isVaried) before = ch;
    const inCommand = command >= 0 && command + 1 === at;
    if (inCommand) command = findCommand(text, at);
    out.push({ at, ch, isUnsafe: inCommand || (UNSEEN.test(ch) && !isNeeded) });
    at += ch.length;
  }
  return out;
}

function writtenOut(ch: string): string {
  const code = ch.codePointAt(0) as number;
  if (code < 0x20) return String.fromCharCode(0x2400 + code);
  if (code === 0x7f) return "\u2421";
  return ch === "#" ? " #" : `<U+${code.toString(16).toUpperCase().padStart(4, "0")}>`;
}

/** The text with everything written out that controls a terminal or hides something, and without commands. */
export function visible(text: string): string {
  const out = seen(text)
    .map((it) => (it.isUnsafe ? writtenOut(it.ch) : it.ch))
    .join("");
  return /^(?:(?!\ufeff)[\s\x85])*::/.test(text) ? out.replace("::", ": :") : out;
}

/** The same for a line in which a place is marked, and the place in the result; tabs stay. */
export function visibleMarked(line: string, from: number, to: number): [string, number, number] {
  let out = "";
  let [start, end] = [-1, -1];
  for (const it of seen(line)) {
    if (start < 0 && it.at >= from) start = out.length;
    if (end < 0 && it.at >= to) end = out.length;
    out += it.isUnsafe && it.ch !== "\t" ? writtenOut(it.ch) : it.ch;
  }
  return [out, start < 0 ? out.length : start, end < 0 ? out.length : end];
}
