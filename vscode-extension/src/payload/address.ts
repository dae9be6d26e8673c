/**
 * The addresses of payloads: each names a file and the pointer of a document in it.
 */

import type { InnerDocument } from "agent-response/editor";
import * as vscode from "vscode";
import { isOfRecords } from "../records.js";

export const SCHEME = "agent-response";

export interface Address {
  file: vscode.Uri;
  /** as `documents` of the package gives it */
  pointer: string;
  /** of the record that contains it, counted from zero, in a file with a record in each line */
  line: number | undefined;
  /** shown formatted, not as it is written */
  isFormatted: boolean;
}

/** Where a document is in its file. */
export type Within = Pick<Address, "pointer" | "line">;

const FORMATTED = "formatted";
const EXTENSIONS: Record<InnerDocument["language"], string> = { json: "json", markdown: "md", text: "txt" };

/** The end of the path says which language it is, as for any file. */
export function uriOf(
  file: vscode.Uri,
  { pointer, line, title, language }: Within & Pick<InnerDocument, "title" | "language">,
  isFormatted: boolean,
): vscode.Uri {
  const name = title.replace(/[^\p{L}\p{N}._ -]/gu, "_") || "payload";
  const shown = isFormatted ? { shown: FORMATTED } : {};
  const record = line === undefined ? {} : { line: String(line + 1) };
  const query = new URLSearchParams({ file: file.toString(), pointer, ...record, ...shown });
  // The path is for people, who see it above the text; the query says which file it is.
  const folder = vscode.workspace.asRelativePath(file).replace(/^\/?/, "/");
  const of = line === undefined ? "" : `${line + 1}/`;
  const path = `${folder}/${of}${name}.${EXTENSIONS[language]}`;
  let uri = vscode.Uri.from({ scheme: SCHEME, path, query: query.toString() });
  // A document that is open at this address may have another record, which was on this line.
  for (let n = 2; lineNow(uri, line) !== line; n++) {
    query.set("n", String(n));
    uri = uri.with({ query: query.toString() });
  }
  return uri;
}

/** Undefined for an address that names nothing. */
export function addressOf(uri: vscode.Uri): Address | undefined {
  if (uri.scheme !== SCHEME) return undefined;
  const query = new URLSearchParams(uri.query);
  const [file, pointer] = [query.get("file"), query.get("pointer")];
  if (!file || pointer === null) return undefined;
  const line = lineNow(uri, query.has("line") ? Number(query.get("line")) - 1 : undefined);
  return { file: vscode.Uri.parse(file, true), pointer, line, isFormatted: query.get("shown") === FORMATTED };
}

/** By address: the lines of records that have moved since their documents were opened. */
const moved = new Map<string, number>();

/** Where a record is now that was on a line when its document was opened. */
export const lineNow = (uri: vscode.Uri, line: number | undefined): number | undefined =>
  line === undefined || moved.size === 0 ? line : (moved.get(uri.toString()) ?? line);

/** Follows the records of documents that are open. To be registered before all that reads addresses after a change. */
export const followRecords = (): vscode.Disposable =>
  vscode.Disposable.from(
    vscode.workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
      if (contentChanges.length === 0 || !isOfRecords(document)) return;
      for (const { uri } of vscode.workspace.textDocuments) {
        const address = addressOf(uri);
        if (address?.line === undefined || address.file.toString() !== document.uri.toString()) continue;
        moved.set(uri.toString(), contentChanges.reduce(lineAfter, address.line));
      }
    }),
    vscode.workspace.onDidCloseTextDocument(({ uri }) => void moved.delete(uri.toString())),
  );

/** Where a line is after a change, which moves it if it is above. */
export function lineAfter(
  line: number,
  { range: { start, end }, text }: Pick<vscode.TextDocumentContentChangeEvent, "range" | "text">,
): number {
  const isBefore = end.line === line && end.character === 0 && (start.line < line || text.endsWith("\n"));
  if (end.line >= line && !isBefore) return line;
  return line + text.split("\n").length - 1 - (end.line - start.line);
}
