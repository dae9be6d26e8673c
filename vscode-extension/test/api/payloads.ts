/** What the tests of payloads that are open as documents have in common. */

import * as vscode from "vscode";
import { clean } from "../fixtures.js";
import { eventually, idle, ok } from "./harness.js";

export const payload = {
  sections: ["title", "boundaries"],
  title: "# Tests ✅",
  boundaries: "## Boundaries\n\n- one \u00e9\n",
};
/** Pretty-printed, and with an unnecessary escape, which has to stay. */
const encoded = JSON.stringify(JSON.stringify(payload, null, 2)).replace("é", "\\u00e9");
export const withSections = clean.replace(/"response": .*,/, () => `"response": ${encoded},`);

const open = (pointer?: string, file?: vscode.Uri): Thenable<unknown> =>
  vscode.commands.executeCommand("agentResponse.openPayload", file?.toString(), pointer);

export const views = (): vscode.TextEditor[] =>
  vscode.window.visibleTextEditors.filter((it) => it.document.uri.scheme === "agent-response");

export async function opened(uri: vscode.Uri, pointer: string): Promise<vscode.TextEditor> {
  await open(pointer, uri);
  const isIt = (it: vscode.TextEditor): boolean => {
    const query = new URLSearchParams(it.document.uri.query);
    return query.get("pointer") === pointer && query.get("file") === uri.toString();
  };
  const editor = await eventually(() => views().find(isIt), `the document ${pointer}`);
  await idle();
  return editor;
}

export const inFile = (document: vscode.TextDocument): unknown =>
  JSON.parse(JSON.parse(document.getText()).response);

export const find = (document: vscode.TextDocument, text: string): vscode.Range => {
  const from = document.getText().indexOf(text);
  ok(from >= 0, `no ${text} in ${document.getText()}`);
  return new vscode.Range(document.positionAt(from), document.positionAt(from + text.length));
};

export async function typeIn(editor: vscode.TextEditor, instead: string, text: string): Promise<void> {
  const range = find(editor.document, instead);
  ok(await editor.edit((it) => it.replace(range, text)), "the editor refused the edit");
}
