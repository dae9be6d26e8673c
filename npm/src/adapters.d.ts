import type { Report } from "./index.cjs";

/** Options for the links to rule pages. */
export interface DocsOptions {
  /** The base address of the rule pages, such as `https://example.org/agent-response/`. */
  docs?: string | undefined;
}

/** A diagnostic of the Language Server Protocol. */
export interface LspDiagnostic {
  range: { start: { line: number; character: number }; end: { line: number; character: number } };
  severity: 1 | 2 | 3 | 4;
  code: string;
  codeDescription?: { href: string };
  source: string;
  message: string;
  relatedInformation?: { location: { uri: string; range: LspDiagnostic["range"] }; message: string }[];
}

/** The findings for a language server; with the `uri` of the file, they include their related places. */
export declare function toLspDiagnostics(
  report: Report,
  options?: DocsOptions & { uri?: string | undefined },
): LspDiagnostic[];

/** A diagnostic of CodeMirror's package `@codemirror/lint`, with its fixes as actions. */
export interface CodeMirrorDiagnostic {
  from: number;
  to: number;
  severity: "error" | "warning" | "info" | "hint";
  source: string;
  message: string;
  actions: {
    name: string;
    /** Applies the edits, shifted as CodeMirror shifted the finding to `from` and `to`; none if that text changed. */
    apply(
      view: { dispatch(change: { changes: { from: number; to: number; insert: string }[] }): void },
      from?: number,
      to?: number,
    ): void;
  }[];
}

/** The findings for CodeMirror's `linter` and `setDiagnostics`. The document must have the text's line endings. */
export declare function toCodeMirror(report: Report): CodeMirrorDiagnostic[];

/** A marker of the Monaco Editor. Its severity is a `MarkerSeverity`. */
export interface MonacoMarker {
  startLineNumber: number;
  startColumn: number;
  endLineNumber: number;
  endColumn: number;
  severity: 1 | 2 | 4 | 8;
  code: string;
  source: string;
  message: string;
}

/** The findings for Monaco's `editor.setModelMarkers`. */
export declare function toMonaco(report: Report): MonacoMarker[];
