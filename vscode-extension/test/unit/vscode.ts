/** As much of VS Code's API as the adapters use: a stand-in for tests outside of VS Code. */

import { posix } from "node:path";

export class Position {
  constructor(
    readonly line: number,
    readonly character: number,
  ) {}
}

export class Range {
  readonly start: Position;
  readonly end: Position;
  constructor(fromLine: number, fromCharacter: number, toLine: number, toCharacter: number) {
    this.start = new Position(fromLine, fromCharacter);
    this.end = new Position(toLine, toCharacter);
  }
}

export class Selection {
  constructor(
    readonly anchor: Position,
    readonly active: Position,
  ) {}
  isEqual(other: Selection): boolean {
    return JSON.stringify(this) === JSON.stringify(other);
  }
}

export interface Editor {
  document: unknown;
  selections: Selection[];
}

type Selected = { textEditor: Editor; selections: Selection[]; kind: number | undefined };

/** The visible editors, and the listeners for their carets. */
export const window = {
  visibleTextEditors: [] as Editor[],
  listeners: new Set<(event: Selected) => void>(),
  /** What the user types into the next boxes; undefined closes one. */
  typed: [] as (string | undefined)[],
  showInputBox: async (): Promise<string | undefined> => window.typed.shift(),
  /** The label of what the user picks from the next list; undefined closes it. */
  picked: undefined as string | undefined,
  /** What the last list offered. */
  offered: [] as { label: string; detail?: string }[],
  async showQuickPick<T extends { label: string; detail?: string }>(items: T[]): Promise<T | undefined> {
    window.offered = items;
    return items.find((it) => it.label === window.picked);
  },
  activeTextEditor: undefined,
  onDidChangeActiveTextEditor: (): { dispose: () => void } => never(),
  onDidChangeWindowState: (): { dispose: () => void } => never(),
  onDidChangeTextEditorSelection(listener: (event: Selected) => void): { dispose: () => void } {
    window.listeners.add(listener);
    return { dispose: () => void window.listeners.delete(listener) };
  },
};

export class Uri {
  private constructor(
    readonly scheme: string,
    readonly authority: string,
    readonly path: string,
  ) {}
  static from({ scheme, authority = "", path }: { scheme: string; authority?: string; path: string }): Uri {
    return new Uri(scheme, authority, path);
  }
  static file(path: string): Uri {
    return new Uri("file", "", path);
  }
  static parse(address: string): Uri {
    const [, scheme = "", authority = "", path = ""] = /^([^:]+):(?:\/\/([^/]*))?(.*)$/.exec(address) ?? [];
    return new Uri(scheme, authority, decodeURIComponent(path));
  }
  static joinPath(base: Uri, ...parts: string[]): Uri {
    return base.with({ path: posix.join(base.path, ...parts) });
  }
  with(change: { scheme?: string; authority?: string; path?: string }): Uri {
    return Uri.from({ ...this, ...change });
  }
  toString(): string {
    return `${this.scheme}:${this.scheme === "file" ? `//${this.authority}` : ""}${encodeURI(this.path)}`;
  }
}

export class Location {
  constructor(
    readonly uri: Uri,
    readonly range: Range,
  ) {}
}

export class DiagnosticRelatedInformation {
  constructor(
    readonly location: Location,
    readonly message: string,
  ) {}
}

export class Diagnostic {
  constructor(
    readonly range: Range,
    readonly message: string,
    readonly severity: number,
  ) {}
}

export const DiagnosticSeverity = { Error: 0, Warning: 1, Information: 2, Hint: 3 };
export const LanguageStatusSeverity = { Information: 0, Warning: 1, Error: 2 };
export const DiagnosticTag = { Unnecessary: 1, Deprecated: 2 };

export class CodeActionKind {
  static readonly QuickFix = new CodeActionKind("quickfix");
  static readonly SourceFixAll = new CodeActionKind("source.fixAll");
  private constructor(readonly value: string) {}
  append(parts: string): CodeActionKind {
    return new CodeActionKind(`${this.value}.${parts}`);
  }
}

export class CodeAction {
  constructor(
    readonly title: string,
    readonly kind: CodeActionKind,
  ) {}
}

