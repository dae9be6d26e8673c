/**
 * Checks documents as they change and files when asked, and publishes what was found.
 * A check is synchronous and reads the document at that moment, so no result is ever older than its document.
 */

import { type Diagnostic as Finding, type Report, type ValidateOptions, validate } from "agent-response";
import * as vscode from "vscode";
import { toDiagnostic } from "./adapt.js";
import { encodingOf, markFinding } from "./bom.js";
import { createClaims, rootFinder } from "./claims.js";
import { decodedUri } from "./decoded.js";
import type { Folders } from "./folders.js";
import { anywhere, isReserved } from "./names.js";
import type { Project, Projects } from "./projects.js";
import { extraFiles, type Settings, settingsFor } from "./settings.js";
import { isHidden } from "./syntax.js";
import { isFile, isUnder, nameOf, parentOf } from "./where.js";

/** A finding and what is shown of it; nothing when VS Code's own JSON support shows the same. */
export interface Entry {
  finding: Finding;
  shown: vscode.Diagnostic | undefined;
}

/** The last check of a document. */
export interface Checked {
  document: vscode.TextDocument;
  settings: Settings;
  version: number;
  encoding: string | undefined;
  /** how long the last check took, in milliseconds */
  took: number;
  /** undefined when the file is larger than the setting allows */
  report: Report | undefined;
  entries: Entry[];
  /** where the text inside the string can be read */
  decoded: vscode.Uri | undefined;
}

export interface Checks extends vscode.Disposable {
  /** The state of an open document, checked as it is now; undefined when it is none of ours. */
  of(document: vscode.TextDocument): Checked | undefined;
  /** The same, after the pause of who types in a large file. */
  settled(document: vscode.TextDocument): Promise<Checked | undefined>;
  /** What `validate` and `fix` need to know of a file. */
  options(uri: vscode.Uri, settings: Settings, siblings?: Record<string, string>): ValidateOptions;
  /** Checks a file that need not be open and publishes the result; undefined when it is too large or gone. */
  file(uri: vscode.Uri): Promise<Report | undefined>;
  /** Forgets what was read beside files that are not open. */
  release(): void;
  readonly onDidCheck: vscode.Event<vscode.Uri>;
}

/** Larger texts wait until the typing pauses, for longer than their check takes. */
const LARGE = 256 * 1024;
const PAUSE = 100;
const PAUSE_FACTOR = 3;

