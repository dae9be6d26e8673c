/** Helpers for the tests in the extension host. */

import * as vscode from "vscode";
import { request } from "../fixtures.js";
import { until } from "./harness.js";

export const inNode = (): boolean => typeof process === "object" && process.versions?.node !== undefined;

/** Whether the open folder is virtual. */
export const isVirtual = (): boolean => !["file", "vscode-remote"].includes(root().scheme);

export const root = (): vscode.Uri => {
  const [folder] = vscode.workspace.workspaceFolders ?? [];
  if (folder === undefined) throw new Error("no folder is open");
  return folder.uri;
};

export const at = (path: string): vscode.Uri => vscode.Uri.joinPath(root(), path);

export async function show(uri: vscode.Uri): Promise<vscode.TextEditor> {
  const document = await vscode.workspace.openTextDocument(uri);
  // VS Code's own JSON support reads only documents in tabs.
  return vscode.window.showTextDocument(document, { preview: false, viewColumn: vscode.ViewColumn.One });
}

/** Reverts edits first: VS Code would ask whether to save them, and nobody answers. */
export async function closeAll(): Promise<void> {
  for (const { uri } of vscode.workspace.textDocuments.filter((it) => it.isDirty)) {
    await show(uri);
    await vscode.commands.executeCommand("workbench.action.revertAndCloseActiveEditor");
  }
  await vscode.commands.executeCommand("workbench.action.closeAllEditors");
}

export const ours = (uri: vscode.Uri): vscode.Diagnostic[] =>
  vscode.languages.getDiagnostics(uri).filter((it) => it.source === "agent-response");

export const builtin = (uri: vscode.Uri): vscode.Diagnostic[] =>
  vscode.languages.getDiagnostics(uri).filter((it) => it.source !== "agent-response");

export const codeOf = (it: vscode.Diagnostic): string =>
  String(typeof it.code === "object" ? it.code.value : it.code);

export const codes = (uri: vscode.Uri): string[] => ours(uri).map(codeOf).sort();

/** Errors and warnings: these tests do not count hints about style. */
export const serious = (uri: vscode.Uri): vscode.Diagnostic[] =>
  ours(uri).filter((it) => it.severity <= vscode.DiagnosticSeverity.Warning);

export const untilCodes = (uri: vscode.Uri, ...expected: string[]): Promise<true> =>
  until(
    () => String(codes(uri)) === String(expected.sort()) || undefined,
    `${expected} in ${uri.path}`,
  ).catch((error) => {
    throw new Error(`${error.message}; there are ${codes(uri)}`);
  }) as Promise<true>;

export async function actions(
  uri: vscode.Uri,
  range: vscode.Range,
  kind = "quickfix",
): Promise<vscode.CodeAction[]> {
  const found = await vscode.commands.executeCommand<vscode.CodeAction[]>(
    "vscode.executeCodeActionProvider",
    uri,
    range,
    kind,
    50, // as many are resolved
  );
  return found ?? [];
}

/** The first action whose title matches; right after a change VS Code may still answer with none. */
export const action = (
  uri: vscode.Uri,
  range: vscode.Range,
  title: RegExp,
  kind?: string,
): Promise<vscode.CodeAction> =>
  until(
    async () => (await actions(uri, range, kind)).find((it) => title.test(it.title)),
    `the action ${title}`,
  );

export async function apply(it: vscode.CodeAction): Promise<void> {
  if (it.edit === undefined || !(await vscode.workspace.applyEdit(it.edit)))
    throw new Error(`not applied: ${it.title}`);
}

export async function replaceAll(editor: vscode.TextEditor, text: string): Promise<void> {
  const all = new vscode.Range(0, 0, editor.document.lineCount, 0);
  if (!(await editor.edit((it) => it.replace(all, text)))) throw new Error("the editor refused the edit");
}

export const onDisk = async (uri: vscode.Uri): Promise<string> =>
  new TextDecoder("utf-8", { ignoreBOM: true }).decode(await vscode.workspace.fs.readFile(uri));

export const write = async (uri: vscode.Uri, text: string): Promise<void> =>
  vscode.workspace.fs.writeFile(uri, new TextEncoder().encode(text));

let folders = 0;

/** A response with its request in a folder of its own, so that nothing else affects the findings. */
export async function fresh(text: string): Promise<vscode.Uri> {
  const folder = `fresh-${++folders}`;
  const uri = at(`${folder}/.agent-response-phase7.json`);
  await write(at(`${folder}/.agent-request-phase7.json`), request());
  await write(uri, text);
  return uri;
}

export const set = async (name: string, value: unknown): Promise<void> => {
  const [section, key] = [name.slice(0, name.indexOf(".")), name.slice(name.indexOf(".") + 1)];
  await vscode.workspace.getConfiguration(section).update(key, value, vscode.ConfigurationTarget.Workspace);
};

/** In a browser, VS Code saves a second after an edit: on a busy machine, before a test has seen the unsaved state. */
export const withoutAutoSave = (): Promise<void> => set("files.autoSave", "off");

/**
 * Saves repeatedly, as a user would press the keys again: VS Code drops a save, without an error, if a participant in
 * saving does not answer in time.
 */
export const save = (document: vscode.TextDocument, what = document.uri.path): Promise<true> =>
  until(() => document.save(), `the save of ${what}`);

/** Runs with a setting, and removes it afterwards. */
export async function withSetting(name: string, value: unknown, run: () => Promise<void>): Promise<void> {
  await set(name, value);
  try {
    await run();
  } finally {
    await set(name, undefined);
  }
}

/** Files in memory and not on disk, as in a virtual workspace. */
export class Memory implements vscode.FileSystemProvider {
  private readonly changed = new vscode.EventEmitter<vscode.FileChangeEvent[]>();
  readonly onDidChangeFile = this.changed.event;
  constructor(private readonly files: Map<string, string>) {}
  watch(): vscode.Disposable {
    return new vscode.Disposable(() => {});
  }
  stat(uri: vscode.Uri): vscode.FileStat {
    const text = this.files.get(uri.path);
    const folder = this.readDirectory(uri).length > 0;
    if (text === undefined && !folder) throw vscode.FileSystemError.FileNotFound(uri);
    return {
      type: folder ? vscode.FileType.Directory : vscode.FileType.File,
      ctime: 0,
      mtime: 0,
      size: text?.length ?? 0,
    };
  }
  readDirectory(uri: vscode.Uri): [string, vscode.FileType][] {
    const start = `${uri.path.replace(/\/$/, "")}/`;
    const names = [...this.files.keys()]
      .filter((it) => it.startsWith(start))
      .map((it) => it.slice(start.length));
    return names.filter((it) => !it.includes("/")).map((it) => [it, vscode.FileType.File]);
  }
  readFile(uri: vscode.Uri): Uint8Array {
    const text = this.files.get(uri.path);
    if (text === undefined) throw vscode.FileSystemError.FileNotFound(uri);
    return new TextEncoder().encode(text);
  }
  writeFile(uri: vscode.Uri, content: Uint8Array): void {
    this.files.set(uri.path, new TextDecoder().decode(content));
    this.changed.fire([{ type: vscode.FileChangeType.Changed, uri }]);
  }
  createDirectory(): void {}
  delete(): void {}
  rename(): void {}
}
