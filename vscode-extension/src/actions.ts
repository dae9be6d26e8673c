/**
 * Quick fixes of the findings at the cursor, one action that applies all safe ones, and what can be done about a rule.
 * Slow work is done when an action is chosen, because the menu is requested at every move of the cursor.
 */

import type { Diagnostic as Finding, Fix } from "agent-response/editor";
import * as vscode from "vscode";
import { FIX_ALL, SOURCE, toAction, toRange, toWorkspaceEdit } from "./adapt.js";
import { answerAction } from "./answer.js";
import { markAction } from "./bom.js";
import type { Checked, Entry } from "./checked.js";
import type { Checks } from "./checks.js";
import { completeAction } from "./complete.js";
import { fixEdit } from "./fixes.js";
import type { Folders } from "./folders.js";
import { expected, safeIn, title } from "./outcome.js";
import type { Projects } from "./projects.js";
import { promptAction } from "./prompt.js";
import { JSON_LANGUAGES } from "./records.js";
import { ruleActions } from "./ruleActions.js";
import { openSetting } from "./status.js";
import { isCause } from "./syntax.js";

export function registerActions(checks: Checks, folders: Folders, projects: Projects): vscode.Disposable {
  const ofAll = new WeakMap<vscode.CodeAction, vscode.TextDocument>();
  const fixes = createFixes(checks);
  const provider: vscode.CodeActionProvider = {
    async provideCodeActions(document, range, context, token) {
      const checked = await checks.settled(document, token);
      if (checked === undefined) return [];
      const { only } = context;
      const actions: vscode.CodeAction[] = [];
      const all = (kind: vscode.CodeActionKind, least: number): vscode.CodeAction[] => {
        const found = fixAllAction(checked, folders, kind, least);
        for (const it of found) ofAll.set(it, document);
        return found;
      };
      if (only === undefined || only.intersects(vscode.CodeActionKind.QuickFix)) {
        const at = entriesAt(checked, range, context.diagnostics);
        actions.push(...at.flatMap((it) => fixes.of(it, document)));
        actions.push(...completeAction(at, document), ...promptAction(at));
        if (actions.length > 0) actions.push(...all(vscode.CodeActionKind.QuickFix, 2));
        actions.unshift(...answerAction(checked, at));
        actions.push(...ruleActions(at, document.uri, projects), ...limitAction(checked, range));
      }
      if (only?.contains(FIX_ALL)) actions.push(...all(FIX_ALL, 1));
      return actions;
    },
    async resolveCodeAction(action, token) {
      const document = ofAll.get(action);
      if (document === undefined) return fixes.resolve(action, token);
      const checked = await checks.settled(document, token);
      const edit = checked && fixEdit(checked, folders);
      if (edit === undefined) return action;
      action.edit = new vscode.WorkspaceEdit();
      action.edit.set(document.uri, [edit]);
      return action;
    },
  };
  return forAllLanguages(checks, provider);
}

/** A setting may name files of any language, and a file may be given any: registers for languages as they are met. */
function forAllLanguages(checks: Checks, provider: vscode.CodeActionProvider): vscode.Disposable {
  const kinds = { providedCodeActionKinds: [vscode.CodeActionKind.QuickFix, FIX_ALL] };
  const languages = new Map<string, vscode.Disposable>();
  const meet = (language: string): void => {
    if (languages.has(language)) return;
    languages.set(language, vscode.languages.registerCodeActionsProvider({ language }, provider, kinds));
  };
  const met = checks.onDidCheck(({ uri }) => {
    const document = vscode.workspace.textDocuments.find((it) => it.uri.toString() === uri.toString());
    if (document !== undefined) meet(document.languageId);
  });
  for (const it of JSON_LANGUAGES) meet(it);
  return {
    dispose() {
      for (const it of [met, ...languages.values()]) it.dispose();
    },
  };
}

/** A finding at a place, and what is shown for it there, by VS Code too. */
export interface EntryAt {
  entry: Entry;
  diagnostics: vscode.Diagnostic[];
}

/** The findings that touch a range, or are what VS Code marks with one of these problems. */
export function entriesAt(
  { document, entries }: Checked,
  range: vscode.Range,
  marked: readonly vscode.Diagnostic[],
): EntryAt[] {
  const builtin = marked.filter((it) => it.source !== SOURCE);
  return entries.flatMap((entry) => {
    const same = builtin.filter((it) => isSameMistake(entry, it, document));
    const touches = toRange(entry.finding.range).intersection(range) !== undefined;
    if (!touches && same.length === 0) return [];
    return [{ entry, diagnostics: entry.shown === undefined ? same : [entry.shown, ...same] }];
  });
}

/** Quick fixes of a file. Their edits are made when one is chosen, because the file may have changed meanwhile. */
export interface Fixes {
  of(at: EntryAt, file: vscode.TextDocument): vscode.CodeAction[];
  resolve(action: vscode.CodeAction, token: vscode.CancellationToken): Promise<vscode.CodeAction>;
}

export function createFixes(checks: Checks): Fixes {
  const offered = new WeakMap<vscode.CodeAction, { file: vscode.TextDocument; finding: Finding; fix: Fix }>();
  return {
    of({ entry: { finding }, diagnostics }, file) {
      const preferred = finding.fixes.findIndex((it) => it.safety === "safe");
      const actions = finding.fixes.map((fix, idx) => {
        const action = toAction(fix, diagnostics, idx === preferred);
        offered.set(action, { file, finding, fix });
        return action;
      });
      return [...actions, ...markAction(finding, file.uri, diagnostics)];
    },
    async resolve(action, token) {
      const it = offered.get(action);
      if (it === undefined) return action;
      const checked = await checks.settled(it.file, token);
      const fix = checked && fixNow(it.finding, it.fix, checked);
      if (fix !== undefined) action.edit = toWorkspaceEdit(fix, it.file.uri);
      return action;
    },
  };
}

/** The same fix of the same finding in the latest check; undefined if it is gone or ambiguous. */
export function fixNow(before: Finding, fix: Fix, { entries }: Pick<Checked, "entries">): Fix | undefined {
  const identity = ({ code, message, pointer, inner }: Finding): string =>
    JSON.stringify([code, message, pointer, ...inner.map((it) => it.pointer)]);
  const same = entries.map((it) => it.finding).filter((it) => identity(it) === identity(before));
  const there = same.find((it) => it.from === before.from && it.to === before.to);
  const found = there ?? (same.length === 1 ? same[0] : undefined);
  return found?.fixes.find((it) => it.title === fix.title && it.safety === fix.safety);
}

/** Offered if at least `least` findings have a safe fix. Among other sources, the title names this one. */
function fixAllAction(
  checked: Checked,
  folders: Folders,
  kind: vscode.CodeActionKind,
  least: number,
): vscode.CodeAction[] {
  const { whole, part } = safeIn(checked);
  if (whole + part < least) return [];
  const words = title(expected(checked, folders));
  return [
    new vscode.CodeAction(kind === FIX_ALL ? vscode.l10n.t("Agent Response: {0}", words) : words, kind),
  ];
}

/** Whether a problem of VS Code's own goes away with the fix of the finding. */
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

/** Offered in a file that is too large to be checked. */
function limitAction({ document, isTooLarge }: Checked, range: vscode.Range): vscode.CodeAction[] {
  if (!isTooLarge || document.lineAt(0).range.intersection(range) === undefined) return [];
  const words = vscode.l10n.t("Change the limit in the settings");
  const action = new vscode.CodeAction(words, vscode.CodeActionKind.QuickFix);
  action.command = openSetting("agentResponse.maxFileSize", words);
  return [action];
}
