/**
 * A text and what is shown for it, as a list of stretches: the same in both, or a stretch of one in place of a stretch of the
 * other.
 */

export interface Piece {
  /** how long it is in what is shown, and in the text */
  shown: number;
  text: number;
  isCopy: boolean;
}

export type Side = "shown" | "text";

export const copied = (length: number): Piece => ({ shown: length, text: length, isCopy: true });

/** The pieces one after the other, without empty ones and with neighbors joined. */
export function joined(pieces: Iterable<Piece>): Piece[] {
  const out: Piece[] = [];
  for (const it of pieces) {
    const last = out.at(-1);
    if (it.shown + it.text === 0) continue;
    if (last?.isCopy && it.isCopy) out[out.length - 1] = copied(last.shown + it.shown);
    else out.push(it);
  }
  return out;
}

export const sum = (pieces: readonly Piece[], side: Side): number =>
  pieces.reduce((all, it) => all + it[side], 0);

/** Converts a place in one text to where what follows it is in the other. */
export function placeOf(pieces: readonly Piece[], from: Side, offset: number): number {
  const to = other(from);
  let [here, there] = [0, 0];
  for (const it of pieces) {
    if (offset < here + it[from]) return there + (it.isCopy ? offset - here : 0);
    here += it[from];
    there += it[to];
  }
  return there;
}

/** Converts a place in one text to where what precedes it is in the other. */
export function endOf(pieces: readonly Piece[], from: Side, offset: number): number {
  const to = other(from);
  let [here, there] = [0, 0];
  for (const it of offset === 0 ? [] : pieces) {
    if (it[from] > 0 && offset <= here + it[from]) return there + (it.isCopy ? offset - here : it[to]);
    here += it[from];
    there += it[to];
  }
  return there;
}

/**
 * The pieces before a stretch of one text, and those after it. Blanks of the other text alone, at one of its ends, stay, or
 * are left out with `isWhole`.
 */
export function around(
  pieces: readonly Piece[],
  side: Side,
  { from, to }: { from: number; to: number },
  isWhole = false,
): { head: Piece[]; tail: Piece[] } {
  const [head, tail]: [Piece[], Piece[]] = [[], []];
  let at = 0;
  for (const it of pieces) {
    const end = at + it[side];
    if (it[side] === 0) {
      if (isWhole ? at < from : at <= from) head.push(it);
      else if (at > to || (at === to && !isWhole)) tail.push(it);
    } else {
      if (at < from) head.push(end <= from ? it : part(it, side, from - at, false));
      if (end > to) tail.push(at >= to ? it : part(it, side, end - to, true));
    }
    at = end;
  }
  return { head, tail };
}

/** A part of a piece; if it is no copy, the part with the end has what the other text has there. */
function part(it: Piece, side: Side, length: number, isEnd: boolean): Piece {
  if (it.isCopy) return copied(length);
  const rest = isEnd ? it[other(side)] : 0;
  return side === "shown"
    ? { shown: length, text: rest, isCopy: false }
    : { shown: rest, text: length, isCopy: false };
}

const other = (side: Side): Side => (side === "shown" ? "text" : "shown");
