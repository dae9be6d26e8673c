/** Lines and characters as editors count them: lines end with LF, CR LF or CR. */

export interface Place {
  line: number;
  character: number;
}

/** Finds the places of offsets in a text. */
export function placesOf(text: string): (offset: number) => Place {
  const starts = [0, ...Array.from(text.matchAll(/\r\n|\r|\n/g), (it) => it.index + it[0].length)];
  return (offset) => {
    let [low, high] = [0, starts.length];
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if ((starts[middle] ?? 0) <= offset) low = middle;
      else high = middle;
    }
    return { line: low, character: offset - (starts[low] ?? 0) };
  };
}
