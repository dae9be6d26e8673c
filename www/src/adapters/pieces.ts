/** Pieces of a long file with a record in each line. */
import type { Report, ValidateOptions } from "agent-response/editor";
import { verdicts } from "./verdicts.ts";

/** About how long a piece is: progress is shown after each, and the records in one know of each other. */
const PIECE = 256 * 1024;

/** Where each line starts; the end of the last line is no line. */
export function startsOf(text: string): Uint32Array<ArrayBuffer> {
  let count = 0;
  for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) count += 1;
  const starts = new Uint32Array(count + 1);
  let n = 0;
  for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) {
    n += 1;
    starts[n] = at + 1;
  }
  return text.endsWith("\n") ? starts.slice(0, -1) : starts;
}

/** The first line of each piece, and the line after its last. */
export function* pieces(starts: Uint32Array, length: number): Generator<[first: number, end: number]> {
  let first = 0;
  for (let end = 1; end <= starts.length; end += 1) {
    const to = starts[end] ?? length;
    if (to - (starts[first] ?? 0) < PIECE && end < starts.length) continue;
    yield [first, end];
    first = end;
  }
}

type Validate = (text: string, options: ValidateOptions) => Report;

/** Counts errors and warnings in each of the lines; a piece with too many findings is halved. */
export function counted(
  validate: Validate,
  text: string,
  starts: Uint32Array,
  first: number,
  end: number,
  options: ValidateOptions,
  into: Uint16Array,
  offset = first,
): void {
  const { found, end: last } = verdicts(validate(text.slice(starts[first], starts[end]), options), true);
  if (last !== Number.POSITIVE_INFINITY && end - first > 1) {
    const half = Math.floor((first + end) / 2);
    counted(validate, text, starts, first, half, options, into, offset);
    counted(validate, text, starts, half, end, options, into, offset);
    return;
  }
  for (const [number, counts] of found) into.set(counts, 2 * (Math.min(first + number, end) - 1 - offset));
}
