/** The files with tools that project files name, for calls in files that declare none. */

import { validate } from "agent-response/editor";
import * as vscode from "vscode";
import type { ProjectFile } from "./reader.js";
import { ofProject, textOf } from "./schemaFile.js";
import { createWatchers } from "./watchers.js";

/** The text of each file that was read, and what is wrong with each other one, by its path in the project file. */
export interface ToolTexts {
  texts: ReadonlyMap<string, string>;
  faults: ReadonlyMap<string, string>;
}

export interface ToolFiles extends vscode.Disposable {
  /** Reads the files that a project file names, and watches them. */
  read(project: vscode.Uri, files: ProjectFile["files"]): Promise<ToolTexts>;
  /** Whether one of them is no longer what was read. */
  haveChanged(project: vscode.Uri, read: ToolTexts): Promise<boolean>;
  /** One of the files that a project file names was written, edited, created or deleted. */
  readonly onDidChange: vscode.Event<vscode.Uri>;
}

export function createToolFiles(): ToolFiles {
  const changed = new vscode.EventEmitter<vscode.Uri>();
  /** By file: the project files that name it. */
  const projects = new Map<string, Map<string, vscode.Uri>>();
  const watchers = createWatchers(tell);

  function tell(file: vscode.Uri): void {
    for (const it of projects.get(file.toString())?.values() ?? []) changed.fire(it);
  }

  function watch(file: vscode.Uri, project: vscode.Uri): void {
    const key = file.toString();
    const known = projects.get(key) ?? new Map<string, vscode.Uri>();
    projects.set(key, known.set(project.toString(), project));
    watchers.watch(file);
  }

  const subscriptions = [
    changed,
    vscode.workspace.onDidChangeTextDocument(({ document }) => tell(document.uri)),
    vscode.workspace.onDidCloseTextDocument(({ uri }) => tell(uri)),
  ];

  return {
    onDidChange: changed.event,
    async read(project, files) {
      const [texts, faults] = [new Map<string, string>(), new Map<string, string>()];
      for (const path of new Set(files.flatMap(({ tools }) => tools?.path ?? []))) {
        const named = ofProject(project, path, "JSON with tools");
        watch(named.file, project);
        try {
          const text = await textOf(named.file, named);
          checkTools(text);
          texts.set(path, text);
        } catch (error) {
          faults.set(path, error instanceof Error ? error.message : String(error));
        }
      }
      return { texts, faults };
    },
    async haveChanged(project, { texts }) {
      for (const [path, text] of texts) {
        const named = ofProject(project, path);
        const now = await textOf(named.file, named).catch(() => undefined);
        if (now !== text) return true;
      }
      return false;
    },
    dispose() {
      for (const it of [...subscriptions, watchers]) it.dispose();
    },
  };
}

/** Throws an error whose message is the end of a sentence if a text is none that the checks can use. */
export function checkTools(tools: string): void {
  try {
    validate("{}", { tools });
  } catch {
    throw new Error("is not JSON with an array of tools");
  }
}
