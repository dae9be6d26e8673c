/** Globs of settings. */

import * as vscode from "vscode";
import { anywhere } from "./names.js";

/** Whether a glob matches a file in the open folder. */
export function matches(uri: vscode.Uri, glob: string): boolean {
  const folder = vscode.workspace.getWorkspaceFolder(uri);
  // Only these two properties of the document are read.
  const document = { uri, languageId: "" } as vscode.TextDocument;
  const pattern = folder === undefined ? anywhere(glob) : new vscode.RelativePattern(folder, anywhere(glob));
  return vscode.languages.match({ pattern }, document) > 0;
}
