/**
 * Where documents are: in files or elsewhere, and what is above them.
 */

import * as vscode from "vscode";
import { SCHEME } from "./payload/address.js";

/** Documents without a file of their own, although VS Code can write them: untitled ones, and payloads. */
const PARTS = ["untitled", SCHEME];

/**
 * Whether a document is a file to work on: views of other versions, logs and pages come from extensions that provide
 * only text, or are in read-only file systems.
 */
export const isFile = ({ uri }: { uri: vscode.Uri }): boolean =>
  vscode.workspace.getWorkspaceFolder(uri) !== undefined ||
  (!PARTS.includes(uri.scheme) && vscode.workspace.fs.isWritableFileSystem(uri.scheme) === true);

export const nameOf = (uri: vscode.Uri): string => uri.path.slice(uri.path.lastIndexOf("/") + 1);

export const parentOf = (uri: vscode.Uri): vscode.Uri => vscode.Uri.joinPath(uri, "..");

/** The folder of a file and those above, up to the open folder. */
export function* foldersAbove(uri: vscode.Uri): Iterable<vscode.Uri> {
  if (!isFile({ uri })) return;
  const top = vscode.workspace.getWorkspaceFolder(uri)?.uri.toString();
  for (let folder = parentOf(uri); ; folder = parentOf(folder)) {
    yield folder;
    if (folder.toString() === top || parentOf(folder).path === folder.path) return;
  }
}

/** True for everything in a folder, at any depth, and for the folder itself. */
export const isUnder = (uri: vscode.Uri, folder: vscode.Uri): boolean =>
  `${uri}/`.startsWith(`${folder.toString().replace(/\/$/, "")}/`);

/** The length of a document in UTF-16 code units, without creating its text. */
export const lengthOf = (document: vscode.TextDocument): number =>
  document.offsetAt(document.lineAt(document.lineCount - 1).range.end);
