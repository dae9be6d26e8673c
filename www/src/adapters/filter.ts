/** What a row of the index is found by. */
export interface Entry {
  /** the text of the row, and the words of its messages; in lower case */
  words: string;
  severity: string;
  fix: string;
  formats: readonly string[];
}

/** The search; an empty text matches everything. */
export type Wish = Record<"q" | "format" | "severity" | "fix", string>;

/** Whether a rule matches: each word of the search must occur somewhere. */
export function fits(entry: Entry, wish: Wish): boolean {
  if (wish.format !== "" && !entry.formats.includes(wish.format)) return false;
  if (wish.severity !== "" && entry.severity !== wish.severity) return false;
  if (wish.fix !== "" && entry.fix !== wish.fix) return false;
  return wish.q
    .toLowerCase()
    .split(/\s+/)
    .every((it) => entry.words.includes(it));
}
