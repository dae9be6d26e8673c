/**
 * Lenses above the fields that contain documents, in the file and in a payload that is open: each opens one.
 */

import { locateAll } from "agent-response/editor";
import * as vscode from "vscode";
import type { Checks } from "../checks.js";
import { isOfRecords, stretchOf } from "../records.js";
import { optionsOf } from "../which.js";
import { SCHEME } from "./address.js";
import { type InnerDocument, innerDocument, innerDocuments, openDocument } from "./file.js";
import type { OpenArguments } from "./open.js";
import { positionsIn } from "./positions.js";
import type { Sync } from "./sync.js";
import type { View } from "./view.js";

/** More lenses would hide the text. */
const MOST = 200;

export function registerLenses(sync: Sync, checks: Checks): vscode.Disposable {
  const changed = new vscode.EventEmitter<void>();
  const provider: vscode.CodeLensProvider = {
    onDidChangeCodeLenses: changed.event,
    provideCodeLenses: (document, token) =>
      document.uri.scheme === SCHEME ? inView(document, sync) : inFile(document, token, checks),
  };
  const selector = [{ language: "json" }, { language: "jsonc" }, { scheme: SCHEME }];
  return vscode.Disposable.from(
    changed,
    checks.onDidCheck(({ isNewText }) => isNewText || changed.fire()),
    sync.onDidSettle(() => changed.fire()),
    vscode.languages.registerCodeLensProvider(selector, provider),
  );
}

async function inFile(
  document: vscode.TextDocument,
  token: vscode.CancellationToken,
  checks: Checks,
): Promise<vscode.CodeLens[]> {
  // Above each record, they would be as many as the records.
  if (isOfRecords(document) || (await checks.settled(document, token))?.report === undefined) return [];
  const all = innerDocuments(document);
  return all
    .filter((it) => it.parent === "")
    .slice(0, MOST)
    .flatMap((found) => {
      const range = new vscode.Range(found.range.start.line, 0, found.range.start.line, 0);
      const inside = all.filter((one) => one.parent === found.pointer).length;
      const lenses = [lens(range, openTitle(found), "agentResponse.openPayload", document.uri, found)];
      if (inside > 0) {
        const title = inside === 1 ? vscode.l10n.t("1 section") : vscode.l10n.t("{0} sections", inside);
        lenses.push(lens(range, title, "agentResponse.openSection", document.uri, found));
      }
      return lenses;
    });
}

async function inView(document: vscode.TextDocument, sync: Sync): Promise<vscode.CodeLens[]> {
  const view = sync.view(document.uri);
  if (view === undefined) return [];
  // What was typed last must be in the file, too: lenses that disappear would move the text up and down during typing.
  await sync.settle(view.address.file);
  const file = openDocument(view.address.file);
  const own = file && innerDocument(file, view.address);
  if (file === undefined || own === undefined || !view.isAgreed) return [];
  const inside = innerDocuments(file, own.line)
    .filter((it) => it.parent === own.pointer)
    .slice(0, MOST);
  const record = file.offsetAt(new vscode.Position(own.line ?? 0, 0));
  const text = stretchOf(file, own.line, optionsOf(file))?.text ?? "";
  const lines = linesIn(text, { ...own, from: own.from - record }, inside, view);
  return inside.flatMap((found, idx) => {
    const line = lines[idx];
    if (line === undefined) return [];
    const range = new vscode.Range(line, 0, line, 0);
    return [lens(range, openTitle(found), "agentResponse.openPayload", view.address.file, found)];
  });
}

/** The lines where inner documents begin in their outer document. One call finds them all, because each call parses the file. */
function linesIn(
  file: string,
  { depth, from, text }: Pick<InnerDocument, "depth" | "from" | "text">,
  all: readonly InnerDocument[],
  view: View,
): (number | undefined)[] {
  const real = view.projection(text);
  const positionOf = positionsIn(real.text);
  return locateAll(
    file,
    all.map((it) => it.pointer),
  ).map((it) => {
    // A document that is not encoded is a part of the file.
    const offset = depth === 0 ? it && it.from - from : it?.inner[depth - 1]?.from;
    return offset === null || offset === undefined ? undefined : positionOf(real.shownOffset(offset)).line;
  });
}

const openTitle = ({ language, kind, title }: InnerDocument): string =>
  language === "markdown"
    ? vscode.l10n.t("Edit {0} as Markdown", title)
    : kind === "payload"
      ? vscode.l10n.t("Open payload")
      : vscode.l10n.t("Edit {0} as a document", title);

const lens = (
  range: vscode.Range,
  title: string,
  command: string,
  file: vscode.Uri,
  { pointer, line }: InnerDocument,
): vscode.CodeLens => {
  const args: OpenArguments = [file.toString(), pointer, line];
  return new vscode.CodeLens(range, { title, command, arguments: args });
};
