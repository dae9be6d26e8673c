/**
 * Wrap: the selection or the whole text becomes the `response` of an envelope. New texts and agent files are replaced;
 * for any other file, the envelope opens as a new document, so that no `package.json` is turned into an envelope. What a
 * model wrote is repaired, too, if the user wants that.
 */

import { recover } from "agent-response/editor";
import * as vscode from "vscode";
import { repairsOf } from "./answer.js";
import type { Folders } from "./folders.js";
import { onlyMistake, whyMeant } from "./meant.js";
import { isReserved, pairedRequest, partnerName } from "./names.js";
import { type Change, replace } from "./replace.js";
import { nameOf } from "./where.js";

/** Returns what to say, if anything. */
export async function wrapText(
  editor: vscode.TextEditor,
  folders: Pick<Folders, "read">,
): Promise<string | undefined> {
  const { document, selection } = editor;
  const { version } = document;
  const siblings = (await folders.read(document.uri)) ?? {};
  const name = pairedRequest(nameOf(document.uri), siblings);
  const request = name === undefined ? undefined : siblings[name];
  const repair = await wantsRepair(document.getText(selection.isEmpty ? undefined : selection));
  if (repair === undefined) return undefined;
  if (selection.isEmpty && !document.isUntitled && !isReserved(nameOf(document.uri))) {
    const wrapped = envelopeOf(document.getText(), { request, repair });
    if (wrapped.text !== undefined) await openNew(document.uri, name && partnerName(name), wrapped.text);
    return wrapped.said;
  }
  let wrapped: Wrapped = {};
  const made = (): Change | undefined => {
    // The place of the selected part is unknown by now; the whole text is still the whole text.
    if (!selection.isEmpty && document.version !== version) {
      wrapped = { said: vscode.l10n.t("the text has changed: select the part again") };
      return undefined;
    }
    const range = selection.isEmpty ? everything(document) : selection;
    wrapped = envelopeOf(document.getText(range), { request, repair });
    return wrapped.text === undefined ? undefined : { range, newText: wrapped.text };
  };
  if (!(await replace(editor, made))) return changedMeanwhile();
  const isPlain = document.isUntitled && document.languageId === "plaintext";
  if (isPlain && selection.isEmpty && wrapped.text !== undefined)
    await vscode.languages.setTextDocumentLanguage(document, "json");
  return wrapped.said;
}

/** Says that nothing was done. */
export const changedMeanwhile = (): string =>
  vscode.l10n.t("the text has changed, so nothing was replaced: try again");

/** Whether to repair the content; undefined if nothing is to be done. Asks only if that makes a difference. */
async function wantsRepair(content: string): Promise<boolean | undefined> {
  const repairs = repairsOf(content);
  if (repairs.length === 0) return false;
  const detail = repairs.join("; ");
  const choices = [
    { label: vscode.l10n.t("Make a response of it"), detail, repair: true },
    { label: vscode.l10n.t("Wrap it as it is"), detail: vscode.l10n.t("Nothing is repaired"), repair: false },
  ];
  const placeHolder = vscode.l10n.t("This looks like a model's answer");
  return (await vscode.window.showQuickPick(choices, { placeHolder }))?.repair;
}

/** An envelope, if there is one, and what to say. */
interface Wrapped {
  text?: string;
  said?: string;
}

function envelopeOf(
  content: string,
  { request, repair }: { request: string | undefined; repair: boolean },
): Wrapped {
  try {
    const { text, applied } = recover(content, { repair, ...(request === undefined ? {} : { request }) });
    if (text === content) return { said: vscode.l10n.t("this is already an envelope") };
    const meant = applied.some((it) => it.code === "missing-envelope") ? whyMeant(text) : undefined;
    if (meant === undefined) return { text };
    const said = vscode.l10n.t(
      "all of the content is in `response`; if it was meant as an envelope: {0}",
      meant,
    );
    return { text, said };
  } catch (error) {
    // It is already an envelope, and the answer to another request.
    return { said: error instanceof Error ? error.message : String(error) };
  }
}

/** Opens it under the name that the request's program looks for, if there is no such file yet. */
async function openNew(beside: vscode.Uri, name: string | undefined, text: string): Promise<undefined> {
  const file = name === undefined ? undefined : vscode.Uri.joinPath(beside, "..", name);
  const isFree =
    file !== undefined &&
    !vscode.workspace.textDocuments.some((it) => it.uri.path === file.path) &&
    (await vscode.workspace.fs.stat(file).then(
      () => false,
      () => true,
    ));
  const document = await (isFree
    ? vscode.workspace.openTextDocument(file.with({ scheme: "untitled" }))
    : vscode.workspace.openTextDocument({ content: text, language: "json" }));
  const editor = await vscode.window.showTextDocument(document, vscode.ViewColumn.Beside);
  if (isFree) await replace(editor, () => ({ range: everything(document), newText: text }));
  return undefined;
}

export const everything = (document: vscode.TextDocument): vscode.Range =>
  document.validateRange(new vscode.Range(0, 0, document.lineCount, 0));

/** Why a text has no content to open: the mistake is named whose fix makes it an envelope. */
export function whyNone(text: string): string {
  const why = onlyMistake(text);
  const none = vscode.l10n.t("found no envelope whose response is a string");
  return why === undefined ? none : `${none}: ${why}`;
}
