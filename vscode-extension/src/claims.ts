/**
 * The files that responses claim to have made, looked up in the workspace folder of the response.
 * A check does not wait for that: what is not known yet is not reported, and the check is done again when it is.
 */

import type { Diagnostic as Finding, Report } from "agent-response";
import * as vscode from "vscode";

export interface Claims {
  /** The files that are known to be there, for a check of `uri`; undefined where nothing can be looked up. */
  there(uri: vscode.Uri): string[] | undefined;
  /** The report without files that are not looked up yet. They are then, and `again` is called if one was missing. */
  known(report: Report, text: string | Uint8Array, uri: vscode.Uri, again: () => void): Report;
}

/** An answer of the file system is asked for again after so many milliseconds. */
const LASTS = 5_000;

interface Answer {
  exists: boolean | undefined;
  at: number;
}

export function createClaims(): Claims {
  const folders = new Map<string, Map<string, Answer>>();

  function answersFor(uri: vscode.Uri): Map<string, Answer> | undefined {
    const folder = vscode.workspace.getWorkspaceFolder(uri);
    if (folder === undefined) return undefined;
    const key = folder.uri.toString();
    const answers = folders.get(key) ?? new Map<string, Answer>();
    folders.set(key, answers);
    return answers;
  }

  /** True when the file system says something new about one of the paths. */
  async function ask(paths: string[], root: vscode.Uri, answers: Map<string, Answer>): Promise<boolean> {
    const changes = paths.map(async (path) => {
      const before = answers.get(path)?.exists;
      answers.set(path, { exists: before, at: Date.now() });
      const exists = await vscode.workspace.fs.stat(vscode.Uri.joinPath(root, path)).then(
        () => true,
        () => false,
      );
      answers.set(path, { exists, at: Date.now() });
      return exists !== (before ?? true);
    });
    return (await Promise.all(changes)).includes(true);
  }

  return {
    there(uri) {
      const answers = answersFor(uri);
      // What was there may be gone: after a while it is taken for missing, and looked up again.
      return answers && [...answers].flatMap(([path, it]) => (it.exists && isFresh(it) ? [path] : []));
    },
    known(report, text, uri, again) {
      const answers = answersFor(uri);
      const missing = report.diagnostics.filter((it) => it.code === "file-not-found");
      if (answers === undefined || missing.length === 0) return report;
      const source =
        typeof text === "string" ? text : new TextDecoder("utf-8", { ignoreBOM: true }).decode(text);
      const paths = new Map(missing.map((it) => [it, pathUnder(it, source)]));
      const isUnknown = (path: string | undefined): path is string => {
        const answer = path === undefined ? undefined : answers.get(path);
        return path !== undefined && (answer === undefined || !isFresh(answer));
      };
      const unknown = [...new Set(paths.values())].filter(isUnknown);
      const root = vscode.workspace.getWorkspaceFolder(uri)?.uri;
      if (unknown.length > 0 && root !== undefined) {
        ask(unknown, root, answers).then((isNew) => {
          if (isNew) again();
        });
      }
      // Until the answer is there, the last one counts.
      const isMissing = (it: Finding): boolean =>
        it.code !== "file-not-found" || answers.get(paths.get(it) ?? "")?.exists === false;
      const diagnostics = report.diagnostics.filter(isMissing);
      return { ...report, diagnostics };
    },
  };
}

const isFresh = (it: Answer): boolean => Date.now() - it.at < LASTS;

/** The path in the string under a finding, which is encoded once more for each document around it. */
function pathUnder({ from, to, inner }: Finding, text: string): string | undefined {
  try {
    const json = inner.reduce((it) => JSON.parse(`"${it}"`) as string, text.slice(from, to));
    return (JSON.parse(json) as string).replaceAll("\\", "/");
  } catch {
    // A string with faults is reported as that.
    return undefined;
  }
}
