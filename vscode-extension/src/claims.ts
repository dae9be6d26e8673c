/**
 * The files that responses claim to have created, looked up from the root of the project that contains the response.
 * A check does not wait for that: what is not known yet is not reported, and the check is repeated once it is known.
 */

import type { Diagnostic as Finding, Report } from "agent-response/editor";
import * as vscode from "vscode";
import { during } from "./pending.js";
import type { Projects } from "./projects.js";
import { foldersAbove, parentOf } from "./where.js";

export interface Claims {
  /** The files that are known to exist, for a check of `uri`; undefined if nothing can be looked up. */
  there(uri: vscode.Uri): string[] | undefined;
  /** The report without files that are not looked up yet. They are now, and `again` is called if the report changes. */
  known(report: Report, text: string | Uint8Array, uri: vscode.Uri, again: () => void): Report;
  /** Looks for roots again: project files or folders have changed. */
  forget(): void;
}

/** The file system is asked again after this many milliseconds. */
const LASTS = 5_000;

/** What marks the root of a workspace; the command looks for the same. */
const ROOTS = [".git", ".factory"];

/** A value that is looked up; `value` is undefined until it is known. */
interface Known<T> {
  value: T | undefined;
  at: number;
  asking: Promise<T> | undefined;
}

/** Null if a file is in no project. */
type RootOf = (uri: vscode.Uri) => PromiseLike<vscode.Uri | null>;

/** The folder of the project file, else the nearest that looks like a root, else the open folder. */
export const rootFinder =
  (projects: Projects): RootOf =>
  async (uri) => {
    const project = await projects.find(uri);
    if (project !== null) return parentOf(project.uri);
    for (const folder of foldersAbove(uri)) {
      const marks = await Promise.all(ROOTS.map((it) => exists(vscode.Uri.joinPath(folder, it))));
      if (marks.includes(true)) return folder;
    }
    return vscode.workspace.getWorkspaceFolder(uri)?.uri ?? null;
  };

export function createClaims(rootOf: RootOf): Claims {
  /** By the folder of a response */
  const roots = new Map<string, Known<vscode.Uri | null>>();
  /** By root and path */
  const files = new Map<string, Map<string, Known<boolean>>>();

  const rootAt = (uri: vscode.Uri): Known<vscode.Uri | null> | undefined =>
    roots.get(parentOf(uri).toString());

  function filesAt(root: vscode.Uri): Map<string, Known<boolean>> {
    const known = files.get(root.toString()) ?? new Map<string, Known<boolean>>();
    files.set(root.toString(), known);
    return known;
  }

  /** True if anything differs from what a report of `uri` assumed; `was` is the assumption for each path. */
  async function ask(uri: vscode.Uri, paths: string[], was: boolean[]): Promise<boolean> {
    const before = rootAt(uri)?.value;
    const root = await lookUp(roots, parentOf(uri).toString(), () => rootOf(uri));
    const look = (path: string): boolean | Promise<boolean> =>
      root === null || lookUp(filesAt(root), path, () => exists(vscode.Uri.joinPath(root, path)));
    const now = await Promise.all(paths.map(look));
    return now.some((it, idx) => it !== was[idx]) || (before != null && String(before) !== String(root));
  }

  return {
    forget: () => roots.clear(),
    there(uri) {
      const root = rootAt(uri);
      if (root?.value === null && isFresh(root)) return undefined;
      if (!root?.value) return [];
      // A file that existed may be gone: after a while, it counts as missing and is looked up again.
      return [...filesAt(root.value)].flatMap(([path, it]) => (it.value && isFresh(it) ? [path] : []));
    },
    known(report, text, uri, again) {
      const missing = report.diagnostics.filter((it) => it.code === "file-not-found");
      if (missing.length === 0) return report;
      const source =
        typeof text === "string" ? text : new TextDecoder("utf-8", { ignoreBOM: true }).decode(text);
      const paths = new Map(missing.map((it) => [it, pathUnder(it, source)]));
      const root = rootAt(uri)?.value;
      const known = root ? filesAt(root) : undefined;
      const isUnknown = (path: string | undefined): path is string =>
        path !== undefined && !isFresh(known?.get(path));
      const unknown = [...new Set(paths.values())].filter(isUnknown);
      if (unknown.length > 0) {
        const was = unknown.map((it) => known?.get(it)?.value ?? true);
        during(`claims of ${uri}`, ask(uri, unknown, was)).then((isNew) => {
          if (isNew) again();
        });
      }
      // Until the answer arrives, the last one counts.
      const isMissing = (it: Finding): boolean =>
        it.code !== "file-not-found" || known?.get(paths.get(it) ?? "")?.value === false;
      const diagnostics = report.diagnostics.filter(isMissing);
      return { ...report, diagnostics };
    },
  };
}

/** Looks up what is unknown or outdated; concurrent requests get the same answer. */
async function lookUp<T>(all: Map<string, Known<T>>, key: string, find: () => PromiseLike<T>): Promise<T> {
  const it: Known<T> = all.get(key) ?? { value: undefined, at: Number.NEGATIVE_INFINITY, asking: undefined };
  all.set(key, it);
  if (it.value !== undefined && isFresh(it)) return it.value;
  it.asking ??= Promise.resolve(find()).then((value) => {
    Object.assign(it, { value, at: Date.now(), asking: undefined });
    return value;
  });
  return it.asking;
}

const isFresh = (it: { at: number } | undefined): boolean => it !== undefined && Date.now() - it.at < LASTS;

const exists = (uri: vscode.Uri): Promise<boolean> =>
  Promise.resolve(vscode.workspace.fs.stat(uri)).then(
    () => true,
    () => false,
  );

/** The path in the string at a finding, which is encoded once more for each document around it. */
function pathUnder({ from, to, inner }: Finding, text: string): string | undefined {
  try {
    const json = inner.reduce((it) => JSON.parse(`"${it}"`) as string, text.slice(from, to));
    return (JSON.parse(json) as string).replaceAll("\\", "/");
  } catch {
    // A faulty string has its own finding.
    return undefined;
  }
}
