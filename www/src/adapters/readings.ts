/** What a program does with a file, as it is shown: its exception may repeat anything that is in the file. */
import type { Reading } from "agent-response/editor";

/** Longer words say no more; they have a whole error message in them. */
const MOST = 400;

export interface Sentence {
  look: "ok" | "warning" | "error";
  /** the program, and what it does */
  start: string;
  /** the exception */
  raised: string;
}

const LOOKS = { reads: "ok", differs: "warning", refuses: "error" } as const;

export function sentence({ outcome, title, words }: Reading): Sentence {
  const name = title.replace(/^./, (it) => it.toUpperCase());
  const [start, raised] = outcome === "refuses" ? ["refuses it:", words] : [words, ""];
  return { look: LOOKS[outcome], start: visible(`${name} ${start}`), raised: visible(raised) };
}

/** Characters that nobody sees, or that change the direction of the text around them, as escapes. */
function visible(text: string): string {
  const short = text.length > MOST ? `${text.slice(0, MOST).replace(/[\ud800-\udbff]$/, "")}…` : text;
  return short.replace(
    /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu,
    (it) => `\\u{${it.codePointAt(0)?.toString(16)}}`,
  );
}
