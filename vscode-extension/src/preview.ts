/**
 * What Fix All would do, as a comparison with the file; a button in the comparison's title bar applies it.
 */

import * as vscode from "vscode";
import type { Checks } from "./checks.js";
import { fileOf } from "./commands.js";
import { fixedText } from "./fixes.js";
import type { Folders } from "./folders.js";
import { say } from "./say.js";
import { nameOf } from "./where.js";

const SCHEME = "agent-response-fixed";

export function registerPreview(checks: Checks, folders: Folders): vscode.Disposable {
  const changed = new vscode.EventEmitter<vscode.Uri>();
  const provider: vscode.TextDocumentContentProvider = {
    onDidChange: changed.event,
    async provideTextDocumentContent(uri) {
      const document = await vscode.workspace.openTextDocument(vscode.Uri.parse(uri.query, true));
      const checked = checks.of(document) ?? checks.include(document);
      return (checked && fixedText(checked, folders)) ?? document.getText();
    },
  };
  return vscode.Disposable.from(
    changed,
    vscode.workspace.registerTextDocumentContentProvider(SCHEME, provider),
    vscode.commands.registerCommand("agentResponse.previewFixes", () => preview(checks, folders)),
    vscode.commands.registerCommand("agentResponse.applyPreview", apply),
    checks.onDidCheck(({ uri }) => {
      const view = fixedUri(uri).toString();
      if (vscode.workspace.textDocuments.some((it) => it.uri.toString() === view))
        changed.fire(fixedUri(uri));
    }),
  );
}

const fixedUri = (uri: vscode.Uri): vscode.Uri =>
  vscode.Uri.from({ scheme: SCHEME, path: uri.path, query: uri.toString() });

async function preview(checks: Checks, folders: Folders): Promise<void> {
  const active = vscode.window.activeTextEditor?.document;
  if (active === undefined) return say(vscode.l10n.t("open a file first"));
  const document = await fileOf(active);
  const checked = checks.of(document) ?? checks.include(document);
  if (checked === undefined) return say(vscode.l10n.t("this document cannot be checked"));
  if (fixedText(checked, folders) === undefined)
    return say(vscode.l10n.t("there are no safe fixes to apply"));
  const title = vscode.l10n.t("{0}: with all safe fixes", nameOf(document.uri));
  await vscode.commands.executeCommand("vscode.diff", document.uri, fixedUri(document.uri), title);
}

/** Closes the comparison, and fixes the file. */
async function apply(): Promise<void> {
  const input = vscode.window.tabGroups.activeTabGroup.activeTab?.input;
  if (!(input instanceof vscode.TabInputTextDiff) || input.modified.scheme !== SCHEME) return;
  await vscode.commands.executeCommand("workbench.action.closeActiveEditor");
  await vscode.window.showTextDocument(await vscode.workspace.openTextDocument(input.original));
  await vscode.commands.executeCommand("agentResponse.fixAll");
}
