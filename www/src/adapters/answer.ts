import type { Report } from "agent-response/editor";

const BEGINS_AS_JSON = /^[\s\ufeff]*["[{]/;

/**
 * Whether a text is the answer of a model rather than a file: content without its envelope, or words, which no file begins
 * with, such as reasoning, prose or a fence. A single word is rather the beginning of something that is being typed.
 */
export function looksLikeAnswer(
  text: string,
  report: Pick<Report, "format" | "diagnostics"> | undefined,
): boolean {
  if (report === undefined) return false;
  if (report.diagnostics.some((it) => it.code === "missing-envelope")) return true;
  const { id } = report.format;
  return (id === null || id === "agent-response") && !BEGINS_AS_JSON.test(text) && /\S\s+\S/.test(text);
}
