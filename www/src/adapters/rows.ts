import type { Diagnostic, Report, Safety, Severity } from "agent-response/editor";
import { CUT, noun } from "./severity.ts";

/** One line of the list of findings. */
export interface Row {
  /** index of the finding in the report */
  id: number;
  code: string;
  severity: Severity;
  message: string;
  /** "5:3", one-based */
  place: string;
  /** the place in the decoded payload, if the finding is there */
  inner: string | null;
  fixes: { title: string; safety: Safety }[];
  related: { message: string; place: string; from: number; to: number }[];
}

/** The findings as a list shows them, in the order of the text. */
export const toRows = (report: Report): Row[] => report.diagnostics.map(toRow);

function toRow(it: Diagnostic, id: number): Row {
  return {
    id,
    code: it.code,
    severity: it.severity,
    message: it.message,
    place: place(it),
    inner: it.inner[0] === undefined ? null : place(it.inner[0]),
    fixes: it.fixes.map(({ title, safety }) => ({ title, safety })),
    related: it.related.map((other) => ({
      message: other.message,
      place: place(other),
      from: other.from,
      to: other.to,
    })),
  };
}

function place(it: Pick<Diagnostic, "range">): string {
  const { line, character } = it.range.start;
  return `${line + 1}:${character + 1}`;
}

/** What may be fixed without asking: how many findings as a whole, and how many in part. */
export interface SafeFixes {
  whole: number;
  part: number;
  /** the report does not list all findings */
  isCut: boolean;
}

/** How many findings have a first fix that may be applied without asking. */
export function countSafe(report: Report): SafeFixes {
  const fixes = report.diagnostics.flatMap((it) => it.fixes.slice(0, 1)).filter((it) => it.safety === "safe");
  const part = fixes.filter((it) => it.partial).length;
  return { whole: fixes.length - part, part, isCut: report.diagnostics.some((it) => it.code === CUT) };
}

/** What fixing without asking leaves: "Leaves 1 error"; empty if it leaves none. */
export function leaves({ diagnostics }: Report): string {
  const isFixed = ({ fixes: [first] }: Diagnostic): boolean => first?.safety === "safe" && !first.partial;
  const n = diagnostics.filter((it) => it.severity === "error" && !isFixed(it)).length;
  return n === 0 ? "" : `Leaves ${n} ${noun("error", n)}`;
}

/** The number for a button, in parentheses; empty if there is nothing to fix. */
export function toCount({ whole, part, isCut }: SafeFixes): string {
  const plus = isCut ? "+" : "";
  if (part === 0) return whole === 0 ? "" : ` (${whole}${plus})`;
  return whole === 0 ? ` (${part}${plus} in part)` : ` (${whole}${plus}, ${part}${plus} in part)`;
}

/** The findings as Markdown, to paste them into a chat or an issue. */
export function toMarkdown(rows: readonly Row[], fileName: string): string {
  const name = fileName === "" ? "the file" : `\`${fileName}\``;
  if (rows.length === 0) return `No findings in ${name}.\n`;
  const lines = rows.map((row) => {
    const inner = row.inner === null ? "" : ` (payload ${row.inner})`;
    const fix = row.fixes[0] === undefined ? "" : ` Fix: ${row.fixes[0].title}.`;
    return `- ${row.place}${inner} ${row.severity} ${row.code}: ${row.message}.${fix}`;
  });
  return `Findings in ${name}:\n\n${lines.join("\n")}\n`;
}
