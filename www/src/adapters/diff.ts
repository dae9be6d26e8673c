/** A stretch that both texts have, or only the old or the new one, or the sign that one is left out. */
export interface Part {
  kind: "same" | "gone" | "come" | "left";
  text: string;
}

/** More differences than this are shown as one. */
const MOST = 400;

/** How a text changed, word by word: the fewest stretches that turn one text into the other. */
export function diff(before: string, after: string): Part[] {
  const [a, b] = [words(before), words(after)];
  let head = 0;
  while (head < a.length && head < b.length && a[head] === b[head]) head += 1;
  let tail = 0;
  while (tail < a.length - head && tail < b.length - head && a.at(-1 - tail) === b.at(-1 - tail)) tail += 1;
  const middle = shortest(a.slice(head, a.length - tail), b.slice(head, b.length - tail));
  return joined([
    { kind: "same", text: a.slice(0, head).join("") },
    ...middle,
    { kind: "same", text: tail === 0 ? "" : a.slice(-tail).join("") },
  ]);
}

const words = (text: string): string[] => text.match(/\w+|\s+|[^\w\s]/gu) ?? [];

/** Myers' algorithm: walks the diagonals, with one more difference each round. */
function shortest(a: readonly string[], b: readonly string[]): Part[] {
  const ends: Map<number, number>[] = [];
  let reached = new Map([[1, 0]]);
  for (let d = 0; d <= Math.min(MOST, a.length + b.length); d += 1) {
    const now = new Map(reached);
    for (let k = -d; k <= d; k += 2) {
      const isDown = k === -d || (k !== d && (reached.get(k - 1) ?? -1) < (reached.get(k + 1) ?? -1));
      let x = isDown ? (reached.get(k + 1) ?? 0) : (reached.get(k - 1) ?? 0) + 1;
      while (x < a.length && x - k < b.length && a[x] === b[x - k]) x += 1;
      now.set(k, x);
      if (x >= a.length && x - k >= b.length) return walkBack(a, b, [...ends, reached], d);
    }
    ends.push(reached);
    reached = now;
  }
  return [
    { kind: "gone", text: a.join("") },
    { kind: "come", text: b.join("") },
  ];
}

function walkBack(
  a: readonly string[],
  b: readonly string[],
  ends: readonly Map<number, number>[],
  d: number,
): Part[] {
  const out: Part[] = [];
  let [x, y] = [a.length, b.length];
  for (let round = d; round >= 0; round -= 1) {
    const before = ends[round] ?? new Map<number, number>();
    const k = x - y;
    const isDown = k === -round || (k !== round && (before.get(k - 1) ?? -1) < (before.get(k + 1) ?? -1));
    const fromK = isDown ? k + 1 : k - 1;
    const fromX = before.get(fromK) ?? 0;
    const startX = round === 0 ? 0 : isDown ? fromX : fromX + 1;
    if (x > startX) out.push({ kind: "same", text: a.slice(startX, x).join("") });
    if (round === 0) break;
    if (isDown) out.push({ kind: "come", text: b[fromX - fromK] ?? "" });
    else out.push({ kind: "gone", text: a[fromX] ?? "" });
    [x, y] = [fromX, fromX - fromK];
  }
  return out.reverse();
}

/** Joins adjacent parts of the same kind, removed text before inserted text. */
function joined(parts: readonly Part[]): Part[] {
  const out: Part[] = [];
  for (const it of parts) {
    if (it.text === "") continue;
    const last = out.at(-1);
    const other = out.at(-2);
    if (last?.kind === it.kind) last.text += it.text;
    else if (it.kind === "gone" && last?.kind === "come" && other?.kind === "gone") other.text += it.text;
    else if (it.kind === "gone" && last?.kind === "come") out.splice(-1, 0, { ...it });
    else out.push({ ...it });
  }
  return out;
}

/** More backslashes than these are counted: each says the same. */
const FEW = 3;

/** The same, with many inserted backslashes counted where the first one is: a string is encoded, and says what it said. */
export function counted(parts: readonly Part[]): Part[] {
  const isEscape = ({ kind, text }: Part): boolean => kind === "come" && /^\\+$/.test(text);
  const all = parts.filter(isEscape);
  const [first] = all;
  if (all.length <= FEW) return [...parts];
  const n = all.reduce((sum, it) => sum + it.text.length, 0);
  const sign: Part = { kind: "come", text: `(${n} backslashes inserted)` };
  return joined(
    parts.flatMap((it): Part[] => {
      const kept = isEscape(it) ? { ...it, kind: "same" as const } : it;
      return it === first ? [sign, kept] : [kept];
    }),
  );
}

/** The same, with long stretches that both texts have cut down to the lines, or else the words, next to a difference. */
export function nearby(parts: readonly Part[], around = 80): Part[] {
  return parts.flatMap((it, idx): Part[] => {
    if (it.kind !== "same" || it.text.length <= 2 * around) return [it];
    const head = idx === 0 ? "" : beginning(it.text.slice(0, around));
    const tail = idx === parts.length - 1 ? "" : ending(it.text.slice(-around));
    const left = `${/(?:^|\s)$/.test(head) ? "" : " "}…${tail.startsWith("\n") ? "" : " "}`;
    const gap: Part = { kind: "left", text: left };
    return [{ kind: "same", text: head }, gap, { kind: "same", text: tail }];
  });
}

/** The whole lines, or else the whole words, of a text that was cut off. */
function beginning(text: string): string {
  const at = text.lastIndexOf("\n");
  return at > 0 ? text.slice(0, at + 1) : text.replace(/(\s)\S*$/, "$1");
}

/** The same of a text whose beginning was cut off. */
function ending(text: string): string {
  const at = text.indexOf("\n");
  return at !== -1 && at < text.length - 1 ? text.slice(at) : text.replace(/^\S*\s/, "");
}
