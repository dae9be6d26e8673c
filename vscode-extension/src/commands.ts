/**
 * The commands on the text of the active editor.
 */

import { unwrap, wrap } from "agent-response";
import * as vscode from "vscode";
import { fixAllEdit } from "./actions.js";
import { type Checks, nameOf } from "./checks.js";
import type { Folders } from "./folders.js";
import { pairedRequest } from "./names.js";

export function registerCommands(checks: Checks, folders: Folders): vscode.Disposable {
  return vscode.Disposable.from(
    vscode.commands.registerCommand("agentResponse.wrap", () => withEditor((it) => wrapText(it, folders))),
    vscode.commands.registerCommand("agentResponse.unwrap", () => withEditor(unwrapText)),
    vscode.commands.registerCommand("agentResponse.fixAll", () =>
      withEditor((it) => fixAll(it, checks, folders)),
    ),
  );
}

async function withEditor(run: (editor: vscode.TextEditor) => Promise<void>): Promise<void> {
  const editor = vscode.window.activeTextEditor;
  if (editor === undefined) say("Agent Response: open a file first");
  else await run(editor);
}

/** The selection or the whole text becomes the `response` of an envelope, in the same editor. */
async function wrapText(editor: vscode.TextEditor, folders: Folders): Promise<void> {
  const { document, selection } = editor;
  const range = selection.isEmpty ? everything(document) : selection;
  const siblings = (await folders.read(document.uri)) ?? {};
  const request = pairedRequest(nameOf(document.uri), siblings);
  const content = document.getText(range);
  let envelope: string;
  try {
    envelope = wrap(content, request === undefined ? {} : { request });
  } catch (error) {
    // An envelope already, and the answer to another request.
    return say(`Agent Response: ${error instanceof Error ? error.message : error}`);
  }
  if (envelope === content) return say("Agent Response: this is an envelope already");
  await editor.edit((it) => it.replace(range, envelope));
  const isPlain = document.isUntitled && document.languageId === "plaintext";
  if (isPlain && selection.isEmpty) await vscode.languages.setTextDocumentLanguage(document, "json");
}

/** The decoded content of an envelope opens as a new document. */
async function unwrapText({ document, selection }: vscode.TextEditor): Promise<void> {
  const payload = unwrap(document.getText(selection.isEmpty ? undefined : selection));
  if (payload === null) return say("Agent Response: there is no envelope with a text as its response");
  if (payload.kind === "cut") say("Agent Response: the response is cut off, and its end is missing");
  const language = payload.kind === "json" ? "json" : "plaintext";
  const opened = await vscode.workspace.openTextDocument({ content: payload.content, language });
  await vscode.window.showTextDocument(opened, vscode.ViewColumn.Beside);
}

async function fixAll(editor: vscode.TextEditor, checks: Checks, folders: Folders): Promise<void> {
  const checked = checks.of(editor.document);
  if (checked === undefined) return say("Agent Response: this file is not checked");
  const change = fixAllEdit(checked, checks, folders);
  if (change === undefined) return say("Agent Response: nothing can be repaired without guessing");
  await editor.edit((it) => it.replace(change.range, change.newText));
}

const everything = (document: vscode.TextDocument): vscode.Range =>
  document.validateRange(new vscode.Range(0, 0, document.lineCount, 0));

/** Nobody waits for the answer. */
function say(message: string): void {
  void vscode.window.showInformationMessage(message);
}
