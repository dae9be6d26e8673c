/**
 * Checks all files of the workspace, open or not.
 */

import * as vscode from "vscode";
import type { Checks } from "./checks.js";
import { anywhere, isReserved, RESERVED_GLOB } from "./names.js";
import { extraFiles } from "./settings.js";

const SKIPPED = new Set(["node_modules", ".git"]);
const MOST_FOLDERS = 20_000;

export function registerValidateWorkspace(checks: Checks, log: vscode.LogOutputChannel): vscode.Disposable {
  return vscode.commands.registerCommand("agentResponse.validateWorkspace", async () => {
    const options = {
      location: vscode.ProgressLocation.Notification,
      title: "Agent Response: validating the workspace",
      cancellable: true,
    };
    const counts = await vscode.window.withProgress(options, (progress, token) =>
      run(checks, log, progress, token),
    );
    const verb = counts.cancelled ? "cancelled after" : "checked";
    const message = `Agent Response: ${verb} ${plural(counts.files, "file")}, ${plural(counts.findings, "problem")}`;
    log.info(message);
    void vscode.window.showInformationMessage(message);
    return counts;
  });
}

interface Counts {
  files: number;
  findings: number;
  cancelled: boolean;
}

async function run(
  checks: Checks,
  log: vscode.LogOutputChannel,
  progress: vscode.Progress<{ message?: string; increment?: number }>,
  token: vscode.CancellationToken,
): Promise<Counts> {
  const counts: Counts = { files: 0, findings: 0, cancelled: false };
  const uris = await findAll(token, log);
  for (const uri of uris) {
    if (token.isCancellationRequested) break;
    progress.report({ message: `${counts.files + 1} of ${uris.length}`, increment: 100 / uris.length });
    const report = await checks.file(uri);
    if (report === undefined) continue;
    counts.files++;
    counts.findings += report.diagnostics.length;
  }
  checks.release();
  counts.cancelled = token.isCancellationRequested;
  return counts;
}

async function findAll(token: vscode.CancellationToken, log: vscode.LogOutputChannel): Promise<vscode.Uri[]> {
  const found = new Map<string, vscode.Uri>();
  for (const folder of vscode.workspace.workspaceFolders ?? []) {
    const extra = extraFiles(folder.uri).map(anywhere);
    const globs = [`**/${RESERVED_GLOB}`, ...extra];
    for (const it of await findIn(folder, globs, token, log)) found.set(it.toString(), it);
  }
  return [...found.values()].sort((a, b) => (a.path < b.path ? -1 : 1));
}

/** The search of VS Code; where there is none, as on some virtual file systems, a walk finds the reserved names. */
async function findIn(
  folder: vscode.WorkspaceFolder,
  globs: string[],
  token: vscode.CancellationToken,
  log: vscode.LogOutputChannel,
): Promise<vscode.Uri[]> {
  const exclude = `**/{${[...SKIPPED].join(",")}}/**`;
  const searches = globs.map((glob) =>
    vscode.workspace.findFiles(new vscode.RelativePattern(folder, glob), exclude, undefined, token),
  );
  const results = await Promise.allSettled(searches);
  const found = results.flatMap((it) => (it.status === "fulfilled" ? it.value : []));
  if (found.length > 0 || token.isCancellationRequested) return found;
  log.debug(`the search found nothing in ${folder.uri.toString(true)}; walking through its folders`);
  return walk(folder.uri, token);
}

async function walk(root: vscode.Uri, token: vscode.CancellationToken): Promise<vscode.Uri[]> {
  const found: vscode.Uri[] = [];
  const folders = [root];
  for (let idx = 0; idx < folders.length && idx < MOST_FOLDERS && !token.isCancellationRequested; idx++) {
    const folder = folders[idx] ?? root;
    const entries = await vscode.workspace.fs.readDirectory(folder).then(
      (it) => it,
      () => [],
    );
    for (const [name, type] of entries) {
      if (type === vscode.FileType.Directory && !SKIPPED.has(name))
        folders.push(vscode.Uri.joinPath(folder, name));
      else if (type & vscode.FileType.File && isReserved(name)) found.push(vscode.Uri.joinPath(folder, name));
    }
  }
  return found;
}

export const plural = (count: number, word: string): string => `${count} ${word}${count === 1 ? "" : "s"}`;
