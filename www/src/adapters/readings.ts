/** What a program does with a file, as it is shown: its exception may repeat anything that is in the file. */
import type { Reading } from "agent-response/editor";
import { visible } from "../../../common/visible.ts";

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
  return {
    look: LOOKS[outcome],
    start: visible(shortened(`${name} ${start}`)),
    raised: visible(shortened(raised)),
  };
}

function shortened(text: string): string {
  return text.length > MOST ? `${text.slice(0, MOST).replace(/[\ud800-\udbff]$/, "")}…` : text;
}
