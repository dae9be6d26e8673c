/** What is said of each line of a file with a record in each. */
import type { Report } from "agent-response/editor";
import { summed } from "./folder.ts";

/** What was found in a line. */
export interface Verdict {
  look: "error" | "warning" | "ok" | "hint";
  words: string;
}

/** Where fragments of a call are, which are judged with those in other lines, and the ids of calls and results in different lines. */
const FRAGMENT = /\/delta(\/(.*\/)?(arguments|partial_json|id|name))?$/;
const ID = /^\/(message|payload|id)(\/|$)/;
const PAIRS = new Set<string>(["orphan-result", "unanswered-call", "duplicate-item"]);

const isAcross = ({ code, pointer }: Report["diagnostics"][number]): boolean =>
  FRAGMENT.test(pointer) || (PAIRS.has(code) && ID.test(pointer));

/**
 * What was found in each line that is not valid, by its number from one; and the first line that was not checked. Of a part of
 * a file, only what its lines say by themselves.
 */
export function verdicts(
  { diagnostics }: Report,
  isPart = false,
): {
  found: Map<number, [errors: number, warnings: number]>;
  end: number;
} {
  const found = new Map<number, [number, number]>();
  let last = 0;
  for (const it of diagnostics) {
    const { severity, range, code } = it;
    if (code === "too-many-findings") return { found, end: last };
    const number = range.start.line + 1;
    last = Math.max(last, number);
    if (isPart && isAcross(it)) continue;
    const [errors, warnings] = found.get(number) ?? [0, 0];
    found.set(number, [errors + Number(severity === "error"), warnings + Number(severity === "warning")]);
  }
  return { found, end: Number.POSITIVE_INFINITY };
}

/** A verdict from what was counted. */
export function verdict([errors, warnings]: readonly [number, number]): Verdict {
  const part = (n: number, what: string): string => (n === 0 ? "" : `${n} ${what}${n === 1 ? "" : "s"}`);
  const words = [part(errors, "error"), part(warnings, "warning")].filter((it) => it !== "").join(", ");
  return { look: errors > 0 ? "error" : warnings > 0 ? "warning" : "ok", words: words || "valid" };
}

/** Lines that are listed. */
export interface Source {
  readonly count: number;
  /** the line that is open */
  readonly current: number;
  /** how many there are, and how many of them are not valid */
  readonly summary: string;
  /** the lines that are not valid */
  readonly numbers: number[];
  verdict(number: number): Verdict;
  text(number: number): string;
}

/** Counts the lines with errors, and those with warnings only. */
export const summaryOf = (count: number, all: Iterable<readonly [number, number]>): string => {
  let errors = 0;
  let warnings = 0;
  for (const it of all)
    if (it[0] > 0) errors += 1;
    else if (it[1] > 0) warnings += 1;
  return summed("line", count, errors, warnings);
};

const CONTENT = /"(?:content|text|prompt|input)"\s*:\s*"((?:[^"\\]|\\.){1,200})/;

/** The beginning of what is said in a line, or of the line. */
export function gist(text: string): string {
  const start = text.slice(0, 4000);
  const [, said] = CONTENT.exec(start) ?? [];
  if (said === undefined) return start.slice(0, 200);
  try {
    return String(JSON.parse(`"${said}"`));
  } catch {
    return said;
  }
}
