/** What is searched for. */
export interface Query {
  text: string;
  isCase: boolean;
  isWord: boolean;
  isRegExp: boolean;
}

/** Where it is, and what a regular expression has caught there. */
export interface Match {
  from: number;
  to: number;
  groups: readonly (string | undefined)[];
}

/** More are not shown. */
export const MOST = 1000;

/** The expression that finds it; null when it is no expression. */
export function expression({ text, isCase, isWord, isRegExp }: Query): RegExp | null {
  const plain = isRegExp ? text : text.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&");
  const source = isWord ? `(?<!\\w)(?:${plain})(?!\\w)` : plain;
  // Whole characters where it can be: the stricter language of them has no `\"`, which JSON is full of.
  for (const flags of ["gmu", "gm"])
    try {
      return new RegExp(source, isCase ? flags : `${flags}i`);
    } catch {
      // The other language, or none.
    }
  return null;
}

/** Where it is in a text, as far as it takes up any room there. */
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

/** The match after a place, or before it; round the end it starts again. */
export const next = (
  all: readonly Match[],
  from: number,
  to: number,
  isForward: boolean,
): Match | undefined =>
  isForward
    ? (all.find((it) => it.from >= to) ?? all[0])
    : (all.findLast((it) => it.to <= from) ?? all.at(-1));

/** What a match is replaced by: `$1` and `$&` stand for what a regular expression has caught. */
export const insertFor = ({ groups }: Match, by: string, { isRegExp }: Query): string =>
  isRegExp
    ? by.replace(/\$([$&]|\d)/g, (_, it: string) =>
        it === "$" ? "$" : (groups[it === "&" ? 0 : Number(it)] ?? ""),
      )
    : by;
