/**
 * The commands on the text of the active editor.
 */

import { unwrap } from "agent-response";
import * as vscode from "vscode";
import { fixAllEdit } from "./actions.js";
import type { Checks } from "./checks.js";
import type { Folders } from "./folders.js";
import { type Change, replace } from "./replace.js";
import { tally, words } from "./summary.js";
import { nameOf } from "./where.js";
import { changedMeanwhile, wrapText } from "./wrapping.js";

export function registerCommands(checks: Checks, folders: Folders): vscode.Disposable {
  const command = (name: string, run: (editor: vscode.TextEditor) => Promise<unknown>): vscode.Disposable =>
    vscode.commands.registerCommand(`agentResponse.${name}`, () => withEditor(run));
  return vscode.Disposable.from(
    command("wrap", async (it) => {
      const said = await wrapText(it, folders);
      if (said !== undefined) say(said);
    }),
    command("unwrap", unwrapText),
    command("fixAll", (it) => fixAll(it, checks, folders)),
    command("checkFile", (it) => checkFile(it, checks)),
  );
}

async function withEditor<T>(run: (editor: vscode.TextEditor) => Promise<T>): Promise<T | undefined> {
  const editor = vscode.window.activeTextEditor;
  if (editor !== undefined) return run(editor);
  say(vscode.l10n.t("open a file first"));
  return undefined;
}

/** The decoded content of an envelope opens as a new document. */
async function unwrapText({ document, selection }: vscode.TextEditor): Promise<void> {
  const payload = unwrap(document.getText(selection.isEmpty ? undefined : selection));
  if (payload === null) return say(vscode.l10n.t("found no envelope whose response is a string"));
  if (payload.kind === "cut") say(vscode.l10n.t("the response is cut off, so its end is missing"));
  const language = payload.kind === "json" ? "json" : "plaintext";
  const opened = await vscode.workspace.openTextDocument({ content: payload.content, language });
  await vscode.window.showTextDocument(opened, vscode.ViewColumn.Beside);
  // VS Code gives all lines of a document the same end.
  if (opened.getText() !== payload.content)
    say(vscode.l10n.t("the response has mixed line endings, which VS Code unifies here"));
}

async function fixAll(editor: vscode.TextEditor, checks: Checks, folders: Folders): Promise<void> {
  const checked = checks.of(editor.document) ?? checks.include(editor.document);
  if (checked === undefined) return say(vscode.l10n.t("this document cannot be checked"));
  let isFixed = false;
  const made = (): Change | undefined => {
    const change = fixAllEdit(checked, folders);
    isFixed = change !== undefined;
    return change;
  };
  if (!(await replace(editor, made))) say(changedMeanwhile());
  else if (!isFixed) say(vscode.l10n.t("there are no safe fixes to apply"));
}

/** Any document, whatever its name and language are: it stays checked until it is closed. */
async function checkFile({ document }: vscode.TextEditor, checks: Checks): Promise<void> {
  const checked = checks.include(document);
  if (checked?.report === undefined) return say(vscode.l10n.t("this document cannot be checked"));
  const found = words(tally(checked.entries.map((it) => it.finding)));
  say(vscode.l10n.t("{0}: {1}", nameOf(document.uri), found));
}

/** Nobody waits for the answer. */
export function say(message: string): void {
  void vscode.window.showInformationMessage(`Agent Response: ${message}`);
}
