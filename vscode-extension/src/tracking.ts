/** Which open documents are checked: by their names, by their content, or at the user's request. */

import * as vscode from "vscode";
import type { Checked } from "./checked.js";
import type { ClosedFiles } from "./closedFiles.js";
import type { Later } from "./later.js";
import type { OpenDocuments } from "./openDocuments.js";
import { during } from "./pending.js";
import type { Projects } from "./projects.js";
import type { Schemas } from "./schemas.js";
import { type Settings, settingsFor } from "./settings.js";
import { isRecognized, mayGetCalls, mayHaveCalls } from "./toolCalls.js";
import type { ToolsBeside } from "./toolsBeside.js";
import { isFile } from "./where.js";
import { isOurs } from "./which.js";

/** The pause before a document of which nothing is known is looked at again, in milliseconds. */
const LOOK_PAUSE = 500;
/** How long a document may be closed because its language changes, in milliseconds. */
const CLOSED_FOR = 100;

export class Tracking {
  /** Documents to check at the user's request, whatever their names. */
  private readonly included = new Set<string>();

  /** `begin` is called before the first check. */
  constructor(
    private readonly projects: Projects,
    private readonly schemas: Schemas,
    private readonly later: Later,
    private readonly open: OpenDocuments,
    private readonly closedFiles: ClosedFiles,
    private readonly toolsBeside: ToolsBeside,
    private readonly begin: () => void,
  ) {}

  /** Checks a document from now on if it is an agent file. */
  track(document: vscode.TextDocument): void {
    const { uri } = document;
    if (document.isClosed || this.open.last(document)) return;
    if (!isFile(document) && !document.isUntitled && !this.isIncluded(uri)) return;
    const project = this.projects.known(uri);
    if (project === undefined) {
      // Checked at once anyway; a project file that is found may change the result.
      during(`project of ${uri}`, this.projects.find(uri)).then((found) => {
        if (found === null) return;
        this.open.remove(document);
        this.track(document);
        this.open.release();
      });
    }
    const settings = (): Settings => settingsFor(uri, project ?? null, this.schemas);
    if (this.isIncluded(uri)) this.start(document, { ...settings(), enable: true });
    else if (isOurs(uri, project ?? null)) this.start(document, settings());
    else if (!project?.excludes(uri) && mayHaveCalls(document))
      this.start(document, { ...settings(), pairRequests: false }, true);
  }

  /** The same after a pause, if an edit may have made it one. */
  trackSoon(document: vscode.TextDocument): void {
    if (mayGetCalls(document))
      this.later.schedule(document.uri.toString(), () => this.track(document), LOOK_PAUSE);
  }

  /** Checks a document whatever its name and language are, until it is closed. */
  include(document: vscode.TextDocument): Checked | undefined {
    this.included.add(document.uri.toString());
    const state = this.open.last(document);
    if (state === undefined) this.track(document);
    else state.isIncluded = true;
    return this.open.of(document);
  }

  /** A document whose language changes is closed and opened again at once. */
  closed(document: vscode.TextDocument): void {
    this.open.closed(document);
    if (!this.isIncluded(document.uri)) return;
    const key = document.uri.toString();
    const isOpen = (): boolean => vscode.workspace.textDocuments.some((it) => it.uri.toString() === key);
    this.later.schedule(`included ${key}`, () => isOpen() || this.included.delete(key), CLOSED_FOR);
  }

  private isIncluded(uri: vscode.Uri): boolean {
    return this.included.has(uri.toString());
  }

  private start(document: vscode.TextDocument, settings: Settings, isByContent = false): void {
    if (!settings.enable) return;
    if (isByContent && !isRecognized(document, settings)) return;
    const state: Checked = {
      document,
      settings,
      version: -1,
      encoding: undefined,
      took: 0,
      report: undefined,
      entries: [],
      decoded: undefined,
      isTooLarge: false,
      isByContent,
      isIncluded: this.isIncluded(document.uri),
    };
    this.begin();
    this.closedFiles.opened(document.uri);
    this.open.add(state);
    if (isByContent && settings.tools === undefined) void this.toolsBeside.give(state);
  }
}