export const l10n = {
  t: (message: string, ...args: unknown[]): string =>
    message.replace(/\{(\d+)\}/g, (_, idx: string) => String(args[Number(idx)])),
};

interface Lenses {
  onDidChangeCodeLenses(listener: () => void): void;
}

export const languages = {
  setTextDocumentLanguage: async (): Promise<void> => undefined,
  /** What was registered last. */
  lenses: undefined as Lenses | undefined,
  registerCodeLensProvider(_: unknown, provider: Lenses): void {
    languages.lenses = provider;
  },
  /** What the collections contain, by address. */
  published: new Map<string, Diagnostic[]>(),
  createDiagnosticCollection: () => ({
    set: (uri: Uri, found: Diagnostic[]): unknown => languages.published.set(`${uri}`, found),
    delete: (uri: Uri): unknown => languages.published.delete(`${uri}`),
    clear: (): void => languages.published.clear(),
    ...never(),
  }),
};

export class EventEmitter<T> {
  private readonly listeners: ((event: T) => void)[] = [];
  readonly event = (listener: (event: T) => void): { dispose: () => void } => {
    this.listeners.push(listener);
    return never();
  };
  fire(event: T): void {
    for (const it of this.listeners) it(event);
  }
  dispose(): void {}
}

export const Disposable = { from: (): { dispose: () => void } => never() };

export const TextEdit = { replace: (range: Range, newText: string) => ({ range, newText }) };

/** Records the calls that it receives. */
export class WorkspaceEdit {
  readonly calls: unknown[] = [];
  set(uri: Uri, edits: unknown): void {
    this.calls.push(["set", uri.toString(), edits]);
  }
  renameFile(from: Uri, to: Uri, options: unknown): void {
    this.calls.push(["rename", from.toString(), to.toString(), options]);
  }
  createFile(uri: Uri, { contents }: { contents: Uint8Array }): void {
    this.calls.push(["create", uri.toString(), new TextDecoder().decode(contents)]);
  }
}

const never = (): { dispose: () => void } => ({ dispose: () => {} });

export const FileType = { Unknown: 0, File: 1, Directory: 2, SymbolicLink: 64 };
export class FileSystemError extends Error {}
export class RelativePattern {}

/** The one folder, with these files in it; without files there is no folder. */
export const workspace = {
  files: undefined as Set<string> | undefined,
  /** What files contain, and those that were read. */
  contents: new Map<string, string>(),
  read: [] as string[],
  /** What is not a file, and not a folder with files in it. */
  types: new Map<string, number>(),
  textDocuments: [],
  isTrusted: true,
  granted: undefined as (() => void) | undefined,
  onDidGrantWorkspaceTrust(listener: () => void): { dispose: () => void } {
    workspace.granted = listener;
    return never();
  },
  onDidOpenTextDocument: never,
  onDidChangeWorkspaceFolders: never,
  onDidChangeTextDocument: never,
  onDidCloseTextDocument: never,
  onDidSaveTextDocument: never,
  createFileSystemWatcher: () => ({ onDidCreate: never, onDidChange: never, onDidDelete: never, ...never() }),
  getWorkspaceFolder(): { uri: Uri } | undefined {
    return this.files && { uri: Uri.from({ scheme: "file", path: "/project" }) };
  },
  fs: {
    async stat({ path }: Uri): Promise<{ type: number; size: number; mtime: number }> {
      const text = workspace.contents.get(path);
      const type = workspace.types.get(path);
      const isFolder = [...workspace.contents.keys()].some((it) => it.startsWith(`${path}/`));
      if (text === undefined && type === undefined && !isFolder && !workspace.files?.has(path))
        throw new FileSystemError("not found");
      const { Directory, File } = FileType;
      return { type: type ?? (isFolder ? Directory : File), size: text?.length ?? 0, mtime: 0 };
    },
    async readDirectory({ path }: Uri): Promise<[string, number][]> {
      const inside = [...workspace.contents.keys()].filter((it) => posix.dirname(it) === path);
      return inside.map((it) => [posix.basename(it), workspace.types.get(it) ?? FileType.File]);
    },
    async readFile({ path }: Uri): Promise<Uint8Array> {
      workspace.read.push(path);
      return new TextEncoder().encode(workspace.contents.get(path));
    },
    isWritableFileSystem: (): boolean => true,
  },
};
