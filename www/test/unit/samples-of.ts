import type { Diagnostic, Position, Report } from "agent-response/editor";

const start: Position = { line: 0, character: 0 };

/** A finding for tests of code that processes findings. */
export function finding(some: Partial<Diagnostic> & { from: number; to: number }): Diagnostic {
  return {
    code: "syntax",
    severity: "error",
    message: "something is off",
    docs: "rules/syntax",
    range: { start, end: start },
    bytes: { from: some.from, to: some.to },
    pointer: "",
    inner: [],
    related: [],
    fixes: [],
    ...some,
  };
}

export const reportOf = (...diagnostics: Diagnostic[]): Report => ({
  valid: !diagnostics.some((it) => it.severity === "error"),
  format: { id: "agent-response", reason: "" },
  diagnostics,
  paths: [],
});
