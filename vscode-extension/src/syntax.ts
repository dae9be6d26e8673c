/**
 * Which syntax errors of the file itself VS Code's own JSON support also marks.
 * Knows only the names of rules and of languages. The tests compare the lists with a real VS Code.
 */

import type { Diagnostic as Finding } from "agent-response/editor";
import type { Settings } from "./settings.js";

/** VS Code also marks each of these at its place. What it does not mark is in no list and always shown. */
const MARKED_BY_VSCODE = new Set<string>([
  "angle-placeholder",
  "bad-escape",
  "bad-number",
  "comment",
  "control-character",
  "duplicate-key",
  "ellipsis",
  "missing-comma",
  "not-finite",
  "python-literal",
  "single-quotes",
  "syntax",
  "trailing-comma",
  "trailing-content",
  "unquoted-key",
]);

/** Mistakes that VS Code shows as a cascade, or as something else: these findings name the cause and stay. */
const CAUSES = new Set<string>([
  "leading-text",
  "markdown-fence",
  "truncated",
  "unclosed-string",
  "unescaped-quote",
]);

/** True when one mistake may show as several problems of VS Code's own. */
export const isCause = (finding: Finding): boolean =>
  isOuter(finding) && (CAUSES.has(finding.code) || isLineBreak(finding));

/** Whether VS Code shows problems of its own that go away with the fix of the finding. */
export const causesMore = (finding: Finding, language: string, settings: Settings): boolean =>
  isCause(finding) && settings.builtinValidation && (language === "json" || language === "jsonc");

/** Whether a finding of an open document is left to VS Code. */
export function isHidden(finding: Finding, language: string, settings: Settings): boolean {
  if (settings.syntaxErrors === "always" || !isOuter(finding)) return false;
  const marked = MARKED_BY_VSCODE.has(finding.code);
  if (settings.syntaxErrors === "never") return marked || isCause(finding);
  if (!marked || isCause(finding) || !settings.builtinValidation) return false;
  if (language === "jsonc") return finding.code !== "comment"; // which VS Code allows there
  return language === "json";
}

/** For VS Code, a line break ends a string, and it then stumbles over everything that follows. */
const isLineBreak = ({ code, range }: Finding): boolean =>
  code === "control-character" && range.start.line !== range.end.line;

/** VS Code does not look into strings. */
const isOuter = (finding: Finding): boolean => finding.inner.length === 0;
