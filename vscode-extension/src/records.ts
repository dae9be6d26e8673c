/**
 * Files with a record in each line. The package checks them as a whole; what it answers about a place, it answers about the text
 * of the line.
 */

import * as vscode from "vscode";
import type { Options } from "./which.js";

const LANGUAGES = new Set(["jsonl", "jsonlines", "ndjson"]);
const ENDING = /\.(?:jsonl|ndjson)$/i;

/** The languages of JSON texts, for all that is registered for documents. */
export const JSON_LANGUAGES = ["json", "jsonc", ...LANGUAGES];

export const isOfRecords = ({ languageId, uri }: Pick<vscode.TextDocument, "languageId" | "uri">): boolean =>
  LANGUAGES.has(languageId) || ENDING.test(uri.path);

export const isNamedForRecords = (name: string | undefined): boolean => ENDING.test(name ?? "");

/** The name by which the package knows that each line is a record. */
export const nameOfRecords = (name: string): string => (ENDING.test(name) ? name : `${name}.jsonl`);

/** The text of one record, or of a file that has none, and where it is in its document. */
export interface Stretch {
  text: string;
  /** of a record, undefined for a whole file */
  line: number | undefined;
  options: Options;
}

/** By the options of a file: those of its records. The package keeps what it knows of a text with the same options. */
const ofRecords = new WeakMap<Options, Options>();

export function stretchOf(
  document: vscode.TextDocument,
  line: number | undefined,
  options: Options,
): Stretch | undefined {
  if (!isOfRecords(document)) return { text: document.getText(), line: undefined, options };
  if (line === undefined || line >= document.lineCount) return undefined;
  const own = ofRecords.get(options) ?? { ...options, fileName: "record.json" };
  ofRecords.set(options, own);
  return { text: document.lineAt(line).text, line, options: own };
}

/** The offset in a stretch. */
export const offsetIn = (
  { line }: Pick<Stretch, "line">,
  document: vscode.TextDocument,
  position: vscode.Position,
): number => (line === undefined ? document.offsetAt(position) : position.character);

/** A range of a stretch in its document. */
export const rangeIn = ({ line }: Pick<Stretch, "line">, { start, end }: vscode.Range): vscode.Range =>
  line === undefined
    ? new vscode.Range(start, end)
    : new vscode.Range(start.translate(line), end.translate(line));
