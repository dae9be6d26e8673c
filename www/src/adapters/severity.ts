import type { Diagnostic, Severity } from "agent-response/editor";

/** Most serious first. */
export const SEVERITIES: readonly Severity[] = ["error", "warning", "info", "hint"];

export const rank = (severity: Severity): number => SEVERITIES.indexOf(severity);

/** How many findings there are, in words: "2 errors, 1 warning". */
export function counts(diagnostics: readonly Pick<Diagnostic, "severity">[]): string {
  const words = SEVERITIES.flatMap((severity) => {
    const n = diagnostics.filter((it) => it.severity === severity).length;
    return n === 0 ? [] : [`${n} ${noun(severity, n)}`];
  });
  return words.length === 0 ? "no findings" : words.join(", ");
}

/** The noun for a severity, in singular or plural. */
export function noun(severity: Severity, n: number): string {
  if (severity === "error") return n === 1 ? "error" : "errors";
  if (severity === "warning") return n === 1 ? "warning" : "warnings";
  if (severity === "info") return n === 1 ? "info" : "infos";
  if (severity === "hint") return n === 1 ? "hint" : "hints";
  return unreachable(severity);
}

/** What a screen reader reads before the message. */
export function title(severity: Severity): string {
  if (severity === "error") return "Error";
  if (severity === "warning") return "Warning";
  if (severity === "info") return "Info";
  if (severity === "hint") return "Hint";
  return unreachable(severity);
}

/** A message without its backticks, for places where code cannot be marked. */
export const plain = (message: string): string => message.replaceAll("`", "");

const unreachable = (it: never): never => it;
