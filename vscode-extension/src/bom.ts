/**
 * The byte order mark: VS Code removes it when it opens a file and restores it when it saves, so the text of a document
 * never contains it, and no edit to the text removes it.
 */

import { type Diagnostic as Finding, validate } from "agent-response/editor";
import * as vscode from "vscode";
import type { Settings } from "./settings.js";

const CODE = "byte-order-mark";
const COMMAND = "agentResponse.removeByteOrderMark";

/** How the file is encoded; VS Code reveals this since version 1.100. */
export const encodingOf = (document: vscode.TextDocument): string | undefined =>
  (document as { encoding?: string }).encoding;

/** The finding about the mark of a document, without the edits that would not reach it. */
export function markFinding(document: vscode.TextDocument, { rules }: Settings): Finding[] {
  if (encodingOf(document) !== "utf8bom") return [];
  // The finding does not depend on the text after the mark.
  const found = validate("\ufeff{}", { rules }).diagnostics.find((it) => it.code === CODE);
  return found === undefined ? [] : [{ ...found, fixes: [] }];
}

export function markAction(
  finding: Finding,
  uri: vscode.Uri,
  diagnostics: vscode.Diagnostic[],
): vscode.CodeAction[] {
  if (finding.code !== CODE || finding.fixes.length > 0) return [];
  const action = new vscode.CodeAction(
    vscode.l10n.t("Save without the byte order mark"),
    vscode.CodeActionKind.QuickFix,
  );
  action.command = { title: action.title, command: COMMAND, arguments: [uri] };
  action.diagnostics = diagnostics;
  action.isPreferred = true;
  return [action];
}

export const registerMark = (): vscode.Disposable =>
  vscode.commands.registerCommand(COMMAND, async (uri: vscode.Uri) => {
    const document = await vscode.workspace.openTextDocument(uri);
    if (document.isDirty && !(await document.save())) return;
    const bytes = await vscode.workspace.fs.readFile(uri);
    const marked = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
    // Text typed meanwhile is not on disk yet, and the file on disk is not the text it was typed into.
    if (!marked || document.isDirty) return;
    await vscode.workspace.fs.writeFile(uri, bytes.subarray(3));
    void offerUndo(uri, bytes);
  });

/** The editor does not know that its file has changed, so its undo does not restore the mark. */
async function offerUndo(uri: vscode.Uri, before: Uint8Array): Promise<void> {
  const undo = vscode.l10n.t("Undo");
  const said = vscode.l10n.t("Agent Response: saved without the byte order mark");
  if ((await vscode.window.showInformationMessage(said, undo)) !== undo) return;
  const now = await vscode.workspace.fs.readFile(uri);
  const isSame = now.length === before.length - 3 && now.every((it, idx) => it === before[idx + 3]);
  if (isSame) await vscode.workspace.fs.writeFile(uri, before);
  else {
    const changed = vscode.l10n.t("Agent Response: the file has changed since, so nothing was undone");
    void vscode.window.showInformationMessage(changed);
  }
}
