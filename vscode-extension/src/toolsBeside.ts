/** The tools for a file that declares none: those of the request in the same folder, or of its file `tools.json`. */

import * as vscode from "vscode";
import { textOf } from "./schemaFile.js";
import { checkTools } from "./toolFiles.js";
import { nameOf, parentOf } from "./where.js";

export interface ToolsBeside extends vscode.Disposable {
  /** The text of the first of these files that has tools. */
  read(uri: vscode.Uri): Promise<string | undefined>;
  /** One of them was written, edited, created or deleted; its folder. */
  readonly onDidChange: vscode.Event<vscode.Uri>;
}

/** The name of the request to which a file is the response: `chat-request.json` for `chat-response.json`. */
export function requestName(name: string): string | undefined {
  const found =
    /^(?<before>.*)response(?<after>.*)$/.exec(name) ?? /^(?<before>.*)Response(?<after>.*)$/.exec(name);
  if (found === null) return undefined;
  const { before, after } = found.groups ?? {};
  const word = name[before?.length ?? 0] === "R" ? "Request" : "request";
  return `${before}${word}${after}`;
}

export function createToolsBeside(): ToolsBeside {
  const changed = new vscode.EventEmitter<vscode.Uri>();
  /** By file: who watches it. */
  const watchers = new Map<string, vscode.Disposable>();

  function tell(file: vscode.Uri): void {
    if (watchers.has(file.toString())) changed.fire(parentOf(file));
  }

  function watch(file: vscode.Uri): void {
    const key = file.toString();
    if (watchers.has(key)) return;
    const pattern = new vscode.RelativePattern(parentOf(file), nameOf(file));
    const watcher = vscode.workspace.createFileSystemWatcher(pattern);
    for (const event of [watcher.onDidCreate, watcher.onDidChange, watcher.onDidDelete])
      event(() => tell(file));
    watchers.set(key, watcher);
  }

  const subscriptions = [
    changed,
    vscode.workspace.onDidChangeTextDocument(({ document }) => tell(document.uri)),
    vscode.workspace.onDidCloseTextDocument(({ uri }) => tell(uri)),
  ];

  return {
    onDidChange: changed.event,
    async read(uri) {
      const folder = parentOf(uri);
      const names = [requestName(nameOf(uri)), "tools.json"].filter((it) => it !== undefined);
      for (const name of names.filter((it) => it !== nameOf(uri))) {
        const file = vscode.Uri.joinPath(folder, name);
        watch(file);
        try {
          const text = await textOf(file, { file, folder, content: "tools", folderName: "its folder" });
          checkTools(text);
          return text;
        } catch {
          // Nobody named it: without tools, it is a file like any other.
        }
      }
      return undefined;
    },
    dispose() {
      for (const it of [...subscriptions, ...watchers.values()]) it.dispose();
    },
  };
}
