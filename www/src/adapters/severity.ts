import type { Diagnostic, Severity } from "agent-response/editor";

/** Most serious first. */
export const SEVERITIES: readonly Severity[] = ["error", "warning", "info", "hint"];

export const rank = (severity: Severity): number => SEVERITIES.indexOf(severity);

/** What says that a report ends before its last finding. */
export const CUT: Diagnostic["code"] = "too-many-findings";

/** How many findings there are, in words: "2 errors, 1 warning"; "1000+ errors" if the report does not list all of them. */
export function counts(diagnostics: readonly Pick<Diagnostic, "severity" | "code">[]): string {
  const plus = diagnostics.some((it) => it.code === CUT) ? "+" : "";
  const words = SEVERITIES.flatMap((severity) => {
    const n = diagnostics.filter((it) => it.severity === severity && it.code !== CUT).length;
    return n === 0 ? [] : [`${n}${plus} ${noun(severity, n)}`];
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
