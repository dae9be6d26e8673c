/**
 * A JSON text as people read it: every member on a line of its own. Only blanks between tokens differ. What is typed in the
 * shown text becomes edits of the other, which keeps its own blanks.
 * Knows nothing of VS Code's API.
 */

import {
  aligned,
  type Edit,
  isNothing,
  type Layout,
  type Made,
  plain,
  replaced,
  toText,
} from "../../../common/layout.js";
import { around, copied, joined, type Piece, sum } from "../../../common/pieces.js";
import {
  areTokens,
  endOfString,
  isBlank,
  isInString,
  isWord,
  laidOut,
  tokensOf,
} from "../../../common/tokens.js";
import { applied, change } from "./merge.js";

/** The layout of a text that is JSON, which stays as it is if it has line breaks of its own; undefined for any other text. */
export function layOut(text: string): Layout | undefined {
  try {
    JSON.parse(text);
  } catch {
    return undefined;
  }
  return /[\n\r]/.test(text.trim()) ? plain(text) : aligned(text, laidOut(text));
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
    if (!isNothing(done.edit)) made.push(done.edit);
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

function editedOnce(layout: Layout, edit: Edit): { edit: Edit; layout: Layout; isWide: boolean } {
  const { shown } = layout;
  const { from, to, text } = fromQuote(edit, shown);
  const isInside = isInStringAt(layout, { from, to, text });
  const made: Made = isInside === undefined ? [[text, text]] : written(text, isInside);
  const done = replaced(layout, { from, to }, made);
  const start = done.edit.from;
  const end = start + done.edit.text.length;
  if (isSame(done.layout, start, from) && isSame(done.layout, end, from + text.length))
    return { ...done, isWide: false };
  // Blanks that keep words apart, or no longer do: those around the edit are written as they are shown.
  let [first, last] = [from, to];
  while (isBlank(shown[first - 1])) first--;
  while (isBlank(shown[last])) last++;
  const wide = shown.slice(first, from) + text + shown.slice(to, last);
  return { ...replaced(layout, { from: first, to: last }, [[wide, wide]], true), isWide: true };
}

/** Whether an edit begins inside a string: undefined if quotes are missing both before and after it. */
function isInStringAt(layout: Layout, edit: Edit): boolean | undefined {
  if (areTokens(layout.text)) return isInString(layout.text, toText(layout, edit.from));
  const now = applied(layout.shown, [edit]);
  return areTokens(now) ? isInString(now, edit.from) : undefined;
}

/** An inserted member, of which the texts show only that it begins after the quote of the next one, begins with its quote. */
function fromQuote(edit: Edit, shown: string): Edit {
  const { from, to, text } = edit;
  if (from !== to || shown[from - 1] !== '"' || !text.endsWith('"') || !/[\n\r]/.test(text)) return edit;
  return { from: from - 1, to: to - 1, text: `"${text.slice(0, -1)}` };
}

/** Inserted text: blanks between its tokens are layout, unless they keep words apart. */
function written(text: string, isInside: boolean): Made {
  const start = isInside ? text.slice(0, endOfString(text)) : "";
  const tokens = [...(start === "" ? [] : [start]), ...tokensOf(text.slice(start.length))];
  return tokens.map((it, idx) => {
    const isApart = isWord(tokens[idx - 1]?.at(-1)) && isWord(tokens[idx + 1]?.[0]);
    const isStart = idx === 0 && start !== "";
    return [it, isBlank(it[0]) && !isApart && !isStart ? "" : it];
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
