/**
 * The file system of payloads: reading one decodes it from the file as it is in the editor; saving one saves the file.
 */

import * as vscode from "vscode";
import { during } from "../pending.js";
import { addressOf, SCHEME } from "./address.js";
import { innerDocument, openDocument, openFile, whyMissing } from "./file.js";
import { asWritten, formatted } from "./projection.js";
import { unified } from "./shown.js";
import { isApart, type Sync } from "./sync.js";

/** In milliseconds, before each further attempt to save a file: VS Code refuses while others take part in saving it. */
const PAUSES = [0, 100, 500, 2000, 5000];

export function registerProvider(sync: Sync): vscode.Disposable {
  const changed = new vscode.EventEmitter<vscode.FileChangeEvent[]>();
  /** Used as modification times, which VS Code compares before saving: of the current text, and of the text it read. */
  const stamps = new Map<string, { now: number; read: number }>();
  /** Documents that are saved because their file was, and files that are saved because a document was. */
  const saving = new Set<string>();

  function stampOf(uri: vscode.Uri): { now: number; read: number } {
    const stamp = stamps.get(uri.toString()) ?? { now: 1, read: 1 };
    stamps.set(uri.toString(), stamp);
    return stamp;
  }

  /** The text as it is shown, and as VS Code reads it. */
  async function find(uri: vscode.Uri): Promise<{ shown: string; read: string }> {
    const address = addressOf(uri);
    if (address === undefined) throw vscode.FileSystemError.FileNotFound(uri);
    try {
      const found = innerDocument(await openFile(address.file), address);
      if (found === undefined) throw vscode.FileSystemError.Unavailable(whyMissing(address));
      const real = found.text;
      const view = sync.view(uri);
      if (address.isFormatted) {
        const { text } = view?.projection(real) ?? formatted(real);
        return { shown: text, read: text };
      }
      return { shown: asWritten(real).text, read: real };
    } catch (error) {
      sync.view(uri)?.forgetReload();
      throw error;
    }
  }

  async function write(uri: vscode.Uri, content: Uint8Array): Promise<void> {
    const address = addressOf(uri);
    if (address === undefined) throw vscode.FileSystemError.FileNotFound(uri);
    const view = sync.view(uri);
    view?.askAgain();
    await sync.settle(address.file);
    const file = await openFile(address.file);
    const found = innerDocument(file, address);
    if (found === undefined || (view && isApart(view)))
      throw vscode.FileSystemError.Unavailable(found ? conflict() : whyMissing(address));
    const text = unified(new TextDecoder().decode(content));
    // Whatever was typed during the save is already in the file: the content is merely older.
    const { text: inFile } =
      view?.projection(found.text) ?? (address.isFormatted ? formatted : asWritten)(found.text);
    if (inFile !== text && !view?.isAgreed) throw vscode.FileSystemError.Unavailable(conflict());
    stampOf(uri).now = stampOf(uri).read;
    // An untitled document has no file yet: whoever saves it chooses its place. Whether another one has something to save is
    // not asked: VS Code calls a document clean that was changed while it was written.
    if (file.isUntitled) return;
    // If the document follows its file, the file is saved once more: the save may have changed it, or somebody typed.
    const isFollowing = saving.has(uri.toString());
    saving.add(uri.toString());
    try {
      if (await saved(file)) return;
    } finally {
      if (!isFollowing) saving.delete(uri.toString());
    }
    throw vscode.FileSystemError.Unavailable(vscode.l10n.t("the file could not be saved"));
  }

  /** Whether the file could be saved, whatever has been typed since. */
  async function saved(file: vscode.TextDocument): Promise<boolean> {
    // A save in progress may have written an older text. It has ended, and its event has fired, once this one ends.
    if ((await file.save()) || !file.isDirty) return true;
    // VS Code also answers false if there is something new to save: the event says that the file was saved.
    const subscriptions: vscode.Disposable[] = [];
    const event = new Promise<boolean>((done) => {
      vscode.workspace.onDidSaveTextDocument((it) => it === file && done(true), undefined, subscriptions);
    });
    const pause = (time: number): Promise<boolean> =>
      new Promise((done) => setTimeout(() => done(false), time));
    try {
      for (const time of PAUSES) {
        if (await Promise.race([event, pause(time)])) return true;
        if ((await Promise.race([event, file.save()])) || !file.isDirty) return true;
      }
      return false;
    } finally {
      for (const it of subscriptions) it.dispose();
    }
  }

  /** After a file was saved or reverted, its documents have nothing left to save. */
  async function follow(uri: vscode.Uri): Promise<void> {
    await sync.settle(uri);
    for (const view of sync.views(uri)) {
      const { document } = view;
      const key = document.uri.toString();
      if (openDocument(uri)?.isDirty !== false) return;
      if (!document.isDirty || !view.isAgreed || saving.has(key)) continue;
      saving.add(key);
      try {
        await document.save();
      } finally {
        saving.delete(key);
      }
    }
  }

  const followSoon = (uri: vscode.Uri): void => void during(`follow ${uri}`, follow(uri));

  const provider: vscode.FileSystemProvider = {
    onDidChangeFile: changed.event,
    watch: () => new vscode.Disposable(() => {}),
    async stat(uri) {
      const { length } = new TextEncoder().encode((await find(uri)).read);
      const { now, read } = stampOf(uri);
      // What was typed in a document has been merged with the file, so nothing in the file is newer.
      const mtime = sync.view(uri)?.document.isDirty ? read : now;
      return { type: vscode.FileType.File, ctime: 0, mtime, size: length };
    },
    async readFile(uri) {
      const { shown, read } = await find(uri);
      stampOf(uri).read = stampOf(uri).now;
      sync.view(uri)?.give(shown);
      return new TextEncoder().encode(read);
    },
    writeFile: (uri, content) => during(`save ${uri}`, write(uri, content)),
    readDirectory: () => [],
    createDirectory: refuse,
    delete: refuse,
    rename: refuse,
  };
  return vscode.Disposable.from(
    changed,
    vscode.workspace.registerFileSystemProvider(SCHEME, provider, { isCaseSensitive: true }),
    sync.onDidChangeFile((uri) => {
      stampOf(uri).now++;
      changed.fire([{ type: vscode.FileChangeType.Changed, uri }]);
    }),
    // VS Code reports with an empty change event that a document has become dirty, or no longer is.
    vscode.workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
      if (contentChanges.length > 0 || document.isDirty) return;
      if (sync.views(document.uri).length > 0) followSoon(document.uri);
    }),
    vscode.workspace.onDidSaveTextDocument(({ uri }) => {
      const file = addressOf(uri)?.file ?? uri;
      if (sync.views(file).length > 0) followSoon(file);
    }),
  );
}

const conflict = (): string =>
  vscode.l10n.t("the file has changed at the same place: choose which text to keep, then save again");

function refuse(): never {
  throw vscode.FileSystemError.NoPermissions(vscode.l10n.t("a payload is part of its file"));
}
