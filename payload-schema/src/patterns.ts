/**
 * How long a regular expression may take. JavaScript's engine goes back and tries again: `^(a+)+$` takes twice as long for each
 * further character. So patterns are read here, and those that can be matched in several ways by the same text are refused.
 */

/** Characters to tell sets of characters apart. */
const SAMPLE = [
  ...Array.from({ length: 256 }, (_, it) => String.fromCodePoint(it)),
  "ſ",
  "Ж",
  "–",
  "漢",
  "😀",
];

interface Item {
  /** Which of the sample it matches, at its first character if it is a group. */
  first: Set<string>;
  /** Which of the sample may be matched any number of times in it. */
  repeated: Set<string>;
  isOptional: boolean;
  isMany: boolean;
  isGroup: boolean;
}

/**
 * The exponent of the time that a pattern takes, by the length of the text: 1 if each character is read once or twice. Undefined
 * if there is none, because the pattern looks around or back, or repeats what can be repeated in itself.
 */
export function exponent(pattern: string): number | undefined {
  const reader = new Reader(pattern);
  try {
    reader.alternatives();
  } catch (error) {
    if (error === UNKNOWN) return undefined;
    throw error;
  }
  return Math.max(1, reader.nOpen + (pattern.startsWith("^") ? 0 : Math.min(1, reader.nOpen)));
}

const UNKNOWN = Symbol("unknown");

class Reader {
  /** How many repetitions do not end at a character that they cannot match. */
  nOpen = 0;
  #at = 0;
  #text: string;

  constructor(text: string) {
    this.#text = text;
  }

  /** Reads up to the end of the group. */
  alternatives(): Item[][] {
    const all: Item[][] = [[]];
    for (let next = this.#text[this.#at]; next !== undefined && next !== ")"; next = this.#text[this.#at]) {
      if (next !== "|") all.at(-1)?.push(...this.#item());
      else {
        this.#at++;
        all.push([]);
      }
    }
    for (const items of all)
      for (const [index, it] of items.entries())
        if ((it.isMany || it.isOptional) && !endsAt(items[index + 1], it)) this.nOpen++;
    return all;
  }

  #item(): Item[] {
    const isGroup = this.#text[this.#at] === "(";
    const inside = isGroup ? this.#group() : undefined;
    const source = isGroup ? "" : this.#atom();
    if (!isGroup && /^(?:\^|\$|\\[bB])$/.test(source)) return [];
    const [least, most] = this.#quantifier();
    // As often as it is written, there is one way to match it.
    const isMany = most > 1 && most !== least;
    if (most > 1 && inside !== undefined && !isUnambiguous(inside)) throw UNKNOWN;
    // Several ways to match it once.
    if (inside !== undefined && !areAllApart(inside)) this.nOpen++;
    const first = inside ? union(inside.map(firstOf)) : matched(source);
    const within = inside?.flat().map((it) => it.repeated) ?? [];
    return [
      {
        first,
        repeated: union(isMany ? [first, ...within] : within),
        isOptional: least === 0 || (inside?.some((it) => it.every((item) => item.isOptional)) ?? false),
        isMany,
        isGroup,
      },
    ];
  }

  #group(): Item[][] {
    const opening = /^\((?:\?(?::|<[^=!][^>]*>))?(?!\?)/.exec(this.#text.slice(this.#at))?.[0];
    if (opening === undefined) throw UNKNOWN;
    this.#at += opening.length;
    const inside = this.alternatives();
    this.#at++;
    return inside;
  }

  /** A character, a class, or an escape. */
  #atom(): string {
    const rest = this.#text.slice(this.#at);
    const found =
      /^(?:\[(?:\\[\s\S]|[^\]\\])*\]|\\u\{[^}]*\}|\\u[\da-fA-F]{4}|\\x[\da-fA-F]{2}|\\c[a-zA-Z]|\\[pP]\{[^}]*\}|\\[\s\S])/u.exec(
        rest,
      )?.[0];
    const source = found ?? String.fromCodePoint(rest.codePointAt(0) ?? 0);
    if (/^\\[1-9k]/.test(source)) throw UNKNOWN;
    this.#at += source.length;
    return source;
  }

  #quantifier(): [number, number] {
    const found = /^(?:([*+?])|\{(\d+)(?:(,)(\d*))?\})\??/.exec(this.#text.slice(this.#at));
    if (found === null) return [1, 1];
    this.#at += found[0].length;
    const [, sign, least = "1", comma, most] = found;
    if (sign !== undefined) return [sign === "+" ? 1 : 0, sign === "?" ? 1 : Number.POSITIVE_INFINITY];
    return [Number(least), comma === undefined ? Number(least) : Number(most || Number.POSITIVE_INFINITY)];
  }
}

/** Whether a group that is repeated can match a text in one way only: its parts begin or end with what they cannot repeat. */
function isUnambiguous(alternatives: Item[][]): boolean {
  if (!areAllApart(alternatives)) return false;
  return alternatives.every((items) => {
    const repeated = union(items.map((it) => it.repeated));
    const isMark = (it: Item | undefined): boolean =>
      it !== undefined && !it.isGroup && !it.isMany && !it.isOptional && areApart(it.first, repeated);
    const hasMark = repeated.size === 0 || isMark(items[0]) || isMark(items.at(-1));
    return hasMark && !items.every((it) => it.isOptional);
  });
}

/** Whether the first character tells the alternatives apart. */
function areAllApart(alternatives: Item[][]): boolean {
  const firsts = alternatives.map(firstOf);
  return firsts.every((it, index) => firsts.slice(index + 1).every((other) => areApart(it, other)));
}

/** Whether what may be repeated or left out ends where the next item begins. */
const endsAt = (next: Item | undefined, { first, repeated }: Item): boolean =>
  next !== undefined && !next.isOptional && areApart(next.first, union([first, repeated]));

/** What a sequence may begin with. */
function firstOf(items: Item[]): Set<string> {
  const end = items.findIndex((it) => !it.isOptional);
  return union(items.slice(0, end === -1 ? items.length : end + 1).map((it) => it.first));
}

const matched = (source: string): Set<string> => {
  const one = new RegExp(`^(?:${source})$`, "u");
  return new Set(SAMPLE.filter((it) => one.test(it)));
};

const union = (sets: Set<string>[]): Set<string> => new Set(sets.flatMap((it) => [...it]));
const areApart = (one: Set<string>, other: Set<string>): boolean => ![...one].some((it) => other.has(it));
