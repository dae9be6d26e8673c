/**
 * Deflate, backwards: small rather than fast, for hosts that offer it asynchronously only. The source is the package's
 * own, so nothing is checked.
 */

/** The codes of a Huffman tree: how many have each length, and the symbols in their order. */
interface Tree {
  readonly counts: Uint16Array;
  readonly symbols: Uint16Array;
}

/** The order in which the lengths of the codes for lengths are written. */
const ORDER = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15];

/** Unpacks `source`, which holds `size` bytes. */
export function inflate(source: Uint8Array, size: number): Uint8Array<ArrayBuffer> {
  const out = new Uint8Array(size);
  let length = 0;
  let at = 0;
  let bit = 0;

  function bits(count: number): number {
    let value = 0;
    for (let shift = 0; shift < count; shift++) {
      value |= (((source[at] as number) >> bit) & 1) << shift;
      bit = (bit + 1) & 7;
      if (bit === 0) at++;
    }
    return value;
  }

  function symbol({ counts, symbols }: Tree): number {
    let code = 0;
    let first = 0;
    let index = 0;
    for (let width = 1; ; width++) {
      code |= ((source[at] as number) >> bit) & 1;
      bit = (bit + 1) & 7;
      if (bit === 0) at++;
      const count = counts[width] as number;
      if (code - count < first) return symbols[index + code - first] as number;
      index += count;
      first = (first + count) << 1;
      code <<= 1;
    }
  }

  function stored(): void {
    if (bit !== 0) at++;
    bit = 0;
    const count = (source[at] as number) | ((source[at + 1] as number) << 8);
    out.set(source.subarray(at + 4, at + 4 + count), length);
    length += count;
    at += 4 + count;
  }

  function compressed(literals: Tree, distances: Tree): void {
    for (let it = symbol(literals); it !== 256; it = symbol(literals)) {
      if (it < 256) {
        out[length++] = it;
        continue;
      }
      let left = copied(it - 257, bits);
      const code = symbol(distances);
      const extra = code < 2 ? 0 : (code >> 1) - 1;
      const distance = 1 + (code < 2 ? code : ((2 | (code & 1)) << extra) + bits(extra));
      for (; left > 0; left--) out[length] = out[length++ - distance] as number;
    }
  }

  function dynamic(): void {
    const nLiterals = bits(5) + 257;
    const nDistances = bits(5) + 1;
    const widths = new Uint8Array(19);
    for (let left = bits(4) + 4, index = 0; left > 0; left--, index++)
      widths[ORDER[index] as number] = bits(3);
    const codes = tree(widths);
    const all = new Uint8Array(nLiterals + nDistances);
    for (let index = 0; index < all.length; ) {
      const it = symbol(codes);
      if (it < 16) {
        all[index++] = it;
        continue;
      }
      const width = it === 16 ? (all[index - 1] as number) : 0;
      const times = it === 16 ? 3 + bits(2) : it === 17 ? 3 + bits(3) : 11 + bits(7);
      all.fill(width, index, index + times);
      index += times;
    }
    compressed(tree(all.subarray(0, nLiterals)), tree(all.subarray(nLiterals)));
  }

  for (let isLast = 0; isLast === 0; ) {
    isLast = bits(1);
    const kind = bits(2);
    if (kind === 0) stored();
    else if (kind === 2) dynamic();
    else compressed(fixed(), tree(new Uint8Array(30).fill(5)));
  }
  return out;
}

/** How many bytes the code of a length says are repeated. */
function copied(code: number, bits: (count: number) => number): number {
  if (code < 8) return code + 3;
  if (code === 28) return 258;
  const extra = (code >> 2) - 1;
  return 3 + ((4 | (code & 3)) << extra) + bits(extra);
}

function fixed(): Tree {
  const widths = new Uint8Array(288).fill(8).fill(9, 144, 256).fill(7, 256, 280);
  return tree(widths);
}

function tree(widths: Uint8Array): Tree {
  const counts = new Uint16Array(16);
  for (const it of widths) counts[it] = (counts[it] as number) + 1;
  counts[0] = 0;
  const next = new Uint16Array(16);
  for (let width = 1; width < 15; width++)
    next[width + 1] = (next[width] as number) + (counts[width] as number);
  const symbols = new Uint16Array(widths.length);
  for (const [symbol, width] of widths.entries()) {
    if (width === 0) continue;
    const place = next[width] as number;
    next[width] = place + 1;
    symbols[place] = symbol;
  }
  return { counts, symbols };
}
