import type { Diagnostic, Range } from "agent-response/editor";

/** A line of an example, or one of carets below it. */
export interface Line {
  text: string;
  isCarets: boolean;
}

/** A text with its findings, each on a line of carets under its place, as on the rule pages. */
export function withCarets(text: string, found: readonly Diagnostic[]): Line[] {
  const lines = text.split("\n");
  // After a final line ending, there is no further line.
  if (lines.length > 1 && lines.at(-1) === "") lines.pop();
  return lines.flatMap((line, idx) => [
    ...(text === "" ? [] : [{ text: line, isCarets: false }]),
    ...found
      .filter(({ range }) => Math.min(range.start.line, lines.length - 1) === idx)
      .map((it) => ({ text: carets(line, it), isCarets: true })),
  ]);
}

function carets(line: string, { range, severity, code, message, pointer, inner }: Diagnostic): string {
  const from = chars(line, range.start.character);
  const isOneLine = range.end.line === range.start.line;
  const to = isOneLine ? chars(line, range.end.character) : [...line].length;
  const marks = `${" ".repeat(from)}${"^".repeat(Math.max(to - from, 1))}${isOneLine ? "" : "…"}`;
  const last = inner.at(-1);
  const path = [pointer, ...inner.map((it) => it.pointer)].join(" → ");
  return `${marks} ${severity}[${code}]: ${message}${last === undefined ? "" : ` @ ${path} ${place(last)}`}`;
}

const place = ({ range: { start } }: { range: Range }): string => `${start.line + 1}:${start.character + 1}`;

/** Characters in the first UTF-16 units of a line. */
const chars = (line: string, units: number): number => [...line.slice(0, units)].length;
