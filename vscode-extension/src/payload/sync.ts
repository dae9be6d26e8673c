/**
 * Keeps the payloads that are open as documents in sync with their files. The file is the source of truth: each
 * document is compared only with the file, so that two documents of one file need not know about each other. All
 * changes to one file are made one after the other.
 */

import * as vscode from "vscode";
import type { Edit } from "../../../common/layout.js";
import { during } from "../pending.js";
import { addressOf } from "./address.js";
import { keepSelections } from "./carets.js";
import { type Choice, choose } from "./conflict.js";
import { fileEdits, innerDocument, openDocument, openFile, whyMissing } from "./file.js";
import { change } from "./merge.js";
import { positionOf } from "./positions.js";
import { View } from "./view.js";

export interface Sync extends vscode.Disposable {
  view(uri: vscode.Uri): View | undefined;
  /** The views of a file, or all views. */
  views(file?: vscode.Uri): View[];
  /** Resolves when a file and its documents are in sync, as far as they can be. */
  settle(file: vscode.Uri): Promise<void>;
  /**
   * Fires when the text that a document shares with its file has changed, or is gone. It does not fire without a change:
   * VS Code asks for fixes after findings are published, and answering settles the file, so that would be an endless loop.
   */
  readonly onDidSettle: vscode.Event<vscode.Uri>;
  /** Fires for documents that VS Code has to read again: the file has changed, and they have no edits. */
  readonly onDidChangeFile: vscode.Event<vscode.Uri>;
}

/** More rounds than two writers need; later changes start new ones. */
const MOST_ROUNDS = 20;

