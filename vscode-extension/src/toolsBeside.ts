/** The tools for a file that declares none: those of the request in the same folder, or of its file `tools.json`. */

import * as vscode from "vscode";
import type { Checked } from "./checked.js";
import { createLater } from "./later.js";
import type { OpenDocuments } from "./openDocuments.js";
import { during } from "./pending.js";
import type { Projects } from "./projects.js";
import { textOf } from "./schemaFile.js";
import { checkTools } from "./toolFiles.js";
import { createWatchers, type Watchers } from "./watchers.js";
import { nameOf, parentOf } from "./where.js";

export interface ToolsBeside extends vscode.Disposable {
  /** Judges the calls in an open document by these tools as they are now. */
  give(state: Checked): Promise<void>;
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

/** The documents of `open` are judged again when such a file changes, unless the project file names tools for them. */
export function createToolsBeside(open: OpenDocuments, projects: Projects): ToolsBeside {
  const watchers = createWatchers(changed);
  const later = createLater();
  /** The last time that the tools for a document were read. */
  const readings = new WeakMap<Checked, object>();

  async function give(state: Checked): Promise<void> {
    const { document } = state;
    const reading = {};
    readings.set(state, reading);
    const tools = await during(`tools beside ${document.uri}`, read(document.uri, watchers));
    const isLast = open.last(document) === state && readings.get(state) === reading;
    if (!isLast || tools === state.settings.tools) return;
    state.settings = { ...state.settings, tools };
    open.checkSoon(state);
  }

  /** A file that may have tools was written, edited, created or deleted. */
  function changed(file: vscode.Uri): void {
    const folder = parentOf(file).toString();
    for (const it of open.all()) {
      const { uri } = it.document;
      if (!it.isByContent || parentOf(uri).toString() !== folder) continue;
      if (projects.known(uri)?.tools(uri) === undefined) void give(it);
    }
  }

  /** Whoever types in such a file goes on typing. */
  function soon(file: vscode.Uri): void {
    if (watchers.has(file)) later.schedule(file.toString(), () => changed(file), PAUSE);
  }

  const subscriptions = [
    later,
    watchers,
    vscode.workspace.onDidChangeTextDocument(({ document }) => soon(document.uri)),
    vscode.workspace.onDidCloseTextDocument(({ uri }) => soon(uri)),
  ];

  return {
    give,
    dispose() {
      for (const it of subscriptions) it.dispose();
    },
  };
}

/** The text of the first of these files that has tools. It is watched from now on, like those before it. */
async function read(uri: vscode.Uri, watchers: Watchers): Promise<string | undefined> {
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
}
