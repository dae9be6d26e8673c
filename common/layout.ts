/**
 * A text and what is shown for it, which differ only in blanks between tokens and in line breaks of strings, and edits of what
 * is shown.
 */
import { around, copied, endOf, joined, type Piece, placeOf, sum } from "./pieces.js";
import { isBlank, isWord } from "./tokens.js";

export interface Layout {
  text: string;
  shown: string;
  pieces: readonly Piece[];
}

/** A replacement, in UTF-16 offsets. */
export interface Edit {
  from: number;
  to: number;
  text: string;
}

/** A text that is shown as it is. */
export const plain = (text: string): Layout => ({ text, shown: text, pieces: joined([copied(text.length)]) });

/**
 * The layout of two texts that differ only in blanks between tokens and, with `hasBreaks`, in escapes of line breaks that are
 * shown as line breaks; undefined if something else differs.
 */
export function aligned(text: string, shown: string, hasBreaks = false): Layout | undefined {
  const pieces: Piece[] = [];
  let [at, there, isInside] = [0, 0, false];
  let copy = 0;
  while (at < text.length || there < shown.length) {
    const char = text[at];
    const escaped = hasBreaks && isInside && shown[there] === "\n" ? lengthOfEscape(text, at) : 0;
    const end = isInside ? at + escaped : endOfBlanks(text, at);
    const thereEnd = isInside ? there + Math.min(escaped, 1) : endOfBlanks(shown, there);
    if (end > at || thereEnd > there) {
      const isOne = end === at || thereEnd === there;
      if (isOne && isWord(text[at - 1]) && isWord(text[end])) return undefined;
      const isCopy = text.slice(at, end) === shown.slice(there, thereEnd);
      pieces.push(copied(copy), { shown: thereEnd - there, text: end - at, isCopy });
      [at, there, copy] = [end, thereEnd, 0];
      continue;
    }
    if (char === undefined || char !== shown[there]) return undefined;
    const isPair = isInside && char === "\\" && at + 1 < text.length && text[at + 1] === shown[there + 1];
    const length = isPair ? 2 : 1;
    if (char === '"') isInside = !isInside;
    [at, there, copy] = [at + length, there + length, copy + length];
  }
  return { text, shown, pieces: joined([...pieces, copied(copy)]) };
}

function endOfBlanks(text: string, at: number): number {
  let end = at;
  while (isBlank(text[end])) end++;
  return end;
}

/** How long the escape of a line break at a place is; 0 if there is none. */
const lengthOfEscape = (text: string, at: number): number =>
  [String.raw`\r\n`, String.raw`\n`].find((it) => text.startsWith(it, at))?.length ?? 0;

/** What is inserted, in parts: as each is shown, and as it is written in the text. */
export type Made = readonly (readonly [shown: string, written: string])[];

/**
 * For a stretch of what is shown and what is inserted there: the edit of the text, and the new layout. Blanks of the text
 * alone, at one of the ends of the stretch, stay, or are replaced with `isWhole`.
 */
export function replaced<It extends Layout>(
  layout: It,
  { from, to }: Pick<Edit, "from" | "to">,
  made: Made,
  isWhole = false,
): { edit: Edit; layout: It } {
  const { text, shown, pieces } = layout;
  const { head, tail } = around(pieces, "shown", { from, to }, isWhole);
  const edit = {
    from: sum(head, "text"),
    to: text.length - sum(tail, "text"),
    text: made.map(([, written]) => written).join(""),
  };
  const inside = made.map(([it, written]) => ({
    shown: it.length,
    text: written.length,
    isCopy: it === written,
  }));
  const now = {
    text: text.slice(0, edit.from) + edit.text + text.slice(edit.to),
    shown: shown.slice(0, from) + made.map(([it]) => it).join("") + shown.slice(to),
    pieces: joined([...head, ...inside, ...tail]),
  };
  return { edit, layout: { ...layout, ...now } };
}

/** Whether an edit changes nothing. */
export const isNothing = ({ from, to, text }: Edit): boolean => from === to && text === "";

/** Converts a place in what is shown to its place in the text. */
export const toText = ({ pieces }: Layout, offset: number): number => placeOf(pieces, "shown", offset);

/** Converts a place in the text to where what follows it is shown, or what precedes it. */
export const toShown = ({ pieces }: Layout, offset: number, isEnd = false): number =>
  (isEnd ? endOf : placeOf)(pieces, "text", offset);
