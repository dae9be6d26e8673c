/**
 * Checks all files of the workspace, open or not.
 */

import * as vscode from "vscode";
import type { Checks } from "./checks.js";
import { anywhere, isReserved, RESERVED_GLOB } from "./names.js";
import { PROJECT_FILE, type Projects } from "./projects.js";
import { extraFiles } from "./settings.js";
import { type Counts, sentence, sum, tally } from "./summary.js";
import { nameOf } from "./where.js";

const SKIPPED = new Set(["node_modules", ".git"]);
const MOST_FOLDERS = 20_000;

export function registerValidateWorkspace(
  checks: Checks,
  projects: Projects,
  log: vscode.LogOutputChannel,
): vscode.Disposable {
  return vscode.commands.registerCommand("agentResponse.validateWorkspace", async () => {
    const options = {
      location: vscode.ProgressLocation.Notification,
      title: vscode.l10n.t("Agent Response: checking the workspace"),
      cancellable: true,
    };
    const counts = await vscode.window.withProgress(options, (progress, token) =>
      run(checks, (it) => findAll(projects, it, log), progress, token),
    );
    const message = vscode.l10n.t("Agent Response: {0}", sentence(counts));
    log.info(message);
    const isListed = counts.errors + counts.warnings + counts.infos > 0;
    void show(message, isListed);
    return { ...counts, message };
  });
}

async function show(message: string, isListed: boolean): Promise<void> {
  const problems = vscode.l10n.t("Show Problems");
  const chosen = await vscode.window.showInformationMessage(message, ...(isListed ? [problems] : []));
  if (chosen === problems) await vscode.commands.executeCommand("workbench.actions.view.problems");
}

async function run(
  checks: Checks,
  find: (token: vscode.CancellationToken) => Promise<vscode.Uri[]>,
  progress: vscode.Progress<{ message?: string; increment?: number }>,
  token: vscode.CancellationToken,
): Promise<Counts> {
  const counts: Counts = { files: 0, faulty: 0, cancelled: false, ...tally([]) };
  const uris = await find(token);
  for (const uri of uris) {
    if (token.isCancellationRequested) break;
    const message = vscode.l10n.t("{0} of {1}", counts.files + 1, uris.length);
    progress.report({ message, increment: 100 / uris.length });
    const report = await checks.file(uri);
    if (report === undefined) continue;
    counts.files++;
    counts.faulty += Number(report.diagnostics.length > 0);
    Object.assign(counts, sum(counts, tally(report.diagnostics)));
  }
  checks.release();
  counts.cancelled = token.isCancellationRequested;
  return counts;
}

async function findAll(
  projects: Projects,
  token: vscode.CancellationToken,
  log: vscode.LogOutputChannel,
): Promise<vscode.Uri[]> {
  const found = new Map<string, vscode.Uri>();
  for (const folder of vscode.workspace.workspaceFolders ?? []) {
    const inFolder = (it: string): vscode.RelativePattern => new vscode.RelativePattern(folder, it);
    const uris = await findIn([inFolder(`**/${RESERVED_GLOB}`)], token);
    uris.splice(0, uris.length, ...uris.filter((it) => isReserved(nameOf(it))));
    uris.push(...(await findIn(extraFiles(folder.uri).map(anywhere).map(inFolder), token)));
    uris.push(...(await findNamed(folder, projects, token)));
    if (uris.length === 0 && !token.isCancellationRequested) {
      log.debug(`the search found nothing in ${folder.uri.toString(true)}; walking through its folders`);
      uris.push(...(await walk(folder.uri, projects, token)));
    }
    for (const it of uris) found.set(it.toString(), it);
  }
  return [...found.values()].sort((a, b) => (a.path < b.path ? -1 : 1));
}

/** The files that project files name; for each file, the nearest project file decides. */
async function findNamed(
  folder: vscode.WorkspaceFolder,
  projects: Projects,
  token: vscode.CancellationToken,
): Promise<vscode.Uri[]> {
  const files = await findIn([new vscode.RelativePattern(folder, `**/${PROJECT_FILE}`)], token);
  const globs: vscode.RelativePattern[] = [];
  for (const file of files) {
    const project = await projects.find(file);
    for (const { glob } of project?.wishes.files ?? []) {
      globs.push(new vscode.RelativePattern(vscode.Uri.joinPath(file, ".."), anywhere(glob)));
    }
  }
  const named: vscode.Uri[] = [];
  for (const it of await findIn(globs, token)) {
    if ((await projects.find(it))?.entry(it) !== undefined) named.push(it);
  }
  return named;
}

/** VS Code's search, which finds nothing on some virtual file systems. */
async function findIn(
  globs: vscode.RelativePattern[],
  token: vscode.CancellationToken,
): Promise<vscode.Uri[]> {
  const exclude = `**/{${[...SKIPPED].join(",")}}/**`;
  const searches = globs.map((it) => vscode.workspace.findFiles(it, exclude, undefined, token));
  const results = await Promise.allSettled(searches);
  return results.flatMap((it) => (it.status === "fulfilled" ? it.value : []));
}

async function walk(
  root: vscode.Uri,
  projects: Projects,
  token: vscode.CancellationToken,
): Promise<vscode.Uri[]> {
  const found: vscode.Uri[] = [];
  const folders = [root];
  for (let idx = 0; idx < folders.length && idx < MOST_FOLDERS && !token.isCancellationRequested; idx++) {
    const folder = folders[idx] ?? root;
    const project = await projects.find(vscode.Uri.joinPath(folder, PROJECT_FILE));
    const entries = await vscode.workspace.fs.readDirectory(folder).then(
      (it) => it,
      () => [],
    );
    for (const [name, type] of entries) {
      const uri = vscode.Uri.joinPath(folder, name);
      if (type === vscode.FileType.Directory && !SKIPPED.has(name)) folders.push(uri);
      else if (type & vscode.FileType.File && (isReserved(name) || project?.entry(uri))) found.push(uri);
    }
  }
  return found;
}
