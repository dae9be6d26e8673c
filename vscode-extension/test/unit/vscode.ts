/** As much of VS Code's API as the adapters use: a stand-in for tests outside of VS Code. */

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
  activeTextEditor: undefined,
  onDidChangeActiveTextEditor: (): { dispose: () => void } => never(),
  onDidChangeWindowState: (): { dispose: () => void } => never(),
  onDidChangeTextEditorSelection(listener: (event: Selected) => void): { dispose: () => void } {
    window.listeners.add(listener);
    return { dispose: () => void window.listeners.delete(listener) };
  },
};

export class Uri {
  private constructor(readonly address: string) {}
  static from({ scheme, path }: { scheme: string; path: string }): Uri {
    return new Uri(`${scheme}:${path}`);
  }
  static joinPath(base: Uri, ...parts: string[]): Uri {
    return new Uri(new URL(parts.join("/"), `${base.address}/`).href);
  }
  get path(): string {
    return new URL(this.address).pathname;
  }
  toString(): string {
    return this.address;
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
};

export class EventEmitter<T> {
  private readonly listeners: ((event: T) => void)[] = [];
  readonly event = (listener: (event: T) => void): void => void this.listeners.push(listener);
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

export const FileType = { Directory: 2 };
export class FileSystemError extends Error {}
export class RelativePattern {}

/** The one folder, with these files in it; without files there is no folder. */
export const workspace = {
  files: undefined as Set<string> | undefined,
  /** What files contain, and those that were read. */
  contents: new Map<string, string>(),
  read: [] as string[],
  textDocuments: [],
  isTrusted: true,
  granted: undefined as (() => void) | undefined,
  onDidGrantWorkspaceTrust(listener: () => void): { dispose: () => void } {
    workspace.granted = listener;
    return never();
  },
  onDidChangeTextDocument: never,
  onDidCloseTextDocument: never,
  onDidSaveTextDocument: never,
  createFileSystemWatcher: () => ({ onDidCreate: never, onDidChange: never, onDidDelete: never, ...never() }),
  getWorkspaceFolder(): { uri: Uri } | undefined {
    return this.files && { uri: Uri.from({ scheme: "file", path: "/project" }) };
  },
  fs: {
    async stat(uri: Uri): Promise<{ type: number; size: number }> {
      const { pathname } = new URL(`${uri}`);
      const text = workspace.contents.get(pathname);
      if (text === undefined && !workspace.files?.has(pathname)) throw new Error("not found");
      return { type: 1, size: text?.length ?? 0 };
    },
    async readFile(uri: Uri): Promise<Uint8Array> {
      const { pathname } = new URL(`${uri}`);
      workspace.read.push(pathname);
      return new TextEncoder().encode(workspace.contents.get(pathname));
    },
  },
};
