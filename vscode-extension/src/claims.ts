/**
 * The files that responses claim to have created, looked up from the root of the project that contains the response.
 * A check does not wait for that: what is not known yet is not reported, and the check is repeated once it is known.
 */

import type { Report } from "agent-response/editor";
import * as vscode from "vscode";
import { during } from "./pending.js";
import type { Projects } from "./projects.js";
import { foldersAbove, parentOf } from "./where.js";

export interface Claims {
  /**
   * The report on `uri`; `check` gets the files that exist, undefined if nothing can be looked up. What the report names
   * and is not looked up yet counts as existing: it is looked up now, and `again` is called if that changes the report.
   */
  report(uri: vscode.Uri, check: (files: string[] | undefined) => Report, again: () => void): Report;
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
    report(uri, check, again) {
      const root = rootAt(uri);
      if (root?.value === null && isFresh(root)) return check(undefined);
      const known = root?.value ? filesAt(root.value) : new Map<string, Known<boolean>>();
      // A file that existed may be gone: after a while, it is looked up again.
      const there = [...known].flatMap(([path, it]) => (it.value && isFresh(it) ? [path] : []));
      const report = check(there);
      const unknown = [...new Set(report.paths)].filter((it) => !isFresh(known.get(it)));
      if (unknown.length === 0) return report;
      const was = unknown.map((it) => known.get(it)?.value ?? true);
      during(`claims of ${uri}`, ask(uri, unknown, was)).then((isNew) => {
        if (isNew) again();
      });
      // Until the answer arrives, the last one counts.
      return check([...there, ...unknown.filter((_, idx) => was[idx])]);
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
