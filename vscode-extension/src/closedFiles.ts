/** Checks files that need not be open, and keeps those that were, to check them again when something around them changes. */

import { type Report, validate } from "agent-response/editor";
import * as vscode from "vscode";
import type { Entry } from "./checked.js";
import type { Claims } from "./claims.js";
import type { Disk } from "./disk.js";
import { entriesOfFile } from "./entries.js";
import type { Folders } from "./folders.js";
import type { Projects } from "./projects.js";
import type { Schemas } from "./schemas.js";
import { settingsFor } from "./settings.js";
import { createTurns } from "./turns.js";
import { isLargerThan, isOtherProgram, isOurs, optionsFor } from "./which.js";

/** What a check reads, and where its result goes. */
interface Around {
  folders: Folders;
  projects: Projects;
  schemas: Schemas;
  log: vscode.LogOutputChannel;
  disk: Disk;
  claims: Claims;
  isOpen(key: string): boolean;
  /** The report of an open document, checked as it is now. */
  ofOpen(key: string): Report | undefined;
  /** Before the first result. */
  begin(): void;
  publish(uri: vscode.Uri, entries: Entry[]): void;
  /** Removes what was published. */
  remove(uri: vscode.Uri): void;
}

export interface ClosedFiles {
  /** Checks a file and publishes the result; undefined when it is too large or gone. */
  check(uri: vscode.Uri): Promise<Report | undefined>;
  /** Forgets a file that was opened. */
  opened(key: string): void;
  has(key: string): boolean;
  all(): vscode.Uri[];
}

export function createClosedFiles(around: Around): ClosedFiles {
  const { folders, projects, schemas, log, disk, claims } = around;
  const files = new Map<string, vscode.Uri>();
  const turns = createTurns<Report | undefined>();

  const check = (uri: vscode.Uri): Promise<Report | undefined> =>
    turns.take(uri.toString(), () => checkNow(uri));

  async function checkNow(uri: vscode.Uri): Promise<Report | undefined> {
    const key = uri.toString();
    if (around.isOpen(key)) return around.ofOpen(key);
    // Its folder was removed from the workspace.
    if (vscode.workspace.getWorkspaceFolder(uri) === undefined) return drop(uri);
    const project = await projects.find(uri);
    const settings = settingsFor(uri, project, schemas);
    // It is no longer named, or checking is turned off.
    if (!settings.enable || !isOurs(uri, project)) return drop(uri);
    try {
      if (settings.pairRequests) await folders.read(uri);
      await disk.look(uri);
      const bytes = await vscode.workspace.fs.readFile(uri);
      if (around.isOpen(key)) return around.ofOpen(key);
      if (isLargerThan(settings.maxFileSize, bytes)) return drop(uri);
      around.begin();
      const siblings = settings.pairRequests ? folders.siblings(uri) : undefined;
      const options = optionsFor({ uri }, settings, siblings);
      const again = (): void => {
        if (files.has(key)) check(uri);
      };
      const checked = (): Report =>
        claims.report(uri, (all) => validate(bytes, { ...options, files: all }), again);
      let report = checked();
      for (let it = settings.schema?.settled(); it !== undefined; it = settings.schema?.settled()) {
        await it;
        if (around.isOpen(key)) return around.ofOpen(key);
        report = checked();
      }
      if (isOtherProgram(uri, report)) return drop(uri);
      files.set(key, uri);
      around.publish(uri, entriesOfFile(report.diagnostics, uri, siblings));
      return report;
    } catch (error) {
      log.debug(`cannot read ${uri.toString(true)}: ${error}`);
      return drop(uri);
    }
  }

  function drop(uri: vscode.Uri): undefined {
    if (!files.delete(uri.toString())) return;
    around.remove(uri);
    disk.forget(uri);
  }

  return {
    check,
    opened: (key) => void files.delete(key),
    has: (key) => files.has(key),
    all: () => [...files.values()],
  };
}
