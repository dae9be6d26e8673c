/**
 * Checks documents as they change and files on request, and publishes the findings.
 * A check is synchronous and reads the document at that moment, so no result is ever older than its document.
 */

import { type Report, validate } from "agent-response/editor";
import * as vscode from "vscode";
import { encodingOf, markFinding } from "./bom.js";
import { type Checked, decodedIn, type Entry, LARGE, tooLarge } from "./checked.js";
import { createClaims, rootFinder } from "./claims.js";
import { createClosedFiles } from "./closedFiles.js";
import { Disk } from "./disk.js";
import { entriesOf } from "./entries.js";
import type { Folders } from "./folders.js";
import { createLater, happens } from "./later.js";
import { onMoments } from "./moments.js";
import { isReserved } from "./names.js";
import { during } from "./pending.js";
import type { Projects } from "./projects.js";
import { isOfRecords } from "./records.js";
import type { Schemas } from "./schemas.js";
import { type Settings, settingsFor } from "./settings.js";
import { hasCalls, isRecognized, mayGetCalls, mayHaveCalls } from "./toolCalls.js";
import { createToolsBeside } from "./toolsBeside.js";
import { isFile, isUnder, lengthOf, nameOf, parentOf } from "./where.js";
import { isLargerThan, isOtherProgram, isOurs, keepOptions, optionsFor } from "./which.js";

/** The event of `onDidCheck`. */
export interface Check {
  uri: vscode.Uri;
  /** The text differs from that of the last check. VS Code then requests lenses and colors by itself. */
  isNewText: boolean;
}

export interface Checks extends vscode.Disposable {
  /** The state of an open document, checked as it is now; undefined if it is not an agent file. */
  of(document: vscode.TextDocument): Checked | undefined;
  /** The state after the last check, which may have read an older text. */
  last(document: vscode.TextDocument): Checked | undefined;
  /** The same, after a pause in typing in a large file; undefined also if the request was canceled. */
  settled(document: vscode.TextDocument, token?: vscode.CancellationToken): Promise<Checked | undefined>;
  /** Checks a document whatever its name and language are, until it is closed. */
  include(document: vscode.TextDocument): Checked | undefined;
  /** Checks a file that need not be open and publishes the result; undefined when it is too large or gone. */
  file(uri: vscode.Uri): Promise<Report | undefined>;
  /** Forgets the files read next to files that are not open. */
  release(): void;
  readonly onDidCheck: vscode.Event<Check>;
}

/** The pause before a large text is checked, in milliseconds: longer than its check takes. */
const PAUSE = 100;
const PAUSE_FACTOR = 3;
/** The pause before a document of which nothing is known is looked at again. */
const LOOK_PAUSE = 500;