export function createChecks(folders: Folders, projects: Projects, log: vscode.LogOutputChannel): Checks {
  const collection = vscode.languages.createDiagnosticCollection("agent-response");
  const checked = new vscode.EventEmitter<vscode.Uri>();
  const open = new Map<string, Checked>();
  const closedFiles = new Map<string, vscode.Uri>();
  const timers = new Map<string, ReturnType<typeof setTimeout>>();
  const claims = createClaims(rootFinder(projects));

  function track(document: vscode.TextDocument): void {
    if (document.isClosed || open.has(document.uri.toString())) return;
    if (!isFile(document) && !document.isUntitled) return;
    const project = projects.known(document.uri);
    if (project === undefined) {
      // Checked at once all the same; a project file that is found may say otherwise.
      projects.find(document.uri).then((found) => {
        if (found === null) return;
        forget(document);
        track(document);
      });
    }
    if (isOurs(document.uri, project ?? null)) start(document, settingsFor(document.uri, project ?? null));
  }

  function start(document: vscode.TextDocument, settings: Settings): void {
    if (!settings.enable) return;
    const state: Checked = {
      document,
      settings,
      version: -1,
      encoding: undefined,
      took: 0,
      report: undefined,
      entries: [],
      decoded: undefined,
    };
    const key = document.uri.toString();
    closedFiles.delete(key);
    open.set(key, state);
    check(state);
    if (!settings.pairRequests) return;
    folders.read(document.uri).then((siblings) => {
      if (siblings !== undefined && open.get(key) === state) check(state);
    });
  }

  function forget(document: vscode.TextDocument): void {
    const key = document.uri.toString();
    unschedule(key);
    if (!open.delete(key)) return;
    collection.delete(document.uri);
    release();
    checked.fire(document.uri);
  }

  function check(state: Checked): void {
    const { document, settings } = state;
    unschedule(document.uri.toString());
    const started = performance.now();
    const text = document.getText();
    state.version = document.version;
    // Should the checker fail, no fix may be left that speaks of the text before.
    state.entries = [];
    state.encoding = encodingOf(document);
    const again = (): void => {
      if (open.get(document.uri.toString()) === state) check(state);
    };
    state.report = text.length > settings.maxFileSize ? undefined : run(text, document.uri, settings, again);
    const mark = state.report === undefined ? [] : markFinding(document, options(document.uri, settings));
    const findings = [...mark, ...(state.report?.diagnostics ?? [])];
    const hasInner = findings.some((it) => it.inner.length > 0);
    state.decoded = hasInner ? decodedOf(state, text) : undefined;
    state.entries = findings.map((finding) => {
      const hidden = isHidden(finding, document.languageId, settings);
      return { finding, shown: hidden ? undefined : toDiagnostic(finding, document.uri, state.decoded) };
    });
    state.took = performance.now() - started;
    publish(document.uri, state.entries);
  }

  function run(text: string | Uint8Array, uri: vscode.Uri, settings: Settings, again: () => void): Report {
    const siblings = settings.pairRequests ? folders.siblings(uri) : undefined;
    const files = claims.there(uri);
    const report = validate(text, { ...options(uri, settings, siblings), files });
    return claims.known(report, text, uri, again);
  }

  function publish(uri: vscode.Uri, entries: Entry[]): void {
    collection.set(
      uri,
      entries.flatMap((it) => it.shown ?? []),
    );
    checked.fire(uri);
  }

  function schedule(key: string, task: () => void, delay = PAUSE): void {
    unschedule(key);
    const run = (): void => {
      timers.delete(key);
      task();
    };
    timers.set(key, setTimeout(run, delay));
  }

  function unschedule(key: string): void {
    clearTimeout(timers.get(key));
    timers.delete(key);
  }

  function changed({ document, contentChanges }: vscode.TextDocumentChangeEvent): void {
    const state = open.get(document.uri.toString());
    if (state === undefined) return;
    if (contentChanges.length === 0 && state.encoding === encodingOf(document)) return;
    if (document.offsetAt(document.lineAt(document.lineCount - 1).range.end) > LARGE) {
      const pause = Math.max(PAUSE, state.took * PAUSE_FACTOR);
      schedule(document.uri.toString(), () => check(state), pause);
    } else check(state);
    if (isReserved(nameOf(document.uri))) recheckNeighbours(document.uri);
  }

  /** A request or a response changed: what lies beside it may fit no longer. */
  function recheckNeighbours(uri: vscode.Uri): void {
    const key = `beside ${uri}`;
    const folder = parentOf(uri).toString();
    const beside = (it: vscode.Uri): boolean =>
      it.toString() !== uri.toString() && parentOf(it).toString() === folder;
    schedule(key, () => {
      for (const it of open.values()) if (it.settings.pairRequests && beside(it.document.uri)) check(it);
      for (const it of closedFiles.values()) if (beside(it)) file(it);
    });
  }

  async function file(uri: vscode.Uri): Promise<Report | undefined> {
    const key = uri.toString();
    const state = open.get(key);
    if (state !== undefined) return current(state).report;
    // Its folder was taken from the workspace.
    if (vscode.workspace.getWorkspaceFolder(uri) === undefined) return drop(uri);
    const project = await projects.find(uri);
    const settings = settingsFor(uri, project);
    // It was named and is no longer, or is switched off.
    if (!settings.enable || !isOurs(uri, project)) return drop(uri);
    try {
      if (settings.pairRequests) await folders.read(uri);
      const bytes = await vscode.workspace.fs.readFile(uri);
      if (open.has(key)) return open.get(key)?.report;
      if (bytes.length > settings.maxFileSize) return drop(uri);
      const report = run(bytes, uri, settings, () => {
        if (closedFiles.has(key)) file(uri);
      });
      closedFiles.set(key, uri);
      // VS Code's own support reads open documents only: everything is shown.
      publish(
        uri,
        report.diagnostics.map((finding) => ({ finding, shown: toDiagnostic(finding, uri) })),
      );
      return report;
    } catch (error) {
      log.debug(`cannot read ${uri.toString(true)}: ${error}`);
      return drop(uri);
    }
  }

  function drop(uri: vscode.Uri): undefined {
    if (closedFiles.delete(uri.toString())) collection.delete(uri);
  }

  function current(state: Checked): Checked {
    if (state.version !== state.document.version) check(state);
    return state;
  }

  /** What lies in a folder goes with it, and no event tells of each file. */
  function gone(uri: vscode.Uri): void {
    const all = [...Array.from(open.values(), (it) => it.document.uri), ...closedFiles.values()];
    for (const it of all) if (isUnder(it, uri)) onDisk(it);
  }

  async function onDisk(uri: vscode.Uri): Promise<void> {
    recheckNeighbours(uri);
    const state = open.get(uri.toString());
    if (state === undefined) {
      if (closedFiles.has(uri.toString())) await file(uri);
    } else if (!state.document.isDirty) {
      // The programs that read responses delete them; an editor that still shows the text is no reason to complain.
      const exists = await vscode.workspace.fs.stat(uri).then(
        () => true,
        () => false,
      );
      if (!exists) collection.delete(uri);
      else if (open.get(uri.toString()) === state) check(state);
    }
  }

  function again(): void {
    for (const it of [...open.values()]) forget(it.document);
    for (const it of vscode.workspace.textDocuments) track(it);
    for (const it of closedFiles.values()) file(it);
  }

  /** The files beside closed ones are read again when they are needed. */
  const release = (): void => folders.keep(Array.from(open.values(), (it) => it.document.uri));

  // For what `folders` does not look at: files that only a setting names, and whole folders.
  const watcher = vscode.workspace.createFileSystemWatcher("**/*", true);
  const subscriptions = [
    collection,
    checked,
    vscode.workspace.onDidOpenTextDocument(track),
    vscode.workspace.onDidChangeTextDocument(changed),
    vscode.workspace.onDidCloseTextDocument(forget),
    vscode.workspace.onDidChangeConfiguration((it) => {
      if (it.affectsConfiguration("agentResponse") || it.affectsConfiguration("json.validate")) again();
    }),
    folders.onDidChange(onDisk),
    watcher,
    watcher.onDidDelete(gone),
    watcher.onDidChange((uri) => {
      if (closedFiles.has(uri.toString()) && !isReserved(nameOf(uri))) file(uri);
    }),
    projects.onDidChange(() => {
      claims.forget();
      again();
    }),
  ];
  // After the activation, which should not wait for the checker to be compiled.
  schedule("first", () => vscode.workspace.textDocuments.forEach(track), 0);

  return {
    options,
    file,
    release,
    onDidCheck: checked.event,
    of(document) {
      const state = open.get(document.uri.toString());
      return state && current(state);
    },
    async settled(document) {
      const key = document.uri.toString();
      while (open.has(key) && timers.has(key)) {
        await new Promise<void>((done) => {
          const subscription = checked.event(() => {
            subscription.dispose();
            done();
          });
        });
      }
      return this.of(document);
    },
    dispose() {
      for (const key of [...timers.keys()]) unschedule(key);
      for (const it of subscriptions) it.dispose();
    },
  };
}

