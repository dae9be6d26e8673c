/** What is checked again when something changes: its text, the files next to it, the disk or the settings. */

import * as vscode from "vscode";
import { encodingOf } from "./bom.js";
import type { ClosedFiles } from "./closedFiles.js";
import type { Disk } from "./disk.js";
import type { Later } from "./later.js";
import { isReserved } from "./names.js";
import type { OpenDocuments } from "./openDocuments.js";
import { during } from "./pending.js";
import type { Tracking } from "./tracking.js";
import { isUnder, nameOf, parentOf } from "./where.js";

/** The pause before the files next to one that changes are checked, in milliseconds. */
const PAUSE = 100;

export class Rechecks {
  private watcher: vscode.FileSystemWatcher | undefined;

  constructor(
    private readonly open: OpenDocuments,
    private readonly closedFiles: ClosedFiles,
    private readonly tracking: Tracking,
    private readonly disk: Disk,
    private readonly later: Later,
  ) {}

  /** A document was edited, or its encoding or whether it is saved has changed. */
  edited({ document, contentChanges }: vscode.TextDocumentChangeEvent): void {
    const state = this.open.last(document);
    if (state === undefined) {
      if (contentChanges.length > 0) this.tracking.trackSoon(document);
      return;
    }
    if (contentChanges.length === 0 && state.encoding === encodingOf(document)) return;
    this.disk.forget(document.uri);
    this.open.checkSoon(state);
    if (isReserved(nameOf(document.uri))) this.neighbors(document.uri);
  }

  /** Something changed that may concern every file. */
  everything(): void {
    for (const it of [...this.open.all()]) this.open.remove(it.document);
    for (const it of vscode.workspace.textDocuments) this.tracking.track(it);
    this.open.release();
    for (const it of this.closedFiles.all()) this.closedFiles.check(it);
  }

  /** A file was written, created or deleted. */
  async onDisk(uri: vscode.Uri): Promise<void> {
    this.neighbors(uri);
    if (this.open.last({ uri })) {
      await this.disk.look(uri);
      this.openOnDisk(uri);
    } else if (this.closedFiles.has(uri)) await this.closedFiles.check(uri);
  }

  /** The user came to a document: events may have been lost. */
  async cameTo(uri: vscode.Uri): Promise<void> {
    const { open, closedFiles, disk } = this;
    const wasGone = disk.isGone(uri);
    if (open.last({ uri }) && (await disk.look(uri)) && disk.isGone(uri) !== wasGone) this.openOnDisk(uri);
    for (const it of closedFiles.all()) if (await disk.look(it)) void closedFiles.check(it);
  }

  /** Watches what `folders` does not, from the first call on: files that only a setting names, and whole folders. */
  watch(): void {
    if (this.watcher !== undefined) return;
    this.watcher = vscode.workspace.createFileSystemWatcher("**/*", true);
    this.watcher.onDidDelete((uri) => this.gone(uri));
    this.watcher.onDidChange((uri) => {
      if (this.closedFiles.has(uri) && !isReserved(nameOf(uri))) this.closedFiles.check(uri);
    });
  }

  dispose(): void {
    this.watcher?.dispose();
  }

  /** The files in a folder disappear with it, and there is no event for each of them. */
  private gone(uri: vscode.Uri): void {
    const all = [...Array.from(this.open.all(), (it) => it.document.uri), ...this.closedFiles.all()];
    for (const it of all) if (isUnder(it, uri)) void during(`gone: ${it}`, this.onDisk(it));
  }

  /** The programs that read responses delete them; an editor that still shows the text is no reason to complain. */
  private openOnDisk(uri: vscode.Uri): void {
    const state = this.open.last({ uri });
    if (state?.document.isDirty) this.disk.forget(uri);
    else if (state !== undefined) this.open.check(state);
  }

  /** A request or a response changed: the files next to it may no longer match. */
  private neighbors(uri: vscode.Uri): void {
    const folder = parentOf(uri).toString();
    const beside = (it: vscode.Uri): boolean =>
      it.toString() !== uri.toString() && parentOf(it).toString() === folder;
    const recheck = (): void => {
      for (const it of this.open.all())
        if (it.settings.pairRequests && beside(it.document.uri)) this.open.checkSoon(it);
      for (const it of this.closedFiles.all()) if (beside(it)) this.closedFiles.check(it);
    };
    this.later.schedule(`beside ${uri}`, recheck, PAUSE);
  }
}
