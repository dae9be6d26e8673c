/**
 * The request and response files next to a checked file: read once, read again when one of them changes.
 * Knows files and open documents, but nothing about checks.
 */

import * as vscode from "vscode";
import { onMoments } from "./moments.js";
import { isPairable, partnerName, RESERVED_GLOB } from "./names.js";
import { during } from "./pending.js";
import { parentOf } from "./where.js";

export interface Folders extends vscode.Disposable {
  /** The files next to `uri` by name, open documents as they are now; undefined until they are read. */
  siblings(uri: vscode.Uri): Record<string, string> | undefined;
  /** The same, after reading. */
  read(uri: vscode.Uri): Promise<Record<string, string> | undefined>;
  /** Forgets all folders but those of `uris`. */
  keep(uris: Iterable<vscode.Uri>): void;
  /** A reserved file was written, created or deleted. Its folder is read again if it is tracked. */
  readonly onDidChange: vscode.Event<vscode.Uri>;
}

interface Folder {
  uri: vscode.Uri;
  texts: Map<string, string> | undefined;
  reading: Promise<void> | undefined;
  stale: boolean;
  watcher: vscode.Disposable | undefined;
}

/** Of thousands of responses in a folder, no more are read, and a single check gets its pair and some others. */
const MOST_READ = 1000;
const MOST_SIBLINGS = 50;
const LARGEST_SIBLING = 1024 * 1024;

export function createFolders(log: vscode.LogOutputChannel): Folders {
  const folders = new Map<string, Folder>();
  const changed = new vscode.EventEmitter<vscode.Uri>();
  let workspaceWatcher: vscode.Disposable | undefined;

  function folderOf(uri: vscode.Uri): Folder | undefined {
    if (uri.scheme === "untitled") return undefined;
    const parent = parentOf(uri);
    const key = parent.toString();
    let folder = folders.get(key);
    if (folder === undefined) {
      folder = {
        uri: parent,
        texts: undefined,
        reading: undefined,
        stale: true,
        watcher: watch(parent),
      };
      folders.set(key, folder);
    }
    return folder;
  }

  /** One watcher serves the workspace; a folder outside it needs its own. */
  function watch(parent: vscode.Uri): vscode.Disposable | undefined {
    if (vscode.workspace.getWorkspaceFolder(parent) === undefined) {
      return listen(
        vscode.workspace.createFileSystemWatcher(new vscode.RelativePattern(parent, RESERVED_GLOB)),
      );
    }
    workspaceWatcher ??= listen(vscode.workspace.createFileSystemWatcher(`**/${RESERVED_GLOB}`));
    return undefined;
  }

  function listen(watcher: vscode.FileSystemWatcher): vscode.Disposable {
    watcher.onDidCreate(touched);
    watcher.onDidChange(touched);
    watcher.onDidDelete(touched);
    return watcher;
  }

  function touched(uri: vscode.Uri): void {
    const folder = folders.get(parentOf(uri).toString());
    if (folder === undefined) {
      changed.fire(uri);
      return;
    }
    folder.stale = true;
    refresh(folder).then(() => changed.fire(uri));
  }

  /** One reading at a time; what changes meanwhile is read in another round. */
  function refresh(folder: Folder): Promise<void> {
    folder.reading ??= (async () => {
      while (folder.stale) {
        folder.stale = false;
        folder.texts = await readFolder(folder.uri, log);
      }
    })().finally(() => {
      folder.reading = undefined;
    });
    return during(`folder ${folder.uri}`, folder.reading);
  }

  /** Reads the folder of a file again and fires if the folder has changed. */
  async function look(uri: vscode.Uri): Promise<void> {
    const folder = folders.get(parentOf(uri).toString());
    const before = folder?.texts;
    if (folder === undefined || before === undefined || folder.reading) return;
    folder.stale = true;
    await refresh(folder);
    if (!isSame(before, folder.texts)) changed.fire(uri);
  }

  /** What the workspace watcher covered may now be outside the workspace. */
  function rewatch(): void {
    for (const folder of folders.values()) {
      folder.watcher?.dispose();
      folder.watcher = watch(folder.uri);
    }
  }

  const moments = vscode.Disposable.from(
    onMoments(look),
    vscode.workspace.onDidChangeWorkspaceFolders(rewatch),
  );

  const siblings = (uri: vscode.Uri): Record<string, string> | undefined => {
    const texts = folderOf(uri)?.texts;
    return texts && withOpenDocuments(uri, texts);
  };

  return {
    siblings,
    onDidChange: changed.event,
    async read(uri) {
      const folder = folderOf(uri);
      if (folder === undefined) return undefined;
      if (folder.stale || folder.reading) await refresh(folder);
      return siblings(uri);
    },
    keep(uris) {
      const wanted = new Set(Array.from(uris, (it) => parentOf(it).toString()));
      for (const [key, folder] of folders) {
        if (wanted.has(key)) continue;
        folder.watcher?.dispose();
        folders.delete(key);
      }
    },
    dispose() {
      for (const it of folders.values()) it.watcher?.dispose();
      workspaceWatcher?.dispose();
      moments.dispose();
      changed.dispose();
    },
  };
}

async function readFolder(folder: vscode.Uri, log: vscode.LogOutputChannel): Promise<Map<string, string>> {
  try {
    const entries = await vscode.workspace.fs.readDirectory(folder);
    // Only the type of the file: a link may lead out of the folder, and a new envelope would repeat what is there.
    const names = entries.filter(([name, type]) => type === vscode.FileType.File && isPairable(name));
    const some = names
      .map(([name]) => name)
      .sort()
      .slice(0, MOST_READ);
    const texts = await Promise.all(some.map(async (name) => [name, await readText(folder, name)] as const));
    return new Map(texts.filter((it): it is [string, string] => it[1] !== undefined));
  } catch (error) {
    log.debug(`cannot list ${folder.toString(true)}: ${error}`);
    return new Map();
  }
}

async function readText(folder: vscode.Uri, name: string): Promise<string | undefined> {
  try {
    const bytes = await vscode.workspace.fs.readFile(vscode.Uri.joinPath(folder, name));
    // An id with U+FFFD in it would be copied into the response.
    return bytes.length <= LARGEST_SIBLING
      ? new TextDecoder("utf-8", { fatal: true }).decode(bytes)
      : undefined;
  } catch {
    // Not UTF-8, or deleted since the listing: the programs that read responses delete them.
    return undefined;
  }
}

const isSame = (a: Map<string, string>, b: Map<string, string> | undefined): boolean =>
  a.size === b?.size && [...a].every(([name, text]) => b.get(name) === text);

/** Without the checked file itself, whose text is known. */
function withOpenDocuments(checked: vscode.Uri, texts: Map<string, string>): Record<string, string> {
  const [folder, own] = split(checked.path);
  const partner = partnerName(own);
  const names = [partner, ...texts.keys()].filter((it, idx) => it !== own && (idx === 0 || it !== partner));
  const entries = names.slice(0, MOST_SIBLINGS).map((it) => [it, texts.get(it)] as const);
  const all = Object.fromEntries(entries.filter((it): it is [string, string] => it[1] !== undefined));
  for (const document of vscode.workspace.textDocuments) {
    const { uri } = document;
    if (document.isClosed || uri.scheme !== checked.scheme || uri.authority !== checked.authority) continue;
    const [parent, name] = split(uri.path);
    if (parent === folder && name in all) all[name] = document.getText();
  }
  return all;
}

function split(path: string): [folder: string, name: string] {
  const cut = path.lastIndexOf("/");
  return [path.slice(0, cut), path.slice(cut + 1)];
}
