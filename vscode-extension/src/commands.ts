/**
 * The commands on the text of the active editor; for a payload that is open as a document, on its file.
 */

import { type FixResult, unwrap } from "agent-response/editor";
import * as vscode from "vscode";
import type { Checked } from "./checked.js";
import type { Checks } from "./checks.js";
import { completion } from "./complete.js";
import { editTo, fixed } from "./fixes.js";
import type { Folders } from "./folders.js";
import { type Outcome, outcomeOf, said } from "./outcome.js";
import { addressOf } from "./payload/address.js";
import { openFile } from "./payload/file.js";
import { copyPrompt } from "./prompt.js";
import { type Change, replace } from "./replace.js";
import { say } from "./say.js";
import { tally, words } from "./summary.js";
import { nameOf } from "./where.js";
import { changedMeanwhile, whyNone, wrapText } from "./wrapping.js";

export function registerCommands(checks: Checks, folders: Folders): vscode.Disposable {
  const command = (name: string, run: (editor: vscode.TextEditor) => Promise<unknown>): vscode.Disposable =>
    vscode.commands.registerCommand(`agentResponse.${name}`, async () => {
      const editor = vscode.window.activeTextEditor;
      if (editor === undefined) say(vscode.l10n.t("open a file first"));
      else await run(editor);
    });
  return vscode.Disposable.from(
    command("wrap", async (editor) => {
      const said = await wrapText(editor, folders);
      if (said !== undefined) say(said);
    }),
    command("unwrap", unwrapText),
    command("fixAll", (it) => fixAll(it, checks, folders)),
    command("complete", (it) => complete(it, checks, folders)),
    command("copyPrompt", async (it) => {
      const checked = await checkedFile(it, checks);
      if (checked !== undefined) say(await copyPrompt(checked));
    }),
    command("checkFile", async (it) => checkFile(await fileOf(it.document), checks)),
  );
}

/** The file that a payload is part of; for any other document, the document itself. */
export const fileOf = async (document: vscode.TextDocument): Promise<vscode.TextDocument> => {
  const address = addressOf(document.uri);
  return address === undefined ? document : openFile(address.file);
};

/** Opens the decoded content of an envelope as a new document. */
async function unwrapText({ document, selection }: vscode.TextEditor): Promise<void> {
  const text = document.getText(selection.isEmpty ? undefined : selection);
  const payload = unwrap(text);
  if (payload === null) return say(whyNone(text));
  if (payload.kind === "cut") say(vscode.l10n.t("the response is truncated"));
  const language = payload.kind === "json" ? "json" : "plaintext";
  const opened = await vscode.workspace.openTextDocument({ content: payload.content, language });
  await vscode.window.showTextDocument(opened, vscode.ViewColumn.Beside);
  // VS Code gives all lines of a document the same ending.
  if (opened.getText() !== payload.content)
    say(vscode.l10n.t("the response has mixed line endings, which VS Code unifies here"));
}

async function fixAll(editor: vscode.TextEditor, checks: Checks, folders: Folders): Promise<void> {
  const checked = await checkedFile(editor, checks);
  if (checked !== undefined) await fixNow(editor, checked, () => fixed(checked, folders));
}

async function complete(editor: vscode.TextEditor, checks: Checks, folders: Folders): Promise<void> {
  const checked = await checkedFile(editor, checks);
  const known = checked && (await completion(checked, folders));
  if (typeof known === "string") say(known);
  else if (checked !== undefined && known !== undefined)
    await fixNow(editor, checked, () => fixed(checked, folders, known));
}

/** Fixes the file of an editor, and says what was done and what is left. */
async function fixNow(
  editor: vscode.TextEditor,
  checked: Checked,
  make: () => FixResult | undefined,
): Promise<void> {
  let outcome: Outcome | undefined;
  const isDone = await changed(editor, checked, () => {
    const made = make();
    outcome = made && outcomeOf(made);
    return made && editTo(checked.document, made.text);
  });
  if (!isDone) return;
  say(outcome === undefined ? vscode.l10n.t("this document cannot be checked") : said(outcome));
}

/** The file of an editor and its findings; undefined, and said, if it cannot be checked. */
async function checkedFile(editor: vscode.TextEditor, checks: Checks): Promise<Checked | undefined> {
  const document = await fileOf(editor.document);
  const checked = checks.of(document) ?? checks.include(document);
  if (checked === undefined) say(vscode.l10n.t("this document cannot be checked"));
  return checked;
}

/** Changes the file of an editor; false, and said, if it did not work. */
async function changed(
  editor: vscode.TextEditor,
  { document }: Checked,
  make: () => Change | undefined,
): Promise<boolean> {
  const target = document === editor.document ? editor : withoutEditor(document);
  const isDone = await replace(target, make);
  if (!isDone) say(changedMeanwhile());
  return isDone;
}

/** Edits a document that may not be open in an editor. */
const withoutEditor = ({ uri }: vscode.TextDocument): Parameters<typeof replace>[0] => ({
  async edit(build) {
    const edit = new vscode.WorkspaceEdit();
    const replaceIn = (place: vscode.Range | vscode.Position, text: string): void =>
      edit.replace(uri, place instanceof vscode.Range ? place : new vscode.Range(place, place), text);
    build({ replace: replaceIn } as vscode.TextEditorEdit);
    return vscode.workspace.applyEdit(edit);
  },
});

/** Checks any document, whatever its name and language are, until it is closed. */
async function checkFile(document: vscode.TextDocument, checks: Checks): Promise<void> {
  const checked = checks.include(document);
  if (checked?.report === undefined) return say(vscode.l10n.t("this document cannot be checked"));
  const found = words(tally(checked.entries.map((it) => it.finding)));
  say(vscode.l10n.t("{0}: {1}", nameOf(document.uri), found));
}
