/**
 * The documents inside a file, as the file is in the editor.
 */

import { document, documents, edit, type InnerDocument, toFile, toInner } from "agent-response/editor";
import * as vscode from "vscode";
import { toRange } from "../adapt.js";
import { optionsOf } from "../which.js";
import type { Address } from "./address.js";
import type { Edit } from "./shown.js";

/** The document of a file, which is opened if necessary. A closed untitled one is gone: VS Code would make another. */
export async function openFile(uri: vscode.Uri): Promise<vscode.TextDocument> {
  const open = openDocument(uri);
  if (open === undefined && uri.scheme === "untitled") throw vscode.FileSystemError.FileNotFound(uri);
  return open ?? vscode.workspace.openTextDocument(uri);
}

export const openDocument = (uri: vscode.Uri): vscode.TextDocument | undefined =>
  vscode.workspace.textDocuments.find((it) => !it.isClosed && it.uri.toString() === uri.toString());

/** The last result of `innerDocuments`: status, lenses and findings ask for the same text, one after the other. */
let last: { file: vscode.TextDocument; version: number; options: object; found: InnerDocument[] } | undefined;

export function innerDocuments(file: vscode.TextDocument): readonly InnerDocument[] {
  const options = optionsOf(file);
  if (last?.file !== file || last.version !== file.version || last.options !== options)
    last = { file, version: file.version, options, found: documents(file.getText(), options) };
  return last.found;
}

/** Any string is an inner document, even after an edit that breaks its content. */
export const innerDocument = (file: vscode.TextDocument, pointer: string): InnerDocument | undefined =>
  document(file.getText(), pointer, optionsOf(file)) ?? undefined;

/** The smallest edits to the file for edits to a document in it. */
export function fileEdits(
  file: vscode.TextDocument,
  pointer: string,
  edits: readonly Edit[],
): vscode.TextEdit[] {
  const found = edit(file.getText(), pointer, edits, optionsOf(file));
  return found.map((it) => vscode.TextEdit.replace(toRange(it.range), it.text));
}

export const placeInFile = (
  file: vscode.TextDocument,
  pointer: string,
  from: number,
  to: number,
): vscode.Range => toRange(toFile(file.getText(), pointer, from, to, optionsOf(file)).range);

/** The offset in a document for one in the file; undefined outside of it. */
export const offsetInside = (
  file: vscode.TextDocument,
  pointer: string,
  position: vscode.Position,
): number | undefined =>
  toInner(file.getText(), file.offsetAt(position), optionsOf(file)).find((it) => it.pointer === pointer)
    ?.offset;

/** What to say if a document is no longer where it was. */
export function whyMissing({ pointer }: Address): string {
  const name = pointer.slice(pointer.lastIndexOf("/") + 1);
  return vscode.l10n.t(
    "the file no longer has a text at {0}, so this document is disconnected: your edits stay here until the file has one again",
    name,
  );
}
