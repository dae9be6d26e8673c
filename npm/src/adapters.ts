/** Findings in the form that editors take. Needs no code of an editor. */

import { given } from "../../src/wasm/fast.js";
import type * as Types from "../dist/adapters.js";
import type { Diagnostic } from "../dist/index.js";

const SOURCE = "agent-response";
const LSP = { error: 1, warning: 2, info: 3, hint: 4 } as const;
const MONACO = { error: 8, warning: 4, info: 2, hint: 1 } as const;

export const toLspDiagnostics: typeof Types.toLspDiagnostics = ({ diagnostics }, options) => {
  const [docs, uri] = [given(options, "docs"), given(options, "uri")];
  return diagnostics.map(({ range, severity, code, message, related, docs: page }) => ({
    ...{ range, severity: LSP[severity], code, source: SOURCE, message },
    ...(isAddress(page)
      ? { codeDescription: { href: page } }
      : docs !== undefined && { codeDescription: { href: `${docs.replace(/\/?$/, "/")}${page}` } }),
    ...(uri !== undefined && {
      relatedInformation: related.map((it) => ({ location: { uri, range: it.range }, message: it.message })),
    }),
  }));
};

/** Whether the option `docs` of `validate` has already made the address absolute. */
const isAddress = (page: string): boolean => /^[a-z][a-z\d+.-]*:|^\//i.test(page);

export const toCodeMirror: typeof Types.toCodeMirror = ({ diagnostics }) =>
  diagnostics.map((it) => ({
    ...{ from: it.from, to: it.to, severity: it.severity, source: SOURCE, message: it.message },
    actions: actions(it),
  }));

/** Fixes that edit the text; those that rename or create a file are not for an editor. */
function actions(finding: Diagnostic): Types.CodeMirrorDiagnostic["actions"] {
  return finding.fixes
    .filter(({ edits }) => edits.length > 0)
    .map(({ title, edits }) => ({
      name: title,
      apply(view, from = finding.from, to = finding.to) {
        const moved = from - finding.from;
        const isChanged = to - from !== finding.to - finding.from;
        // The editor does not say where an edit outside the finding has moved to; the next report will.
        const isFar = edits.some((it) => it.from < finding.from || it.to > finding.to);
        if (isChanged || (moved !== 0 && isFar)) return;
        view.dispatch({
          changes: edits.map((it) => ({ from: it.from + moved, to: it.to + moved, insert: it.text })),
        });
      },
    }));
}

export const toMonaco: typeof Types.toMonaco = ({ diagnostics }) =>
  diagnostics.map(({ range: { start, end }, severity, code, message }) => ({
    startLineNumber: start.line + 1,
    startColumn: start.character + 1,
    endLineNumber: end.line + 1,
    endColumn: end.character + 1,
    ...{ severity: MONACO[severity], code, source: SOURCE, message },
  }));
