/**
 * The documents inside a file, as the file is in the editor.
 */

import {
  document,
  documents,
  edit,
  type InnerDocument as Inner,
  toFile,
  toInner,
} from "agent-response/editor";
import * as vscode from "vscode";
import type { Edit } from "../../../common/layout.js";
import { toRange } from "../adapt.js";
import { isOfRecords, offsetIn, rangeIn, type Stretch, stretchOf } from "../records.js";
import { optionsOf } from "../which.js";
import type { Address, Within } from "./address.js";

/** The document of a file, which is opened if necessary. A closed untitled one is gone: VS Code would make another. */
export async function openFile(uri: vscode.Uri): Promise<vscode.TextDocument> {
  const open = openDocument(uri);
  if (open === undefined && uri.scheme === "untitled") throw vscode.FileSystemError.FileNotFound(uri);
  return open ?? vscode.workspace.openTextDocument(uri);
}

export const openDocument = (uri: vscode.Uri): vscode.TextDocument | undefined =>
  vscode.workspace.textDocuments.find((it) => !it.isClosed && it.uri.toString() === uri.toString());

/** A document inside, with its place in the file. */
export interface InnerDocument extends Inner {
  /** of its record */
  line: number | undefined;
}

/** The last result of `innerDocuments`: status, lenses and findings ask for the same text, one after the other. */
let last:
  | {
      file: vscode.TextDocument;
      version: number;
      options: object;
      line: number | undefined;
      found: InnerDocument[];
    }
  | undefined;

/** Of a file with a record in each line, those of one record: of the line that is given, else of that with the cursor. */
export function innerDocuments(file: vscode.TextDocument, at?: number): readonly InnerDocument[] {
  const options = optionsOf(file);
  const line = isOfRecords(file) ? (at ?? lineOfCursor(file)) : undefined;
  if (
    last?.file !== file ||
    last.version !== file.version ||
    last.options !== options ||
    last.line !== line
  ) {
    const stretch = stretchOf(file, line, options);
    const found = stretch === undefined ? [] : documents(stretch.text, stretch.options);
    last = { file, version: file.version, options, line, found: found.map((it) => placed(it, file, line)) };
  }
  return last.found;
}

function lineOfCursor(file: vscode.TextDocument): number | undefined {
  const editor = [vscode.window.activeTextEditor, ...vscode.window.visibleTextEditors].find(
    (it) => it?.document === file,
  );
  return editor?.selection.active.line;
}

function placed(it: Inner, file: vscode.TextDocument, line: number | undefined): InnerDocument {
  if (line === undefined) return { ...it, line };
  const before = file.offsetAt(new vscode.Position(line, 0));
  const { start, end } = it.range;
  const range = { start: { ...start, line: start.line + line }, end: { ...end, line: end.line + line } };
  return { ...it, line, from: it.from + before, to: it.to + before, range };
}

/** Any string is an inner document, even after an edit that breaks its content. */
export function innerDocument(file: vscode.TextDocument, within: Within): InnerDocument | undefined {
  const stretch = stretchAt(file, within);
  const found = stretch && document(stretch.text, within.pointer, stretch.options);
  return found ? placed(found, file, stretch?.line) : undefined;
}

const stretchAt = (file: vscode.TextDocument, { line }: Within): Stretch | undefined =>
  stretchOf(file, line, optionsOf(file));

/** The smallest edits to the file for edits to a document in it. */
export function fileEdits(
  file: vscode.TextDocument,
  within: Within,
  edits: readonly Edit[],
): vscode.TextEdit[] {
  const stretch = stretchAt(file, within);
  if (stretch === undefined) return [];
  const found = edit(stretch.text, within.pointer, edits, stretch.options);
  return found.map((it) => vscode.TextEdit.replace(rangeIn(stretch, toRange(it.range)), it.text));
}

export function placeInFile(
  file: vscode.TextDocument,
  within: Within,
  from: number,
  to: number,
): vscode.Range | undefined {
  const stretch = stretchAt(file, within);
  const place = stretch && toFile(stretch.text, within.pointer, from, to, stretch.options);
  return place && stretch && rangeIn(stretch, toRange(place.range));
}

/** The offset in a document for one in the file; undefined outside of it. */
export function offsetInside(
  file: vscode.TextDocument,
  within: Within,
  position: vscode.Position,
): number | undefined {
  const stretch = stretchAt(file, within);
  if (stretch === undefined || (stretch.line ?? position.line) !== position.line) return undefined;
  const inside = toInner(stretch.text, offsetIn(stretch, file, position), stretch.options);
  return inside.find((it) => it.pointer === within.pointer)?.offset;
}

/** What to say if a document is no longer where it was. */
export function whyMissing({ pointer }: Address): string {
  const name = pointer.slice(pointer.lastIndexOf("/") + 1);
  return vscode.l10n.t(
    "the file no longer has a text at {0}, so this document is disconnected: your edits stay here until the file has one again",
    name,
  );
}
