/** Files that hold the answer of a model. */
import type { Report, recover } from "agent-response/editor";

const BEGINS_AS_JSON = /^[\s\ufeff]*["[{]/;

/** Longer texts are no error messages. */
const LONGEST_MESSAGE = 20_000;

/** Whether a response can be made of a text: it looks like the answer of a model, and is not why there is none. */
export function isModelAnswer(
  text: string,
  report: Pick<Report, "format" | "diagnostics"> | undefined,
  make: typeof recover | undefined,
): boolean {
  if (!looksLikeAnswer(text, report)) return false;
  try {
    if (text.length <= LONGEST_MESSAGE) make?.(text);
    return true;
  } catch {
    return false;
  }
}

/**
 * Whether a text is the answer of a model rather than a file: content without its envelope, or words, which no file begins
 * with, such as reasoning, prose or a fence. A single word is rather the beginning of something that is being typed, and what
 * was cut off must be generated again.
 */
export function looksLikeAnswer(
  text: string,
  report: Pick<Report, "format" | "diagnostics"> | undefined,
): boolean {
  if (report === undefined) return false;
  const codes = report.diagnostics.map((it) => it.code);
  if (codes.includes("truncated")) return false;
  if (codes.includes("missing-envelope")) return true;
  const { id } = report.format;
  // An envelope after words or in a fence only needs a fix.
  const isBare = id === null || (id === "agent-response" && codes.includes("syntax"));
  return isBare && !BEGINS_AS_JSON.test(text) && /\S\s+\S/.test(text);
}
