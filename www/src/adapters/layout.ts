/**
 * A JSON text as people read it: every member on its own line, and escaped line breaks in strings as real line breaks.
 * Edits there become edits to the text, which keeps its own layout.
 */
import {
  aligned,
  type Edit,
  isNothing,
  type Layout,
  plain,
  replaced,
  toText,
} from "../../../common/layout.ts";
import { isInString, laidOut, withBreaks } from "../../../common/tokens.ts";

export interface Laid extends Layout {
  /** how a line break in a string is written */
  lineEnd: string;
  /** the text has line breaks between its members, and is shown with them */
  isOwn: boolean;
}

/** The layout of a text. One that has line breaks between its members keeps its own. */
export function lay(text: string): Laid {
  const isOwn = isLaidOut(text);
  const shown = isOwn
    ? text.replace(STRING, (all, string, colon) => (colon === undefined ? broken(string) : all))
    : laidOut(text, { ofValue: broken, lists: "written" });
  const lineEnd = /\\r\\n/.test(text) ? "\\r\\n" : "\\n";
  return { ...(aligned(text, shown, true) ?? plain(text)), lineEnd, isOwn };
}

/** A text to be compared with others: all are laid out alike, each item on its own line, and as deep as in another text. */
export const alike = (text: string, depth = 0): string =>
  laidOut(text, { ofValue: broken, lists: "long", depth });

/** A string, and the colon after a key. */
const STRING = /("(?:[^"\\]|\\[\s\S])*"?)(\s*:)?/g;

const isLaidOut = (text: string): boolean =>
  /^[^"]*[\n\r]/.test(text) || /[[{,]\s*\n/.test(text.replace(STRING, '""$2'));

const broken = (string: string): string => withBreaks(string, () => "\n");

/**
 * For an edit to the shown text: the edit to the original text (null if only the layout changed), and the new layout.
 * In a string, a line break is written as an escape; elsewhere, mere whitespace is layout, unless the text has its own.
 */
export function change(layout: Laid, { from, to, text }: Edit): { edit: Edit | null; layout: Laid } {
  const isInside = isInString(layout.text, toText(layout, from));
  const isWritten = layout.isOwn || /\S/.test(text);
  const made = isInside ? escaped(text, layout.lineEnd) : [[text, isWritten ? text : ""] as const];
  const done = replaced(layout, { from, to }, made);
  return { ...done, edit: isNothing(done.edit) ? null : done.edit };
}

/** What is inserted in a string, as it is shown and as it is written. */
const escaped = (text: string, lineEnd: string): [string, string][] =>
  text.split(/(\r?\n|\p{Cc})/u).map((it) => {
    if (/^\r?\n$/.test(it)) return [it, lineEnd];
    return [it, /\p{Cc}/u.test(it) ? JSON.stringify(it).slice(1, -1) : it];
  });
