/** What is searched for. */
export interface Query {
  text: string;
  isCase: boolean;
  isWord: boolean;
  isRegExp: boolean;
}

/** Where the match is, and the groups that the regular expression captured. */
export interface Match {
  from: number;
  to: number;
  groups: readonly (string | undefined)[];
}

/** More matches are not shown. */
export const MOST = 1000;

/** The regular expression for a query; null if it is not a valid one. */
export function expression({ text, isCase, isWord, isRegExp }: Query): RegExp | null {
  const plain = isRegExp ? text : text.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&");
  const source = isWord ? `(?<!\\w)(?:${plain})(?!\\w)` : plain;
  // By whole characters (`u`) if possible: that stricter syntax has no `\"`, which JSON is full of.
  for (const flags of ["gmu", "gm"])
    try {
      return new RegExp(source, isCase ? flags : `${flags}i`);
    } catch {
      // Try the other syntax, or give up.
    }
  return null;
}

/** The non-empty matches in a text. */
export function matches(text: string, query: Query, most = MOST): Match[] {
  const all: Match[] = [];
  const sought = query.text === "" ? null : expression(query);
  if (sought === null) return all;
  for (const it of text.matchAll(sought)) {
    const [whole] = it;
    if (whole === "") continue;
    all.push({ from: it.index, to: it.index + whole.length, groups: it });
    if (all.length === most) break;
  }
  return all;
}

/** The match after a place, or before it; wraps around at the ends. */
export const next = (
  all: readonly Match[],
  from: number,
  to: number,
  isForward: boolean,
): Match | undefined =>
  isForward
    ? (all.find((it) => it.from >= to) ?? all[0])
    : (all.findLast((it) => it.to <= from) ?? all.at(-1));

/** The replacement for a match: `$1` and `$&` are replaced with what the regular expression matched. */
export const insertFor = ({ groups }: Match, by: string, { isRegExp }: Query): string =>
  isRegExp
    ? by.replace(/\$([$&]|\d)/g, (_, it: string) =>
        it === "$" ? "$" : (groups[it === "&" ? 0 : Number(it)] ?? ""),
      )
    : by;