export function createChecks(
  folders: Folders,
  projects: Projects,
  schemas: Schemas,
  log: vscode.LogOutputChannel,
): Checks {
  const collection = vscode.languages.createDiagnosticCollection("agent-response");
  const checked = new vscode.EventEmitter<Check>();
  const open = new Map<string, Checked>();
  const disk = new Disk();
  /** Documents to check at the user's request, whatever their names. */
  const included = new Set<string>();
  const later = createLater();
  const claims = createClaims(rootFinder(projects));
  const closedFiles = createClosedFiles({
    folders,
    projects,
    schemas,
    log,
    disk,
    claims,
    isOpen: (key) => open.has(key),
    ofOpen(key) {
      const state = open.get(key);
      return state && current(state).report;
    },
    begin: watchAll,
    publish: (uri, entries) => publish({ uri, isNewText: false }, entries),
    remove: (uri) => collection.delete(uri),
  });
  const file = closedFiles.check;
  const toolsBeside = createToolsBeside();
  /** The last time that the tools for a document were read. */
  const readings = new WeakMap<Checked, object>();
  /** What is checked again as soon as schemas have said more. */
  const waiting = new Set<Checked>();

  function track(document: vscode.TextDocument): void {
    const key = document.uri.toString();
    if (document.isClosed || open.has(key)) return;
    if (!isFile(document) && !document.isUntitled && !included.has(key)) return;
    const project = projects.known(document.uri);
    if (project === undefined) {
      // Checked at once anyway; a project file that is found may change the result.
      during(`project of ${key}`, projects.find(document.uri)).then((found) => {
        if (found === null) return;
        untrack(document);
        track(document);
        release();
      });
    }
    const settings = (): Settings => settingsFor(document.uri, project ?? null, schemas);
    if (included.has(key)) start(document, { ...settings(), enable: true });
    else if (isOurs(document.uri, project ?? null)) start(document, settings());
    else if (!project?.excludes(document.uri) && mayHaveCalls(document))
      start(document, { ...settings(), pairRequests: false }, true);
  }

  function start(document: vscode.TextDocument, settings: Settings, isByContent = false): void {
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
      isTooLarge: false,
      isByContent,
    };
    const key = document.uri.toString();
    if (isByContent && !isRecognized(document, settings)) return;
    watchAll();
    closedFiles.opened(key);
    open.set(key, state);
    check(state);
    if (isByContent && settings.tools === undefined) void withToolsBeside(state);
    if (!settings.pairRequests) return;
    during(`files beside ${key}`, folders.read(document.uri)).then((siblings) => {
      if (siblings !== undefined && open.get(key) === state) check(state);
    });
  }

  /** Judges calls by the tools of the request in the same folder, if the project file names none. */
  async function withToolsBeside(state: Checked): Promise<void> {
    const { uri } = state.document;
    const reading = {};
    readings.set(state, reading);
    const tools = await during(`tools beside ${uri}`, toolsBeside.read(uri));
    const isLast = open.get(uri.toString()) === state && readings.get(state) === reading;
    if (!isLast || tools === state.settings.tools) return;
    state.settings = { ...state.settings, tools };
    checkSoon(state);
  }

  /** The tools in a folder changed. */
  function toolsChanged(folder: vscode.Uri): void {
    for (const it of open.values()) {
      const isThere = it.isByContent && parentOf(it.document.uri).toString() === folder.toString();
      const named = projects.known(it.document.uri)?.tools(it.document.uri);
      if (isThere && named === undefined) void withToolsBeside(it);
    }
  }

  /** The files read next to a document are kept until `release`: it may be tracked again at once. */
  function untrack(document: vscode.TextDocument): void {
    const { uri } = document;
    later.cancel(uri.toString());
    if (!open.delete(uri.toString())) return;
    collection.delete(uri);
    checked.fire({ uri, isNewText: false });
  }

  /** Checks a document at once; a large one after a pause, since whoever types goes on typing. */
  function checkSoon(state: Checked): void {
    const { document, took } = state;
    const pause = Math.max(PAUSE, took * PAUSE_FACTOR);
    if (lengthOf(document) > LARGE) later.schedule(document.uri.toString(), () => check(state), pause);
    else check(state);
  }

  function check(state: Checked): void {
    const { document } = state;
    const isNewText = state.version >= 0 && state.version !== document.version;
    later.cancel(document.uri.toString());
    const started = performance.now();
    try {
      Object.assign(state, look(state, document.getText()));
      if (state.isByContent && state.report !== undefined && !hasCalls(state.report)) {
        untrack(document);
        return;
      }
    } catch (error) {
      log.error(`cannot check ${document.uri.toString(true)}: ${error}`);
      // No fix for the previous text may be left.
      Object.assign(state, { report: undefined, entries: [] });
    }
    state.version = document.version;
    state.encoding = encodingOf(document);
    state.took = performance.now() - started;
    const it = { uri: document.uri, isNewText };
    if (disk.isGone(document.uri)) publish(it, []);
    else publish(it, state.entries, state.isTooLarge ? [tooLarge(state)] : []);
    const settled = state.settings.schema?.settled();
    if (settled === undefined || waiting.has(state)) return;
    waiting.add(state);
    during(`schema for ${document.uri}`, settled).then(() => {
      waiting.delete(state);
      if (open.get(document.uri.toString()) === state) check(state);
    });
  }

  function look(
    state: Checked,
    text: string,
  ): Pick<Checked, "report" | "entries" | "decoded" | "isTooLarge"> {
    const { document, settings } = state;
    const { uri } = document;
    if (isLargerThan(settings.maxFileSize, text))
      return { report: undefined, entries: [], decoded: undefined, isTooLarge: true };
    const again = (): void => {
      if (open.get(uri.toString()) === state) check(state);
    };
    const siblings = settings.pairRequests ? folders.siblings(uri) : undefined;
    const mark = markFinding(document, settings);
    const checkWith = (files: string[] | undefined): Report => {
      const options = { ...optionsFor(document, settings, siblings), files };
      keepOptions(document, options);
      // The package keeps what it knows of a text for questions, which are about single records here.
      return validate(isOfRecords(document) ? new TextEncoder().encode(text) : text, options);
    };
    const report = claims.report(uri, checkWith, again);
    const isOther = !included.has(uri.toString()) && isOtherProgram(uri, report);
    const findings = isOther ? [] : [...mark, ...report.diagnostics];
    const decoded = decodedIn(state, text);
    const entries = entriesOf(findings, state, decoded, siblings);
    return { report, entries, decoded, isTooLarge: false };
  }

  function publish(it: Check, entries: Entry[], notes: vscode.Diagnostic[] = []): void {
    collection.set(it.uri, [...notes, ...entries.flatMap(({ shown }) => shown ?? [])]);
    checked.fire(it);
  }

  function changed({ document, contentChanges }: vscode.TextDocumentChangeEvent): void {
    const key = document.uri.toString();
    const state = open.get(key);
    if (state === undefined) {
      if (contentChanges.length > 0 && mayGetCalls(document))
        later.schedule(key, () => track(document), LOOK_PAUSE);
      return;
    }
    if (contentChanges.length === 0 && state.encoding === encodingOf(document)) return;
    disk.forget(document.uri);
    checkSoon(state);
    if (isReserved(nameOf(document.uri))) recheckNeighbors(document.uri);
  }

  /** A request or a response changed: the files next to it may no longer match. */
  function recheckNeighbors(uri: vscode.Uri): void {
    const key = `beside ${uri}`;
    const folder = parentOf(uri).toString();
    const beside = (it: vscode.Uri): boolean =>
      it.toString() !== uri.toString() && parentOf(it).toString() === folder;
    const recheck = (): void => {
      for (const it of open.values()) if (it.settings.pairRequests && beside(it.document.uri)) checkSoon(it);
      for (const it of closedFiles.all()) if (beside(it)) file(it);
    };
    later.schedule(key, recheck, PAUSE);
  }

  function current(state: Checked): Checked {
    if (state.version !== state.document.version) check(state);
    return state;
  }

  /** The files in a folder disappear with it, and there is no event for each of them. */
  function gone(uri: vscode.Uri): void {
    const all = [...Array.from(open.values(), (it) => it.document.uri), ...closedFiles.all()];
    for (const it of all) if (isUnder(it, uri)) void during(`gone: ${it}`, onDisk(it));
  }

  async function onDisk(uri: vscode.Uri): Promise<void> {
    recheckNeighbors(uri);
    const key = uri.toString();
    if (open.has(key)) {
      await disk.look(uri);
      checkOnDisk(uri);
    } else if (closedFiles.has(key)) await file(uri);
  }

  async function cameTo(uri: vscode.Uri): Promise<void> {
    const wasGone = disk.isGone(uri);
    if (open.has(uri.toString()) && (await disk.look(uri)) && disk.isGone(uri) !== wasGone) checkOnDisk(uri);
    for (const it of closedFiles.all()) if (await disk.look(it)) void file(it);
  }

  /** The programs that read responses delete them; an editor that still shows the text is no reason to complain. */
  function checkOnDisk(uri: vscode.Uri): void {
    const state = open.get(uri.toString());
    if (state?.document.isDirty) disk.forget(uri);
    else if (state !== undefined) check(state);
  }

  function again(): void {
    for (const it of [...open.values()]) untrack(it.document);
    for (const it of vscode.workspace.textDocuments) track(it);
    release();
    for (const it of closedFiles.all()) file(it);
  }

  /** The files next to closed ones are read again when they are needed. */
  const release = (): void => folders.keep(Array.from(open.values(), (it) => it.document.uri));

  /** Watches what `folders` does not: files that only a setting names, and whole folders. */
  function watchAll(): void {
    if (watcher !== undefined) return;
    watcher = vscode.workspace.createFileSystemWatcher("**/*", true);
    watcher.onDidDelete(gone);
    watcher.onDidChange((uri) => {
      if (closedFiles.has(uri.toString()) && !isReserved(nameOf(uri))) file(uri);
    });
  }

  /** A document whose language changes is closed and opened again at once. */
  function closed(document: vscode.TextDocument): void {
    untrack(document);
    release();
    const key = document.uri.toString();
    disk.forget(document.uri);
    if (!included.has(key)) return;
    const isOpen = (): boolean => vscode.workspace.textDocuments.some((it) => it.uri.toString() === key);
    later.schedule(`included ${key}`, () => isOpen() || included.delete(key), PAUSE);
  }

  let watcher: vscode.FileSystemWatcher | undefined;
  const subscriptions = [
    collection,
    checked,
    vscode.workspace.onDidOpenTextDocument(track),
    vscode.workspace.onDidChangeTextDocument(changed),
    vscode.workspace.onDidCloseTextDocument(closed),
    vscode.workspace.onDidSaveTextDocument(track),
    vscode.workspace.onDidChangeConfiguration((event) => {
      if (event.affectsConfiguration("agentResponse") || event.affectsConfiguration("json.validate")) again();
    }),
    toolsBeside,
    toolsBeside.onDidChange(toolsChanged),
    folders.onDidChange((uri) => void during(`on disk: ${uri}`, onDisk(uri))),
    schemas.onDidChange(again),
    onMoments(cameTo),
    projects.onDidChange(() => {
      claims.forget();
      again();
    }),
  ];
  // After the activation, which should not wait for the checker to be compiled.
  later.schedule("first", () => vscode.workspace.textDocuments.forEach(track), 0);

  return {
    file,
    release,
    onDidCheck: checked.event,
    of(document) {
      const state = open.get(document.uri.toString());
      return state && current(state);
    },
    last: (document) => open.get(document.uri.toString()),
    include(document) {
      included.add(document.uri.toString());
      track(document);
      return this.of(document);
    },
    async settled(document, token) {
      const key = document.uri.toString();
      while (open.has(key) && later.isWaiting(key) && !token?.isCancellationRequested) {
        await happens(checked.event, token);
      }
      return token?.isCancellationRequested ? undefined : this.of(document);
    },
    dispose() {
      later.dispose();
      watcher?.dispose();
      for (const it of subscriptions) it.dispose();
    },
  };
}
