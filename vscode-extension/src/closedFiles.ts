/** Checks files that need not be open, and keeps those that were, to check them again when something around them changes. */

import { type Report, validate } from "agent-response/editor";
import * as vscode from "vscode";
import type { Claims } from "./claims.js";
import type { Disk } from "./disk.js";
import { entriesOfFile } from "./entries.js";
import type { Folders } from "./folders.js";
import type { OpenDocuments } from "./openDocuments.js";
import type { Projects } from "./projects.js";
import type { Results } from "./results.js";
import type { Schemas } from "./schemas.js";
import { settingsFor } from "./settings.js";
import { createTurns } from "./turns.js";
import { isLargerThan, isOtherProgram, isOurs, optionsFor } from "./which.js";

export class ClosedFiles {
  private readonly files = new Map<string, vscode.Uri>();
  private readonly turns = createTurns<Report | undefined>();

  /** `begin` is called before the first result. */
  constructor(
    private readonly folders: Folders,
    private readonly projects: Projects,
    private readonly schemas: Schemas,
    private readonly claims: Claims,
    private readonly disk: Disk,
    private readonly open: OpenDocuments,
    private readonly results: Results,
    private readonly log: vscode.LogOutputChannel,
    private readonly begin: () => void,
  ) {}

  all(): vscode.Uri[] {
    return [...this.files.values()];
  }

  has(uri: vscode.Uri): boolean {
    return this.files.has(uri.toString());
  }

  /** Forgets a file that was opened. */
  opened(uri: vscode.Uri): void {
    this.files.delete(uri.toString());
  }

  /** Checks a file and publishes the result; undefined when it is too large or gone. */
  check(uri: vscode.Uri): Promise<Report | undefined> {
    return this.turns.take(uri.toString(), () => this.checkNow(uri));
  }

  private async checkNow(uri: vscode.Uri): Promise<Report | undefined> {
    const { folders, open } = this;
    if (open.last({ uri })) return open.of({ uri })?.report;
    // Its folder was removed from the workspace.
    if (vscode.workspace.getWorkspaceFolder(uri) === undefined) return this.drop(uri);
    const project = await this.projects.find(uri);
    const settings = settingsFor(uri, project, this.schemas);
    // It is no longer named, or checking is turned off.
    if (!settings.enable || !isOurs(uri, project)) return this.drop(uri);
    try {
      if (settings.pairRequests) await folders.read(uri);
      await this.disk.look(uri);
      const bytes = await vscode.workspace.fs.readFile(uri);
      if (open.last({ uri })) return open.of({ uri })?.report;
      if (isLargerThan(settings.maxFileSize, bytes)) return this.drop(uri);
      this.begin();
      const siblings = settings.pairRequests ? folders.siblings(uri) : undefined;
      const options = optionsFor({ uri }, settings, siblings);
      const again = (): void => {
        if (this.has(uri)) this.check(uri);
      };
      const checked = (): Report =>
        this.claims.report(uri, (files) => validate(bytes, { ...options, files }), again);
      let report = checked();
      for (let it = settings.schema?.settled(); it !== undefined; it = settings.schema?.settled()) {
        await it;
        if (open.last({ uri })) return open.of({ uri })?.report;
        report = checked();
      }
      if (isOtherProgram(uri, report)) return this.drop(uri);
      this.files.set(uri.toString(), uri);
      this.results.publish({ uri, isNewText: false }, entriesOfFile(report.diagnostics, uri, siblings));
      return report;
    } catch (error) {
      this.log.debug(`cannot read ${uri.toString(true)}: ${error}`);
      return this.drop(uri);
    }
  }

  private drop(uri: vscode.Uri): undefined {
    if (!this.files.delete(uri.toString())) return;
    this.results.remove(uri);
    this.disk.forget(uri);
  }
}
