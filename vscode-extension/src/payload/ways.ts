/**
 * The two ways to show a payload as a document: formatted, or as it is written.
 */

import * as vscode from "vscode";
import { say } from "../say.js";
import { addressOf, uriOf } from "./address.js";
import { type InnerDocument, innerDocument, openFile } from "./file.js";
import { offsetOf, positionOf } from "./positions.js";
import { canBeFormatted } from "./projection.js";
import type { Sync } from "./sync.js";

/** In `when` clauses of package.json: the way in which the active payload could be shown instead. */
export const OTHER_WAY = "agentResponse.otherWay";

/** Whether a document opens formatted, unless it is open already. */
export const opensFormatted = (file: vscode.Uri, { language, text }: InnerDocument): boolean =>
  language === "json" &&
  vscode.workspace.getConfiguration("agentResponse", file).get("payloadView") !== "written" &&
  canBeFormatted(text);

/** The address to open a document at: where it is open, in any way, else as the setting says. */
export function uriToOpen(file: vscode.Uri, found: InnerDocument): vscode.Uri {
  const wanted = uriOf(file, found, opensFormatted(file, found));
  const tabs = vscode.window.tabGroups.all.flatMap((it) => it.tabs);
  const uris = tabs.flatMap(({ input }) => (input instanceof vscode.TabInputText ? [input.uri] : []));
  const isSame = (uri: vscode.Uri): boolean => {
    const address = addressOf(uri);
    const isThere = address?.pointer === found.pointer && address.line === found.line;
    return isThere && address.file.toString() === file.toString();
  };
  const open = uris.filter(isSame);
  return open.find((it) => it.toString() === wanted.toString()) ?? open[0] ?? wanted;
}

/** The other way for a payload that is open: undefined if there is none. */
export function otherWay(uri: vscode.Uri, file: vscode.TextDocument): "formatted" | "written" | undefined {
  const address = addressOf(uri);
  if (address?.isFormatted) return "written";
  const found = address && innerDocument(file, address);
  return found?.language === "json" && canBeFormatted(found.text) ? "formatted" : undefined;
}

export const registerWays = (sync: Sync): vscode.Disposable =>
  vscode.Disposable.from(
    vscode.commands.registerCommand("agentResponse.showFormatted", () => showIn(sync, true)),
    vscode.commands.registerCommand("agentResponse.showWritten", () => showIn(sync, false)),
  );

/** Opens the active payload in the other way, in place of its tab. */
async function showIn(sync: Sync, isFormatted: boolean): Promise<void> {
  const editor = vscode.window.activeTextEditor;
  const view = editor && sync.view(editor.document.uri);
  if (editor === undefined || view === undefined || view.address.isFormatted === isFormatted) return;
  const { file: uri } = view.address;
  // What was typed last must be in the file, from which the other way is read.
  await sync.settle(uri);
  const file = await openFile(uri);
  const found = innerDocument(file, view.address);
  if (found === undefined || !view.isAgreed)
    return say(vscode.l10n.t("the file and this document differ: choose which text to keep first"));
  if (isFormatted && !canBeFormatted(found.text))
    return say(vscode.l10n.t("the payload is broken or already formatted"));
  const now = view.projection(found.text);
  const at = now.realOffset(offsetOf(now.text, editor.selection.active));
  const tab = vscode.window.tabGroups.activeTabGroup.activeTab;
  const document = await vscode.workspace.openTextDocument(uriOf(uri, found, isFormatted));
  const { viewColumn } = editor;
  const shown = await vscode.window.showTextDocument(document, {
    preview: false,
    ...(viewColumn && { viewColumn }),
  });
  const then = sync.view(document.uri)?.projection(found.text);
  if (then !== undefined) select(shown, positionOf(then.text, then.shownOffset(at)));
  await close(editor.document, tab, viewColumn);
  await vscode.window.showTextDocument(document, { preview: false, ...(viewColumn && { viewColumn }) });
}

function select(editor: vscode.TextEditor, place: vscode.Position): void {
  editor.selection = new vscode.Selection(place, place);
  editor.revealRange(editor.selection, vscode.TextEditorRevealType.InCenterIfOutsideViewport);
}

/** Closes a tab without a question: its text is in the file, which remains to be saved. */
async function close(
  document: vscode.TextDocument,
  tab: vscode.Tab | undefined,
  viewColumn: vscode.ViewColumn | undefined,
): Promise<void> {
  const isIt =
    tab?.input instanceof vscode.TabInputText && tab.input.uri.toString() === document.uri.toString();
  if (!isIt) return;
  if (!document.isDirty) {
    await vscode.window.tabGroups.close(tab, true);
    return;
  }
  await vscode.window.showTextDocument(document, viewColumn);
  await vscode.commands.executeCommand("workbench.action.revertAndCloseActiveEditor");
}
