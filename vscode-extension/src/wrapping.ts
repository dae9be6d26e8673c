/**
 * Wrap: the selection or the whole text becomes the `response` of an envelope, in the same editor.
 */

import { wrap } from "agent-response";
import * as vscode from "vscode";
import type { Folders } from "./folders.js";
import { pairedRequest } from "./names.js";
import { type Change, replace } from "./replace.js";
import { nameOf } from "./where.js";

/** What is to be told, if anything. */
export async function wrapText(
  editor: vscode.TextEditor,
  folders: Pick<Folders, "read">,
): Promise<string | undefined> {
  const { document, selection } = editor;
  const { version } = document;
  const siblings = (await folders.read(document.uri)) ?? {};
  const request = pairedRequest(nameOf(document.uri), siblings);
  let why: string | undefined;
  const made = (): Change | undefined => {
    // Where the selected part is by now nobody knows; the whole is the whole.
    if (!selection.isEmpty && document.version !== version) {
      why = "the text has changed: select the part again";
      return undefined;
    }
    const range = selection.isEmpty ? everything(document) : selection;
    const content = document.getText(range);
    try {
      const newText = wrap(content, request === undefined ? {} : { request });
      if (newText !== content) return { range, newText };
      why = "this is already an envelope";
    } catch (error) {
      // An envelope already, and the answer to another request.
      why = error instanceof Error ? error.message : String(error);
    }
    return undefined;
  };
  if (!(await replace(editor, made))) return CHANGED;
  if (why !== undefined) return why;
  const isPlain = document.isUntitled && document.languageId === "plaintext";
  if (isPlain && selection.isEmpty) await vscode.languages.setTextDocumentLanguage(document, "json");
  return undefined;
}

/** Nothing was done. */
export const CHANGED = "the text has changed, so nothing was replaced: try again";

const everything = (document: vscode.TextDocument): vscode.Range =>
  document.validateRange(new vscode.Range(0, 0, document.lineCount, 0));
