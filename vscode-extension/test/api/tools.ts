/** Helpers for the tests in the extension host. */

import * as vscode from "vscode";
import { request } from "../fixtures.js";
import { equal, eventually, expect, idle, repeat, runAll } from "./harness.js";

/** Runs all tests. */
export async function run(): Promise<void> {
  // In a browser, VS Code saves a second after an edit: on a busy machine, before a test has seen the unsaved state.
  await set("files.autoSave", "off");
  await runAll(closeAll);
}

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
  const options = { preview: false, viewColumn: vscode.ViewColumn.One };
  const editor = await vscode.window.showTextDocument(document, options);
  await isActive(document.uri);
  return editor;
}

/** Waits until commands are about a document. */
export const isActive = (uri: vscode.Uri): Promise<unknown> =>
  eventually(
    () => vscode.window.activeTextEditor?.document.uri.toString() === uri.toString(),
    `the editor of ${uri}`,
  );

/** Waits until VS Code has closed a document, after its last editor. */
export const isClosed = (uri: vscode.Uri): Promise<unknown> =>
  eventually(
    () => !vscode.workspace.textDocuments.some((it) => it.uri.toString() === uri.toString()),
    `the end of ${uri}`,
  );

/** Closes the active editor and gives up what is not saved. */
export const revert = (): Thenable<unknown> =>
  vscode.commands.executeCommand("workbench.action.revertAndCloseActiveEditor");

/** Reverts edits first: VS Code would ask whether to save them, and nobody answers. */
export async function closeAll(): Promise<void> {
  for (const { uri } of vscode.workspace.textDocuments.filter((it) => it.isDirty)) {
    await show(uri);
    await revert();
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

export async function expectCodes(uri: vscode.Uri, ...expected: string[]): Promise<void> {
  await idle();
  equal(codes(uri), expected.sort(), `findings in ${uri.path}`);
}

/** The finding of a rule. */
export const finding = (uri: vscode.Uri, code: string): Promise<vscode.Diagnostic> =>
  expect(() => ours(uri).find((it) => codeOf(it) === code), `${code} in ${uri.path}`);

/** No finding of ours, of any severity. */
export async function nothingIn(uri: vscode.Uri, what = "findings"): Promise<void> {
  await idle();
  equal(ours(uri), [], `${what} in ${uri.path}`);
}

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

/** The first action whose title matches. */
export const action = (
  uri: vscode.Uri,
  range: vscode.Range,
  title: RegExp,
  kind?: string,
): Promise<vscode.CodeAction> =>
  expect(
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

type Ask = Parameters<typeof repeat>[1];

/** Writes a file until that is seen. */
export const written = (uri: vscode.Uri, text: string, ask: Ask, what: string): Promise<unknown> =>
  repeat(() => write(uri, text), ask, what);

/** Deletes a file, or a folder that contains only this one, until that is seen. */
export async function deleted(uri: vscode.Uri, ask: Ask, what: string, folder = uri): Promise<void> {
  const text = await onDisk(uri);
  const act = async (n: number): Promise<void> => {
    if (n > 0) {
      await write(uri, text);
      // A watcher sees nothing in what comes and goes at once.
      await new Promise((done) => setTimeout(done, 1000));
    }
    await vscode.workspace.fs.delete(folder, { recursive: true });
  };
  await repeat(act, ask, what);
}

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
  const now = (): unknown => vscode.workspace.getConfiguration(section).inspect(key)?.workspaceValue;
  await eventually(() => JSON.stringify(now()) === JSON.stringify(value), `the setting ${name}`);
};

/**
 * Saves repeatedly, as a user would press the keys again: VS Code drops a save, without an error, if a participant in
 * saving does not answer in time.
 */
export const save = (document: vscode.TextDocument, what = document.uri.path): Promise<true> =>
  eventually(() => document.save(), `the save of ${what}`);

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
