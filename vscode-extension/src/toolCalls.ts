/**
 * Files in which models call tools. No name shows them: their content does, and most JSON files are others.
 */

import { type Report, validate } from "agent-response/editor";
import * as vscode from "vscode";
import { OF_CALLS } from "../../common/formats.js";
import { hasSigns } from "../../common/signs.js";
import { LARGE } from "./checked.js";
import { isOfRecords } from "./records.js";
import type { Settings } from "./settings.js";
import { lengthOf } from "./where.js";
import { isLargerThan, optionsFor } from "./which.js";

/** How many records show the format of a file. */
const FIRST_RECORDS = 50;

/** Whether a file was recognized as one in which models call tools. */
export const hasCalls = ({ format: { id } }: Report): boolean => id !== null && OF_CALLS.has(id);

/** Whether it is worthwhile to check a document of any name. Compiles nothing. */
export const mayHaveCalls = (document: vscode.TextDocument): boolean =>
  isCandidate(document) && hasSigns(telling(document));

/** What shows the format of a document: its text, or its first records. */
const telling = (document: vscode.TextDocument): string =>
  isOfRecords(document)
    ? document.getText(new vscode.Range(0, 0, FIRST_RECORDS, 0)).slice(0, LARGE)
    : document.getText();

/** Whether a document is JSON, or has a record in each line, and the user wants such files to be checked. */
function isCandidate(document: vscode.TextDocument): boolean {
  const { languageId, uri } = document;
  const isJson = languageId === "json" || languageId === "jsonc";
  if (!isJson && !isOfRecords(document)) return false;
  return vscode.workspace.getConfiguration("agentResponse", uri).get("toolCalls") !== false;
}

/** Whether an edit may have turned a document into such a file; large ones are looked at when they are saved. */
export const mayGetCalls = (document: vscode.TextDocument): boolean =>
  isCandidate(document) && lengthOf(document) <= LARGE;

/** Whether the content of a document says that it is to be checked. */
export function isRecognized(document: vscode.TextDocument, settings: Settings): boolean {
  const text = telling(document);
  return (
    !isLargerThan(settings.maxFileSize, text) && hasCalls(validate(text, optionsFor(document, settings)))
  );
}
