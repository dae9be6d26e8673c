/**
 * The findings inside a payload that is open as a document, at their places in it, with their fixes. A fix changes the
 * file, and the document follows.
 */

import type { Diagnostic as Finding } from "agent-response/editor";
import * as vscode from "vscode";
import { createFixes, type EntryAt } from "../actions.js";
import { SOURCE, toDiagnostic, toRange } from "../adapt.js";
import type { Checks } from "../checks.js";
import type { Projects } from "../projects.js";
import { ruleActions } from "../ruleActions.js";
import { isHidden } from "../syntax.js";
import { SCHEME } from "./address.js";
import { type InnerDocument, innerDocument, openDocument } from "./file.js";
import { positionsIn, shownRange } from "./positions.js";
import type { Sync } from "./sync.js";
import type { View } from "./view.js";

export function registerFindings(sync: Sync, checks: Checks, projects: Projects): vscode.Disposable {
  const collection = vscode.languages.createDiagnosticCollection("agent-response-payload");
  /** By document; `finding` has its places in the file. */
  const entries = new Map<
    string,
    { finding: Finding; inner: Finding; shown: vscode.Diagnostic | undefined }[]
  >();

  function publish(view: View): void {
    const { uri, languageId } = view.document;
    const file = openDocument(view.address.file);
    const checked = file && checks.last(file);
    // The file has not been checked since its last change; `onDidCheck` fires when it has.
    if (checked !== undefined && checked.version !== file?.version) return;
    const found = file && innerDocument(file, view.address);
    if (checked === undefined || found === undefined || view.isCutOff) {
      drop(uri);
      return;
    }
    const real = view.projection(found.text);
    const positionOf = positionsIn(real.text);
    const all = checked.entries.flatMap(({ finding }) => {
      const own = insideOf(finding, found);
      if (own === undefined) return [];
      const inner = view.address.isFormatted ? { ...own, range: shownRange(real, positionOf, own) } : own;
      const hidden = isHidden(inner, languageId, checked.settings);
      return [{ finding, inner, shown: hidden ? undefined : toDiagnostic(inner, uri) }];
    });
    entries.set(uri.toString(), all);
    collection.set(
      uri,
      all.flatMap((it) => it.shown ?? []),
    );
  }

  function drop(uri: vscode.Uri): void {
    entries.delete(uri.toString());
    collection.delete(uri);
  }

  const publishAll = (file: vscode.Uri): void => sync.views(file).forEach(publish);
  const fixes = createFixes(checks);
  const provider: vscode.CodeActionProvider = {
    async provideCodeActions(document, range, context, token) {
      const view = sync.view(document.uri);
      if (view === undefined) return [];
      await sync.settle(view.address.file);
      const file = openDocument(view.address.file);
      if (file === undefined || (await checks.settled(file, token)) === undefined) return [];
      const builtin = context.diagnostics.filter((it) => it.source !== SOURCE);
      const at = (entries.get(document.uri.toString()) ?? []).flatMap(
        ({ finding, inner, shown }): EntryAt[] => {
          const place = toRange(inner.range);
          const same = shown ? [] : builtin.filter((it) => isNear(it.range, place, document));
          if (place.intersection(range) === undefined && same.length === 0) return [];
          return [{ entry: { finding, shown }, diagnostics: shown ? [shown] : same }];
        },
      );
      return [...at.flatMap((it) => fixes.of(it, file)), ...ruleActions(at, file.uri, projects)];
    },
    resolveCodeAction: fixes.resolve,
  };
  const kinds = { providedCodeActionKinds: [vscode.CodeActionKind.QuickFix] };
  return vscode.Disposable.from(
    collection,
    checks.onDidCheck(({ uri }) => publishAll(uri)),
    sync.onDidSettle(publishAll),
    vscode.workspace.onDidCloseTextDocument(({ uri }) => drop(uri)),
    vscode.languages.registerCodeActionsProvider({ scheme: SCHEME }, provider, kinds),
  );
}

/** The finding as one of the inner document; undefined if it is about another document. */
function insideOf(finding: Finding, { depth, from, to }: InnerDocument): Finding | undefined {
  if (finding.from < from || finding.to > to) return undefined;
  const place = finding.inner[depth - 1];
  if (place === undefined) return undefined;
  const { range, pointer } = place;
  return {
    ...finding,
    range,
    pointer,
    from: place.from,
    to: place.to,
    inner: finding.inner.slice(depth),
    related: [],
  };
}

/** VS Code marks the same mistake a little before or after. */
const isNear = (a: vscode.Range, b: vscode.Range, document: vscode.TextDocument): boolean => {
  if (a.intersection(b) !== undefined) return true;
  const [first, second] = a.start.isBefore(b.start) ? [a, b] : [b, a];
  return /^[\s,]*$/.test(document.getText(new vscode.Range(first.end, second.start)));
};