function options(uri: vscode.Uri, settings: Settings, siblings?: Record<string, string>): ValidateOptions {
  const { format, profile, payloads, rules } = settings;
  const always: ValidateOptions = {
    fileName: nameOf(uri),
    format,
    profile,
    payloads,
    rules,
    now: new Date().toISOString(),
  };
  return siblings === undefined ? always : { ...always, siblings };
}

/** Decided by the name, before any setting is read, for the many JSON files that are none of ours. */
function isOurs(uri: vscode.Uri, project: Project | null): boolean {
  if (isReserved(nameOf(uri)) || isExtra(uri)) return true;
  return project?.entry(uri) !== undefined;
}

function isExtra(uri: vscode.Uri): boolean {
  const folder = vscode.workspace.getWorkspaceFolder(uri);
  // Of a document only these two are looked at.
  const document = { uri, languageId: "" } as vscode.TextDocument;
  return extraFiles(uri).some((glob) => {
    const pattern =
      folder === undefined ? anywhere(glob) : new vscode.RelativePattern(folder, anywhere(glob));
    return vscode.languages.match({ pattern }, document) > 0;
  });
}

/** Reading a large text once more takes as long as its check: that it has a text inside stays true while somebody types. */
const decodedOf = ({ decoded, document }: Checked, text: string): vscode.Uri | undefined =>
  decoded !== undefined && text.length > LARGE ? decoded : decodedUri(document.uri, text);
