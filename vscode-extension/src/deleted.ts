/** Which files of open documents were deleted: nothing is shown of them, whatever causes their next check. */

import * as vscode from "vscode";
import { isFile } from "./where.js";

export class Deleted {
  private readonly files = new Set<string>();

  has(uri: vscode.Uri): boolean {
    return this.files.has(uri.toString());
  }

  /** Somebody works with the text, or closed it. */
  forget(uri: vscode.Uri): void {
    this.files.delete(uri.toString());
  }

  /** Looks where the file was; true when it is gone since the last look, or there again. */
  async look(uri: vscode.Uri): Promise<boolean> {
    const isGone = isFile({ uri }) && (await isMissing(uri));
    if (isGone === this.has(uri)) return false;
    if (isGone) this.files.add(uri.toString());
    else this.forget(uri);
    return true;
  }
}

/** A file system that cannot answer says nothing about the file. */
const isMissing = (uri: vscode.Uri): Promise<boolean> =>
  Promise.resolve(vscode.workspace.fs.stat(uri)).then(
    () => false,
    (error) => error instanceof vscode.FileSystemError && error.code === "FileNotFound",
  );
