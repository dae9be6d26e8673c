/** Watchers of single files, in the workspace or elsewhere. */

import * as vscode from "vscode";
import { nameOf, parentOf } from "./where.js";

export interface Watchers extends vscode.Disposable {
  /** Watches a file from now on, if it is not watched yet. */
  watch(file: vscode.Uri): void;
  has(file: vscode.Uri): boolean;
  /** Ends those of other files, by the text of their address. */
  keep(isKept: (key: string) => boolean): void;
}

/** `changed` gets each file that is created, changed or deleted. VS Code may lose such an event. */
export function createWatchers(changed: (file: vscode.Uri) => void): Watchers {
  const all = new Map<string, vscode.Disposable>();
  return {
    watch(file) {
      const key = file.toString();
      if (all.has(key)) return;
      const pattern = new vscode.RelativePattern(parentOf(file), nameOf(file));
      const watcher = vscode.workspace.createFileSystemWatcher(pattern);
      for (const event of [watcher.onDidCreate, watcher.onDidChange, watcher.onDidDelete])
        event(() => changed(file));
      all.set(key, watcher);
    },
    has: (file) => all.has(file.toString()),
    keep(isKept) {
      for (const [key, watcher] of all) {
        if (isKept(key)) continue;
        watcher.dispose();
        all.delete(key);
      }
    },
    dispose() {
      for (const it of all.values()) it.dispose();
    },
  };
}
