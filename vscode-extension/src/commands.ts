/**
 * The commands on the text of the active editor.
 */

import { unwrap } from "agent-response";
import * as vscode from "vscode";
import { fixAllEdit } from "./actions.js";
import type { Checks } from "./checks.js";
import type { Folders } from "./folders.js";
import { type Change, replace } from "./replace.js";
import { CHANGED, wrapText } from "./wrapping.js";

export function registerCommands(checks: Checks, folders: Folders): vscode.Disposable {
  return vscode.Disposable.from(
    vscode.commands.registerCommand("agentResponse.wrap", () =>
      withEditor(async (it) => {
        const told = await wrapText(it, folders);
        if (told !== undefined) say(`Agent Response: ${told}`);
      }),
    ),
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

/** The decoded content of an envelope opens as a new document. */
async function unwrapText({ document, selection }: vscode.TextEditor): Promise<void> {
  const payload = unwrap(document.getText(selection.isEmpty ? undefined : selection));
  if (payload === null) return say("Agent Response: found no envelope whose response is a string");
  if (payload.kind === "cut") say("Agent Response: the response is cut off, so its end is missing");
  const language = payload.kind === "json" ? "json" : "plaintext";
  const opened = await vscode.workspace.openTextDocument({ content: payload.content, language });
  await vscode.window.showTextDocument(opened, vscode.ViewColumn.Beside);
  // VS Code gives all lines of a document the same end.
  if (opened.getText() !== payload.content)
    say("Agent Response: the response has mixed line endings, which VS Code unifies here");
}

async function fixAll(editor: vscode.TextEditor, checks: Checks, folders: Folders): Promise<void> {
  const checked = checks.of(editor.document);
  if (checked === undefined) return say("Agent Response: this file is not checked");
  let isRepaired = false;
  const made = (): Change | undefined => {
    const change = fixAllEdit(checked, checks, folders);
    isRepaired = change !== undefined;
    return change;
  };
  if (!(await replace(editor, made))) say(`Agent Response: ${CHANGED}`);
  else if (!isRepaired) say("Agent Response: there are no safe fixes to apply");
}

/** Nobody waits for the answer. */
function say(message: string): void {
  void vscode.window.showInformationMessage(message);
}
