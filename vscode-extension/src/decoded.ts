/**
 * The text inside the string, as a read-only document to look at.
 * Its language is one of our own, by the end of its name: coloured as JSON, and not checked by VS Code, which would report
 * its faults a second time.
 */

import { unwrap } from "agent-response";
import * as vscode from "vscode";

export const SCHEME = "agent-response-decoded";

/** The address of the decoded text, or undefined when there is none. */
export function decodedUri(uri: vscode.Uri, text: string): vscode.Uri | undefined {
  const payload = unwrap(text);
  if (payload === null) return undefined;
  const name = /^\s*[[{]/.test(payload.content) ? "decoded" : "decoded text";
  return vscode.Uri.from({ scheme: SCHEME, path: `${uri.path} (${name})`, query: uri.toString() });
}

/** The decoded text beside the file that is being edited; it follows the edits. */
async function showPayload(): Promise<void> {
  const document = vscode.window.activeTextEditor?.document;
  const uri = document && decodedUri(document.uri, document.getText());
  if (uri === undefined) {
    void vscode.window.showInformationMessage("Agent Response: found no envelope whose response is a string");
    return;
  }
  const view = await vscode.workspace.openTextDocument(uri);
  await vscode.window.showTextDocument(view, { viewColumn: vscode.ViewColumn.Beside, preserveFocus: true });
}

export function registerDecoded(): vscode.Disposable {
  const changed = new vscode.EventEmitter<vscode.Uri>();
  const provider: vscode.TextDocumentContentProvider = {
    onDidChange: changed.event,
    async provideTextDocumentContent(uri) {
      const document = await vscode.workspace.openTextDocument(vscode.Uri.parse(uri.query));
      return unwrap(document.getText())?.content ?? "";
    },
  };
  const isView = (it: vscode.TextDocument, of: vscode.Uri): boolean =>
    it.uri.scheme === SCHEME && it.uri.query === of.toString();
  return vscode.Disposable.from(
    changed,
    vscode.commands.registerCommand("agentResponse.showPayload", showPayload),
    vscode.workspace.registerTextDocumentContentProvider(SCHEME, provider),
    vscode.workspace.onDidChangeTextDocument(({ document }) => {
      const view = vscode.workspace.textDocuments.find((it) => isView(it, document.uri));
      if (view !== undefined) changed.fire(view.uri);
    }),
  );
}
