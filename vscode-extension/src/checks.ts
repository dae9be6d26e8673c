/** Checks documents as they change and files on request: the parts that do this, and the events that they follow. */

import * as vscode from "vscode";
import { createClaims, rootFinder } from "./claims.js";
import { ClosedFiles } from "./closedFiles.js";
import { Disk } from "./disk.js";
import type { Folders } from "./folders.js";
import { createLater } from "./later.js";
import { onMoments } from "./moments.js";
import { OpenDocuments } from "./openDocuments.js";
import { during } from "./pending.js";
import type { Projects } from "./projects.js";
import { Rechecks } from "./rechecks.js";
import { Results } from "./results.js";
import type { Schemas } from "./schemas.js";
import { createToolsBeside } from "./toolsBeside.js";
import { Tracking } from "./tracking.js";

/** What the rest of the extension asks about documents and files. */
export interface Checks
  extends vscode.Disposable,
    Pick<OpenDocuments, "of" | "last" | "settled" | "release">,
    Pick<Tracking, "include">,
    Pick<Results, "onDidCheck"> {
  /** Checks a file that need not be open. */
  file: ClosedFiles["check"];
}

export function createChecks(
  folders: Folders,
  projects: Projects,
  schemas: Schemas,
  log: vscode.LogOutputChannel,
): Checks {
  const results = new Results();
  const disk = new Disk();
  const later = createLater();
  const claims = createClaims(rootFinder(projects));
  const open = new OpenDocuments(folders, claims, disk, later, results, log);
  const begin = (): void => rechecks.watch();
  const closedFiles = new ClosedFiles(folders, projects, schemas, claims, disk, open, results, log, begin);
  const toolsBeside = createToolsBeside(open, projects);
  const tracking = new Tracking(projects, schemas, later, open, closedFiles, toolsBeside, begin);
  const rechecks = new Rechecks(open, closedFiles, tracking, disk, later);

  const track = (it: vscode.TextDocument): void => tracking.track(it);
  const subscriptions = [
    later,
    rechecks,
    results,
    vscode.workspace.onDidOpenTextDocument(track),
    vscode.workspace.onDidChangeTextDocument((it) => rechecks.edited(it)),
    vscode.workspace.onDidCloseTextDocument((it) => tracking.closed(it)),
    vscode.workspace.onDidSaveTextDocument(track),
    vscode.workspace.onDidChangeConfiguration((event) => {
      if (event.affectsConfiguration("agentResponse") || event.affectsConfiguration("json.validate"))
        rechecks.everything();
    }),
    toolsBeside,
    folders.onDidChange((uri) => void during(`on disk: ${uri}`, rechecks.onDisk(uri))),
    schemas.onDidChange(() => rechecks.everything()),
    onMoments((uri) => rechecks.cameTo(uri)),
    projects.onDidChange(() => {
      claims.forget();
      rechecks.everything();
    }),
  ];
  // After the activation, which should not wait for the checker to be compiled.
  later.schedule("first", () => vscode.workspace.textDocuments.forEach(track), 0);

  return {
    of: (document) => open.of(document),
    last: (document) => open.last(document),
    settled: (document, token) => open.settled(document, token),
    release: () => open.release(),
    include: (document) => tracking.include(document),
    file: (uri) => closedFiles.check(uri),
    onDidCheck: results.onDidCheck,
    dispose() {
      for (const it of subscriptions) it.dispose();
    },
  };
}
