/** The tools for a file that declares none: those of the request in the same folder, or of its file `tools.json`. */

import * as vscode from "vscode";
import { createLater } from "./later.js";
import { textOf } from "./schemaFile.js";
import { checkTools } from "./toolFiles.js";
import { createWatchers } from "./watchers.js";
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

/** How long what is typed in such a file waits to be read, in milliseconds. */
const PAUSE = 300;

export function createToolsBeside(): ToolsBeside {
  const changed = new vscode.EventEmitter<vscode.Uri>();
  const watchers = createWatchers((file) => changed.fire(parentOf(file)));
  const later = createLater();

  /** Whoever types in such a file goes on typing. */
  function soon(file: vscode.Uri): void {
    const tell = (): void => changed.fire(parentOf(file));
    if (watchers.has(file)) later.schedule(file.toString(), tell, PAUSE);
  }

  const subscriptions = [
    changed,
    later,
    watchers,
    vscode.workspace.onDidChangeTextDocument(({ document }) => soon(document.uri)),
    vscode.workspace.onDidCloseTextDocument(({ uri }) => soon(uri)),
  ];

  return {
    onDidChange: changed.event,
    async read(uri) {
      const folder = parentOf(uri);
      const names = [requestName(nameOf(uri)), "tools.json"].filter((it) => it !== undefined);
      for (const name of names.filter((it) => it !== nameOf(uri))) {
        const file = vscode.Uri.joinPath(folder, name);
        watchers.watch(file);
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
      for (const it of subscriptions) it.dispose();
    },
  };
}
