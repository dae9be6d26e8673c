/**
 * A JSON text as people read it: every member on a line of its own. Only blanks between tokens differ. What is typed in the
 * shown text becomes edits of the other, which keeps its own blanks.
 * Knows nothing of VS Code's API.
 */

import { applied, change } from "./merge.js";
import { around, copied, endOf, joined, type Piece, placeOf, sum } from "./pieces.js";
import type { Edit } from "./shown.js";
import { areTokens, endOfString, isBlank, isInString, isWord, laidOut, tokensOf } from "./tokens.js";

export interface Layout {
  text: string;
  shown: string;
  pieces: readonly Piece[];
}

/** The layout of a text that is JSON, which stays as it is if it has line breaks of its own; undefined for any other text. */
export function layOut(text: string): Layout | undefined {
  try {
    JSON.parse(text);
  } catch {
    return undefined;
  }
  return /[\n\r]/.test(text.trim()) ? plain(text) : aligned(text, laidOut(text));
}

/** A text that is shown as it is. */
export const plain = (text: string): Layout => ({ text, shown: text, pieces: joined([copied(text.length)]) });

/** The layout of two texts that differ only in blanks between tokens; undefined if something else differs. */
export function aligned(text: string, shown: string): Layout | undefined {
  const pieces: Piece[] = [];
  let [at, there, isInside] = [0, 0, false];
  let copy = 0;
  while (at < text.length || there < shown.length) {
    if (!isInside && (isBlank(text[at]) || isBlank(shown[there]))) {
      const [end, thereEnd] = [endOfBlanks(text, at), endOfBlanks(shown, there)];
      const isOne = end === at || thereEnd === there;
      if (isOne && isWord(text[at - 1]) && isWord(text[end])) return undefined;
      const isCopy = text.slice(at, end) === shown.slice(there, thereEnd);
      pieces.push(copied(copy), { shown: thereEnd - there, text: end - at, isCopy });
      [at, there, copy] = [end, thereEnd, 0];
      continue;
    }
    const char = text[at];
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

/** The layout when the text has become another one: what is shown of the rest stays as it is. */
export function followed({ text, shown, pieces }: Layout, now: string): Layout {
  const stretch = change(text, now);
  if (stretch === undefined) return { text, shown, pieces };
  const { head, tail } = around(pieces, "text", stretch);
  const [from, to] = [sum(head, "shown"), shown.length - sum(tail, "shown")];
  const layout = {
    text: now,
    shown: shown.slice(0, from) + stretch.text + shown.slice(to),
    pieces: joined([...head, copied(stretch.text.length), ...tail]),
  };
  const end = from + stretch.text.length;
  const isSound =
    isSame(layout, stretch.from, from) && isSame(layout, stretch.from + stretch.text.length, end);
  return isSound ? layout : plain(now);
}

/** For edits of the shown text, which do not overlap: edits of the text, if more than blanks changed, and the new layout. */
export function edited(layout: Layout, edits: readonly Edit[]): { edits: Edit[]; layout: Layout } {
  const made: Edit[] = [];
  let now = layout;
  let isWide = false;
  const all = edits.flatMap((it) => byLines(it, layout.shown));
  for (const it of all.sort((a, b) => b.from - a.from || b.to - a.to)) {
    const done = editedOnce(now, it);
    now = done.layout;
    isWide ||= done.isWide;
    if (done.edit !== undefined) made.push(done.edit);
  }
  const settled = settledIn(now);
  if (settled === now && !(isWide && made.length > 1)) return { edits: united(made.reverse()), layout: now };
  const stretch = change(layout.text, settled.text);
  return { edits: stretch === undefined ? [] : [stretch], layout: settled };
}

/** A stretch of as many lines as before is replaced line by line: where several places changed, what is between them did not. */
function byLines({ from, to, text }: Edit, shown: string): Edit[] {
  const [before, after] = [shown.slice(from, to).split("\n"), text.split("\n")];
  if (before.length !== after.length) return [{ from, to, text }];
  let at = from;
  return before.flatMap((line, idx) => {
    const edit = change(line, after[idx] ?? "");
    const start = at;
    at += line.length + 1;
    return edit === undefined ? [] : [{ from: start + edit.from, to: start + edit.to, text: edit.text }];
  });
}

/** Edits with only layout between them are one. */
function united(edits: readonly Edit[]): Edit[] {
  const out: Edit[] = [];
  for (const it of edits) {
    const last = out.at(-1);
    if (last === undefined || last.to < it.from) out.push(it);
    else out[out.length - 1] = { from: last.from, to: it.to, text: last.text + it.text };
  }
  return out;
}

interface Done {
  edit: Edit | undefined;
  layout: Layout;
  isWide: boolean;
}

function editedOnce(layout: Layout, edit: Edit): Done {
  const { shown } = layout;
  const { from, to, text } = fromQuote(edit, shown);
  const isInside = isInStringAt(layout, { from, to, text });
  const made = isInside === undefined ? [copied(text.length)] : written(text, isInside);
  const done = replaced(layout, { from, to, text }, made);
  const [start, end] = [done.at, done.at + done.written.length];
  if (isSame(done.layout, start, from) && isSame(done.layout, end, from + text.length))
    return toDone(done, false);
  // Blanks that keep words apart, or no longer do: those around the edit are written as they are shown.
  let [first, last] = [from, to];
  while (isBlank(shown[first - 1])) first--;
  while (isBlank(shown[last])) last++;
  const wide = { from: first, to: last, text: shown.slice(first, from) + text + shown.slice(to, last) };
  return toDone(replaced(layout, wide, [copied(wide.text.length)], true), true);
}

/** Whether an edit begins inside a string: undefined if quotes are missing both before and after it. */
function isInStringAt({ text, shown, pieces }: Layout, edit: Edit): boolean | undefined {
  if (areTokens(text)) return isInString(text, placeOf(pieces, "shown", edit.from));
  const now = applied(shown, [edit]);
  return areTokens(now) ? isInString(now, edit.from) : undefined;
}

/** An inserted member, of which the texts show only that it begins after the quote of the next one, begins with its quote. */
function fromQuote(edit: Edit, shown: string): Edit {
  const { from, to, text } = edit;
  if (from !== to || shown[from - 1] !== '"' || !text.endsWith('"') || !/[\n\r]/.test(text)) return edit;
  return { from: from - 1, to: to - 1, text: `"${text.slice(0, -1)}` };
}

type Replaced = { layout: Layout; at: number; end: number; written: string };

const toDone = ({ layout, at, end, written }: Replaced, isWide: boolean): Done => ({
  edit: at === end && written === "" ? undefined : { from: at, to: end, text: written },
  layout,
  isWide,
});

function replaced(layout: Layout, edit: Edit, made: readonly Piece[], isWhole = false): Replaced {
  const { text, shown } = layout;
  const { head, tail } = around(layout.pieces, "shown", edit, isWhole);
  const [at, end] = [sum(head, "text"), text.length - sum(tail, "text")];
  let [written, place] = ["", 0];
  for (const it of made) {
    if (it.isCopy) written += edit.text.slice(place, place + it.shown);
    place += it.shown;
  }
  const now = {
    text: text.slice(0, at) + written + text.slice(end),
    shown: shown.slice(0, edit.from) + edit.text + shown.slice(edit.to),
    pieces: joined([...head, ...made, ...tail]),
  };
  return { layout: now, at, end, written };
}

/** Inserted text: blanks between its tokens are layout, unless they keep words apart. */
function written(text: string, isInside: boolean): Piece[] {
  const start = isInside ? text.slice(0, endOfString(text)) : "";
  const tokens = [...(start === "" ? [] : [start]), ...tokensOf(text.slice(start.length))];
  return tokens.map((it, idx) => {
    const isApart = isWord(tokens[idx - 1]?.at(-1)) && isWord(tokens[idx + 1]?.[0]);
    const isStart = idx === 0 && start !== "";
    return isBlank(it[0]) && !isApart && !isStart
      ? { shown: it.length, text: 0, isCopy: false }
      : copied(it.length);
  });
}

/** Whether a place is inside a word in both texts, or in none. */
function isSame({ text, shown }: Layout, at: number, there: number): boolean {
  const isIn = (it: string, place: number): boolean => isWord(it[place - 1]) && isWord(it[place]);
  return isIn(text, at) === isIn(shown, there);
}

/** As soon as all quotes are there, blanks that have come to be inside strings are no layout any more. */
function settledIn(layout: Layout): Layout {
  const { text, shown, pieces } = layout;
  if (!areTokens(text)) return layout;
  let [now, at, there, isInside, isSettled] = ["", 0, 0, false, true];
  const all = pieces.map((it): Piece => {
    const stretch = shown.slice(there, there + it.shown);
    const isText = isInside && !it.isCopy;
    now += isText ? stretch : text.slice(at, at + it.text);
    if (it.isCopy) isInside = isInString(stretch, stretch.length, isInside);
    if (isText) isSettled = false;
    [at, there] = [at + it.text, there + it.shown];
    return isText ? copied(it.shown) : it;
  });
  return isSettled ? layout : { text: now, shown, pieces: joined(all) };
}

/** Converts a place in the shown text to its place in the text. */
export const toText = ({ pieces }: Layout, offset: number): number => placeOf(pieces, "shown", offset);

/** Converts a place in the text to where what follows it is shown, or what precedes it. */
export const toShown = ({ pieces }: Layout, offset: number, isEnd = false): number =>
  (isEnd ? endOf : placeOf)(pieces, "text", offset);
