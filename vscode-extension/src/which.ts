/**
 * Which files are checked, and how the checker is asked about them.
 */

import type { Report, ValidateOptions } from "agent-response";
import type * as vscode from "vscode";
import { matches } from "./glob.js";
import { isNearMiss, isReserved } from "./names.js";
import type { Project } from "./projects.js";
import { extraFiles, type Settings } from "./settings.js";
import { nameOf } from "./where.js";

/** Decided by the name, before any setting is read, for the many JSON files that are not agent files. */
export function isOurs(uri: vscode.Uri, project: Project | null): boolean {
  if (isReserved(nameOf(uri)) || isExtra(uri)) return true;
  return project?.entry(uri) !== undefined;
}

/** The name only resembles ours and the content does not match: nothing is reported. */
export const isOtherProgram = (uri: vscode.Uri, { format: { id } }: Report): boolean =>
  isNearMiss(nameOf(uri)) && !isExtra(uri) && id !== "agent-response" && id !== "agent-request";

const isExtra = (uri: vscode.Uri): boolean => extraFiles(uri).some((it) => matches(uri, it));

/** The options of `validate` and `fix` for a file. */
export function optionsFor(
  uri: vscode.Uri,
  { format, profile, payloads, rules, schema }: Settings,
  siblings?: Record<string, string>,
): ValidateOptions {
  const now = new Date().toISOString();
  const always: ValidateOptions = { fileName: nameOf(uri), format, profile, payloads, rules, schema, now };
  return siblings === undefined ? always : { ...always, siblings };
}

/** Whether a text is larger than a limit in bytes, as it would be stored. */
export function isLargerThan(limit: number, content: string | Uint8Array): boolean {
  if (typeof content !== "string" || content.length > limit) return content.length > limit;
  // A UTF-16 code unit takes at most three bytes in UTF-8.
  return content.length * 3 > limit && new TextEncoder().encode(content).length > limit;
}

/** By document: the options of its last check. Questions with the same ones find its text read already. */
const checkedWith = new WeakMap<vscode.TextDocument, ValidateOptions>();

export const keepOptions = (document: vscode.TextDocument, options: ValidateOptions): void => {
  checkedWith.set(document, options);
};

/** The options for questions about a document that is checked or not. */
export const optionsOf = (document: vscode.TextDocument): ValidateOptions =>
  checkedWith.get(document) ?? { fileName: nameOf(document.uri) };
