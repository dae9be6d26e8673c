/**
 * Converts the findings of the package to VS Code's types.
 * Pure: no document is read or changed here.
 */

import type {
  Diagnostic as Finding,
  Fix,
  Range as PlainRange,
  Severity,
  TextEdit,
} from "agent-response/editor";
import * as vscode from "vscode";

export const SOURCE = "agent-response";
export const RULE_SCHEME = "agent-response-rule";
export const FIX_ALL = vscode.CodeActionKind.SourceFixAll.append("agentResponse");
export const SUGGESTION = vscode.CodeActionKind.QuickFix.append("agentResponse.suggestion");

/** Code without effect is shown faded. */
const UNNECESSARY = new Set<string>(["unknown-field"]);

export const toRange = ({ start, end }: PlainRange): vscode.Range =>
  new vscode.Range(start.line, start.character, end.line, end.character);

/** What is known about a finding besides its text. */
export interface Around {
  /** where the text inside the string can be read, if it can */
  decoded?: Decoded | undefined;
  /** VS Code shows the same mistake as problems of its own */
  cascades?: boolean;
  /** places in other files */
  related?: vscode.DiagnosticRelatedInformation[];
}

/** The decoded text as a document, and where a place in it is shown. */
export interface Decoded {
  uri: vscode.Uri;
  range(place: Place): vscode.Range;
}

type Place = Finding["inner"][number];

export function toDiagnostic(finding: Finding, uri: vscode.Uri, around: Around = {}): vscode.Diagnostic {
  const severity = toSeverity(finding.severity);
  const message = around.cascades
    ? vscode.l10n.t("{0} (this causes the JSON problems after it)", finding.message)
    : finding.message;
  const diagnostic = new vscode.Diagnostic(toRange(finding.range), message, severity);
  diagnostic.source = SOURCE;
  diagnostic.code = { value: finding.code, target: rulePage(finding.code) };
  diagnostic.relatedInformation = [
    ...related(finding, uri),
    ...(around.related ?? []),
    ...innerPlace(finding, around.decoded),
  ];
  if (UNNECESSARY.has(finding.code)) diagnostic.tags = [vscode.DiagnosticTag.Unnecessary];
  return diagnostic;
}

/** The rule page; with `configurationDefaults` in package.json, it is rendered wherever it is opened from. */
export const rulePage = (code: string): vscode.Uri =>
  vscode.Uri.from({ scheme: RULE_SCHEME, path: `/${code}.md` });

export function toSeverity(severity: Severity): vscode.DiagnosticSeverity {
  if (severity === "error") return vscode.DiagnosticSeverity.Error;
  if (severity === "warning") return vscode.DiagnosticSeverity.Warning;
  if (severity === "info") return vscode.DiagnosticSeverity.Information;
  if (severity === "hint") return vscode.DiagnosticSeverity.Hint;
  return unreachable(severity);
}

function related(finding: Finding, uri: vscode.Uri): vscode.DiagnosticRelatedInformation[] {
  return finding.related.map(
    (it) => new vscode.DiagnosticRelatedInformation(new vscode.Location(uri, toRange(it.range)), it.message),
  );
}

function innerPlace(finding: Finding, decoded?: Decoded): vscode.DiagnosticRelatedInformation[] {
  const [place] = finding.inner;
  if (place === undefined || decoded === undefined) return [];
  const location = new vscode.Location(decoded.uri, decoded.range(place));
  return [
    new vscode.DiagnosticRelatedInformation(location, vscode.l10n.t("the same place in the decoded text")),
  ];
}

/** The title of a fix, which says whether it is a guess. */
export const titleOf = ({ safety, title }: Fix): string =>
  safety === "suggestion" ? vscode.l10n.t("{0} (suggestion)", title) : title;

/** An action without its edit, which is made when the action is chosen. */
export function toAction(fix: Fix, diagnostics: vscode.Diagnostic[], preferred: boolean): vscode.CodeAction {
  const guess = fix.safety === "suggestion";
  const action = new vscode.CodeAction(titleOf(fix), guess ? SUGGESTION : vscode.CodeActionKind.QuickFix);
  action.diagnostics = diagnostics;
  action.isPreferred = preferred && !guess;
  return action;
}

/** The edits first, then the file operations. */
export function toWorkspaceEdit(fix: Fix, uri: vscode.Uri): vscode.WorkspaceEdit {
  const edit = new vscode.WorkspaceEdit();
  if (fix.edits.length > 0) edit.set(uri, fix.edits.map(toTextEdit));
  const change = fix.file;
  if (change === null) return edit;
  const target = vscode.Uri.joinPath(uri, "..", change.name);
  if (change.kind === "rename") edit.renameFile(uri, target, { overwrite: false });
  else if (change.kind === "create") {
    edit.createFile(target, { overwrite: false, contents: new TextEncoder().encode(change.text) });
  } else return unreachable(change);
  return edit;
}

const toTextEdit = (edit: TextEdit): vscode.TextEdit =>
  vscode.TextEdit.replace(toRange(edit.range), edit.text);

export function unreachable(value: never): never {
  throw new TypeError(`unexpected ${JSON.stringify(value)}`);
}
