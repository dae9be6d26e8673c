import type { Completion } from "agent-response/editor";

/** What can be inserted at a place, with offsets of the editor that offers it. */
export interface Proposal
  extends Pick<Completion, "label" | "detail" | "documentation" | "filter" | "required"> {
  changes: { from: number; to: number; insert: string }[];
  /** where the text that the proposal replaces begins */
  from: number;
  /** what is selected afterwards, counted from the beginning of the inserted text; null is its end */
  selection: { from: number; to: number } | null;
}

/** Proposals as an editor needs them; `place` converts offsets in the text to those in the editor. */
export const toProposals = (
  all: readonly Completion[],
  place = (offset: number): number => offset,
): Proposal[] =>
  all.map(({ label, detail, documentation, filter, required, edit, more, snippet }) => {
    const { text, selection } = expand(snippet ?? "", edit.text, snippet != null);
    return {
      label,
      detail,
      documentation,
      filter,
      required,
      from: place(edit.from),
      selection,
      changes: [
        { from: place(edit.from), to: place(edit.to), insert: text },
        ...more.map((it) => ({ from: place(it.from), to: place(it.to), insert: it.text })),
      ],
    };
  });

/** The text of a snippet, and its first stop. */
export function expand(
  snippet: string,
  plain: string,
  isSnippet: boolean,
): { text: string; selection: { from: number; to: number } | null } {
  if (!isSnippet) return { text: plain, selection: null };
  let text = "";
  let at = 0;
  let best = Number.POSITIVE_INFINITY;
  let selection: { from: number; to: number } | null = null;
  for (const it of snippet.matchAll(/\$\{(\d+)(?::([^}]*))?\}|\$(\d+)|\\([$}\\])/g)) {
    text += snippet.slice(at, it.index);
    at = it.index + it[0].length;
    const [, braced, word = "", bare, escaped] = it;
    if (escaped !== undefined) {
      text += escaped;
      continue;
    }
    // The last stop is `$0`.
    const rank = Number(braced ?? bare) || Number.MAX_SAFE_INTEGER;
    if (rank < best) {
      best = rank;
      selection = { from: text.length, to: text.length + word.length };
    }
    text += word;
  }
  return { text: text + snippet.slice(at), selection };
}

/** The proposals that match the typed text: first those that begin with it. */
export function fitting(all: readonly Proposal[], typed: string): Proposal[] {
  const wanted = typed.toLowerCase();
  const word = wanted.replace(/^[\\"]+/, "");
  const begins = all.filter((it) => it.filter.toLowerCase().startsWith(wanted));
  const rest = all.filter(
    (it) => !begins.includes(it) && word !== "" && it.filter.toLowerCase().includes(word),
  );
  return [...begins, ...rest];
}
