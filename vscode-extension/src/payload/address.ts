/**
 * The addresses of payloads: each names a file and the pointer of a document in it.
 */

import type { InnerDocument } from "agent-response/editor";
import * as vscode from "vscode";

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
  const query = new URLSearchParams({ file: file.toString(), pointer, ...record, ...shown }).toString();
  // The path is for people, who see it above the text; the query says which file it is.
  const folder = vscode.workspace.asRelativePath(file).replace(/^\/?/, "/");
  const of = line === undefined ? "" : `${line + 1}/`;
  const path = `${folder}/${of}${name}.${EXTENSIONS[language]}`;
  return vscode.Uri.from({ scheme: SCHEME, path, query });
}

/** Undefined for an address that names nothing. */
export function addressOf(uri: vscode.Uri): Address | undefined {
  if (uri.scheme !== SCHEME) return undefined;
  const query = new URLSearchParams(uri.query);
  const [file, pointer] = [query.get("file"), query.get("pointer")];
  if (!file || pointer === null) return undefined;
  const line = query.has("line") ? Number(query.get("line")) - 1 : undefined;
  return { file: vscode.Uri.parse(file, true), pointer, line, isFormatted: query.get("shown") === FORMATTED };
}
