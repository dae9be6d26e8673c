/**
 * Deflate, backwards, for hosts that offer it asynchronously only. The source is the package's own, so nothing is
 * checked.
 */

/** A Huffman tree as a table: what the next bits are, whatever follows them: the symbol, and in four bits its width. */
type Tree = Uint16Array;

/** The order in which the lengths of the codes for lengths are written. */
const ORDER = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15];

/** Unpacks `source`, which holds `size` bytes. */
export function inflate(source: Uint8Array, size: number): Uint8Array<ArrayBuffer> {
  const out = new Uint8Array(size);
  let length = 0;
  let at = 0;
  // Bits that were read and not used, the next one lowest.
  let held = 0;
  let nHeld = 0;

  /** Makes sure that there are 15 bits, the width of the longest code; behind the end they are zeros. */
  function fill(): void {
    for (; nHeld < 15; nHeld += 8) held |= (source[at++] as number) << nHeld;
  }

  function drop(count: number): void {
    held >>>= count;
    nHeld -= count;
  }

  function bits(count: number): number {
    fill();
    const value = held & ((1 << count) - 1);
    drop(count);
    return value;
  }

  function symbol(tree: Tree): number {
    fill();
    const found = tree[held & (tree.length - 1)] as number;
    drop(found & 15);
    return found >> 4;
  }

  function stored(): void {
    // It begins with a whole byte, some of which were read too early.
    at -= nHeld >> 3;
    held = nHeld = 0;
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

/** The codes of each width are consecutive numbers, in the order of their symbols, their first bit written first. */
function tree(widths: Uint8Array): Tree {
  const widest = Math.max(1, ...widths);
  const table = new Uint16Array(1 << widest);
  let code = 0;
  for (let width = 1; width <= widest; width++, code <<= 1) {
    for (let symbol = widths.indexOf(width); symbol >= 0; symbol = widths.indexOf(width, symbol + 1)) {
      let turned = 0;
      for (let bit = 0; bit < width; bit++) turned |= ((code >> bit) & 1) << (width - 1 - bit);
      for (let index = turned; index < table.length; index += 1 << width)
        table[index] = (symbol << 4) | width;
      code++;
    }
  }
  return table;
}