export function createSync(log: vscode.LogOutputChannel): Sync {
  const views = new Map<string, View>();
  const settled = new vscode.EventEmitter<vscode.Uri>();
  const changedFile = new vscode.EventEmitter<vscode.Uri>();
  /** The last queued task of each file. */
  const running = new Map<string, Promise<void>>();

  const viewsOf = (file?: vscode.Uri): View[] =>
    [...views.values()].filter((it) => file === undefined || it.address.file.toString() === file.toString());

  /** Runs after the current work, which may have read texts that have changed since. */
  function settle(file: vscode.Uri): Promise<void> {
    const key = file.toString();
    const next = (running.get(key) ?? Promise.resolve())
      .then(() => rounds(file))
      .catch((error) => log.error(`cannot keep the payloads of ${file.toString(true)} in step: ${error}`))
      .finally(() => {
        if (running.get(key) === next) running.delete(key);
        const news = viewsOf(file).map((it) => it.takeNews());
        if (news.includes(true)) settled.fire(file);
      });
    running.set(key, next);
    return during(`in sync: ${key}`, next);
  }

  async function rounds(file: vscode.Uri): Promise<void> {
    for (let round = 0; round < MOST_ROUNDS && viewsOf(file).length > 0; round++) {
      const document = await openFile(file).then(
        (it) => it,
        () => undefined,
      );
      if (document === undefined) {
        for (const it of viewsOf(file)) cutOff(it, whyMissing(it.address));
        return;
      }
      let isDone = true;
      for (const view of viewsOf(file)) {
        isDone = await once(view, document);
        if (!isDone) break;
      }
      if (isDone) return;
    }
  }

  /** True if there is nothing more to do for a document; false after a change, which makes the texts outdated. */
  async function once(view: View, file: vscode.TextDocument): Promise<boolean> {
    const found = innerDocument(file, view.address);
    if (found === undefined) return cutOff(view, whyMissing(view.address));
    const real = view.projection(found.text);
    const step = view.step(real.text);
    if (step.kind === "conflict") return ask(view, real.text);
    const edits = "edits" in step ? insideFile(view, file, view.realEdits(real, step.edits)) : [];
    // Still disconnected; the user has been warned already.
    if (edits === undefined) return true;
    view.isCutOff = false;
    if (step.kind === "same") return true;
    if (step.kind === "toDocument") return toDocument(view, step.inFile);
    const change = new vscode.WorkspaceEdit();
    change.set(file.uri, edits);
    // VS Code refuses edits that were made for another version of the file. Without any, only blanks that are shown changed.
    if (edits.length === 0 || (await vscode.workspace.applyEdit(change))) view.agree(step.text);
    return false;
  }

  /** Undefined if the file is broken in such a way that nothing in it can be changed from here. */
  function insideFile(view: View, file: vscode.TextDocument, edits: Edit[]): vscode.TextEdit[] | undefined {
    try {
      return fileEdits(file, view.address, edits);
    } catch (error) {
      if ((error as { code?: unknown }).code !== "not-editable") throw error;
      const said = vscode.l10n.t("fix the file first, this text cannot be changed in it: {0}", String(error));
      cutOff(view, said);
      return undefined;
    }
  }

  /** A document with edits is changed by an edit; any other one is read again. */
  async function toDocument(view: View, inFile: string): Promise<boolean> {
    const { document } = view;
    const stretch = change(view.text, inFile);
    if (stretch === undefined) return true;
    if (!document.isDirty) {
      view.keep(keepSelections(document, view.text, stretch, inFile));
      if (!view.isReloading) changedFile.fire(document.uri);
      view.isReloading = true;
      return true;
    }
    const end = document.eol === vscode.EndOfLine.CRLF ? "\r\n" : "\n";
    const edit = new vscode.WorkspaceEdit();
    const range = new vscode.Range(positionOf(view.text, stretch.from), positionOf(view.text, stretch.to));
    edit.replace(document.uri, range, stretch.text.replaceAll("\n", end));
    if (await vscode.workspace.applyEdit(edit)) view.agree(inFile);
    return false;
  }

  function ask(view: View, inFile: string): true {
    if (view.isAsking || view.isPostponed(inFile)) return true;
    view.isAsking = true;
    choose(view, inFile).then((choice: Choice) => {
      view.isAsking = false;
      if (choice === "later") return view.postpone(inFile);
      view.agree(choice === "document" ? inFile : view.text);
      void settle(view.address.file);
    });
    return true;
  }

  function cutOff(view: View, why: string): true {
    if (!view.isCutOff) void vscode.window.showWarningMessage(`Agent Response: ${why}`);
    view.isCutOff = true;
    return true;
  }

  function open(document: vscode.TextDocument): void {
    const address = addressOf(document.uri);
    if (address === undefined || document.isClosed) return;
    views.set(document.uri.toString(), new View(address, document));
    void settle(address.file);
  }

  const subscriptions = [
    settled,
    changedFile,
    vscode.workspace.onDidOpenTextDocument(open),
    vscode.workspace.onDidCloseTextDocument((document) => {
      const key = document.uri.toString();
      views.get(key)?.forgetReload();
      if (!views.delete(key) && viewsOf(document.uri).length > 0) void settle(document.uri);
    }),
    vscode.workspace.onDidChangeTextDocument((event) => {
      const { uri } = event.document;
      const view = views.get(uri.toString());
      view?.changed(event);
      // A document that now has edits is not read again: the text that it should read must get into it in another way.
      if (view !== undefined) void settle(view.address.file);
      else if (event.contentChanges.length > 0 && viewsOf(uri).length > 0) void settle(uri);
    }),
  ];
  vscode.workspace.textDocuments.forEach(open);

  return {
    view: (uri) => views.get(uri.toString()),
    views: viewsOf,
    settle,
    onDidSettle: settled.event,
    onDidChangeFile: changedFile.event,
    dispose() {
      for (const it of subscriptions) it.dispose();
    },
  };
}

/** True while a file and one of its documents cannot be saved together. */
export const isApart = (view: View): boolean =>
  view.isCutOff || view.isAsking || openDocument(view.address.file) === undefined;
