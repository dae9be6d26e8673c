/**
 * Which files have changed or disappeared since they were last examined. Watchers miss what other programs do, so more
 * than one event leads here. Nothing is shown for an open document whose file is gone, whatever causes its next check.
 */

import * as vscode from "vscode";
import { isFile } from "./where.js";

const GONE = "";

export class Disk {
  /** What a file system says about a file besides its text, by address. */
  private readonly stamps = new Map<string, string>();

  isGone(uri: vscode.Uri): boolean {
    return this.stamps.get(uri.toString()) === GONE;
  }

  /** Makes the next look report a change. */
  forget(uri: vscode.Uri): void {
    this.stamps.delete(uri.toString());
  }

  /** True if the file has changed since the last look. */
  async look(uri: vscode.Uri): Promise<boolean> {
    const stamp = isFile({ uri }) ? await stampOf(uri) : undefined;
    if (stamp === undefined || stamp === this.stamps.get(uri.toString())) return false;
    this.stamps.set(uri.toString(), stamp);
    return true;
  }
}

/** Undefined when the file system cannot answer, which says nothing about the file. */
const stampOf = (uri: vscode.Uri): Promise<string | undefined> =>
  Promise.resolve(vscode.workspace.fs.stat(uri)).then(
    ({ mtime, size }) => `${mtime} ${size}`,
    (error) => (error instanceof vscode.FileSystemError && error.code === "FileNotFound" ? GONE : undefined),
  );
