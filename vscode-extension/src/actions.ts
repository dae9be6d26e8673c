/**
 * Quick fixes of the findings at the cursor, and one action that applies all safe ones.
 */

import { fix } from "agent-response";
import * as vscode from "vscode";
import { difference, FIX_ALL, SOURCE, toAction, toRange } from "./adapt.js";
import { markAction } from "./bom.js";
import type { Checked, Checks, Entry } from "./checks.js";
import type { Folders } from "./folders.js";
import { isCause } from "./syntax.js";

export function registerActions(checks: Checks, folders: Folders): vscode.Disposable {
  const provider: vscode.CodeActionProvider = {
    async provideCodeActions(document, range, context) {
      const checked = await checks.settled(document);
      if (checked === undefined) return [];
      const { only } = context;
      const actions: vscode.CodeAction[] = [];
      if (only === undefined || only.intersects(vscode.CodeActionKind.QuickFix)) {
        actions.push(...quickFixes(checked, range, context.diagnostics));
        if (actions.length > 0) actions.push(...allAtOnce(checked));
      }
      if (only?.contains(FIX_ALL)) actions.push(...fixAllAction(checked, checks, folders));
      return actions;
    },
  };
  const kinds = { providedCodeActionKinds: [vscode.CodeActionKind.QuickFix, FIX_ALL] };
  // A setting may name files of any language, and a file may be given any: asked are those that were met.
  const languages = new Map<string, vscode.Disposable>();
  const meet = (language: string): void => {
    if (languages.has(language)) return;
    languages.set(language, vscode.languages.registerCodeActionsProvider({ language }, provider, kinds));
  };
  const met = checks.onDidCheck((uri) => {
    const document = vscode.workspace.textDocuments.find((it) => it.uri.toString() === uri.toString());
    if (document !== undefined) meet(document.languageId);
  });
  for (const it of ["json", "jsonc"]) meet(it);
  return {
    dispose() {
      for (const it of [met, ...languages.values()]) it.dispose();
    },
  };
}

function quickFixes(
  checked: Checked,
  range: vscode.Range,
  marked: readonly vscode.Diagnostic[],
): vscode.CodeAction[] {
  const builtin = marked.filter((it) => it.source !== SOURCE);
  const { document } = checked;
  return checked.entries.flatMap((entry) => {
    const same = builtin.filter((it) => isSameMistake(entry, it, document));
    const touches = toRange(entry.finding.range).intersection(range) !== undefined;
    if (!touches && same.length === 0) return [];
    const diagnostics = entry.shown === undefined ? same : [entry.shown, ...same];
    const preferred = entry.finding.fixes.findIndex((it) => it.safety === "safe");
    return [
      ...entry.finding.fixes.map((it, idx) => toAction(it, document.uri, diagnostics, idx === preferred)),
      ...markAction(entry.finding, document.uri, diagnostics),
    ];
  });
}

/** Last of the quick fixes, where more than one finding has a safe one: a command, since the menu opens at every step. */
function allAtOnce({ entries }: Checked): vscode.CodeAction[] {
  const count = entries.filter(({ finding }) => finding.fixes.some((it) => it.safety === "safe")).length;
  if (count < 2) return [];
  const title = `Apply ${count} safe fixes of Agent Response`;
  const action = new vscode.CodeAction(title, vscode.CodeActionKind.QuickFix);
  action.command = { title, command: "agentResponse.fixAll" };
  return [action];
}

/** A problem of VS Code's own that goes away with the repair of the finding. */
function isSameMistake(entry: Entry, problem: vscode.Diagnostic, document: vscode.TextDocument): boolean {
  const range = toRange(entry.finding.range);
  if (isCause(entry.finding)) return problem.range.end.isAfterOrEqual(range.start);
  if (entry.shown !== undefined) return false;
  if (range.intersection(problem.range) !== undefined) return true;
  const [first, second] = range.start.isBefore(problem.range.start)
    ? [range, problem.range]
    : [problem.range, range];
  return /^[\s,]*$/.test(document.getText(new vscode.Range(first.end, second.start)));
}

function fixAllAction(checked: Checked, checks: Checks, folders: Folders): vscode.CodeAction[] {
  const edit = fixAllEdit(checked, checks, folders);
  if (edit === undefined) return [];
  const action = new vscode.CodeAction("Apply all safe fixes of Agent Response", FIX_ALL);
  action.edit = new vscode.WorkspaceEdit();
  action.edit.set(checked.document.uri, [edit]);
  return [action];
}

/** One edit of the stretch that changes; undefined when nothing can be repaired safely. */
export function fixAllEdit(
  { document, settings }: Checked,
  checks: Checks,
  folders: Folders,
): vscode.TextEdit | undefined {
  const before = document.getText();
  if (before.length > settings.maxFileSize) return undefined;
  const siblings = settings.pairRequests ? folders.siblings(document.uri) : undefined;
  const { text } = fix(before, checks.options(document.uri, settings, siblings));
  if (text === before) return undefined;
  const changed = difference(before, text);
  const range = new vscode.Range(document.positionAt(changed.from), document.positionAt(changed.to));
  return vscode.TextEdit.replace(range, changed.text);
}
