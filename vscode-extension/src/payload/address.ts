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
  /** shown formatted, not as it is written */
  isFormatted: boolean;
}

const FORMATTED = "formatted";
const EXTENSIONS: Record<InnerDocument["language"], string> = { json: "json", markdown: "md", text: "txt" };

/** The end of the path says which language it is, as for any file. */
export function uriOf(
  file: vscode.Uri,
  { pointer, title, language }: Pick<InnerDocument, "pointer" | "title" | "language">,
  isFormatted: boolean,
): vscode.Uri {
  const name = title.replace(/[^\p{L}\p{N}._ -]/gu, "_") || "payload";
  const shown = isFormatted ? { shown: FORMATTED } : {};
  const query = new URLSearchParams({ file: file.toString(), pointer, ...shown }).toString();
  // The path is for people, who see it above the text; the query says which file it is.
  const folder = vscode.workspace.asRelativePath(file).replace(/^\/?/, "/");
  const path = `${folder}/${name}.${EXTENSIONS[language]}`;
  return vscode.Uri.from({ scheme: SCHEME, path, query });
}

/** Undefined for an address that names nothing. */
export function addressOf(uri: vscode.Uri): Address | undefined {
  if (uri.scheme !== SCHEME) return undefined;
  const query = new URLSearchParams(uri.query);
  const [file, pointer] = [query.get("file"), query.get("pointer")];
  if (!file || pointer === null) return undefined;
  return { file: vscode.Uri.parse(file, true), pointer, isFormatted: query.get("shown") === FORMATTED };
}
