/**
 * Which files are checked, and with which options.
 */

import type { Report, ValidateOptions } from "agent-response/editor";
import type { View } from "agent-response-payload-schema/remote";
import type * as vscode from "vscode";
import { matches } from "./glob.js";
import { isNearMiss, isReserved } from "./names.js";
import type { Project } from "./projects.js";
import { isOfRecords, nameOfRecords } from "./records.js";
import { extraFiles, type Settings } from "./settings.js";
import { nameOf } from "./where.js";

/** Decided by the name alone: most JSON files are not agent files, and are not read. */
export function isOurs(uri: vscode.Uri, project: Project | null): boolean {
  if (isExtra(uri)) return true;
  if (project?.excludes(uri)) return false;
  return isReserved(nameOf(uri)) || project?.entry(uri) !== undefined;
}

/** True if the name only resembles ours and the content does not match: nothing is reported. */
export const isOtherProgram = (uri: vscode.Uri, { format: { id } }: Report): boolean =>
  isNearMiss(nameOf(uri)) && !isExtra(uri) && id !== "agent-response" && id !== "agent-request";

const isExtra = (uri: vscode.Uri): boolean => extraFiles(uri).some((it) => matches(uri, it));

/** What `validate` and `fix` take, with a schema that can be waited for. */
export type Options = ValidateOptions & { schema?: View | undefined };

/** The options of `validate` and `fix` for a file. */
export function optionsFor(
  { uri, languageId = "" }: { uri: vscode.Uri; languageId?: string },
  { format, profile, payloads, rules, schema, tools }: Settings,
  siblings?: Record<string, string>,
): Options {
  const now = new Date().toISOString();
  const name = nameOf(uri);
  const fileName = isOfRecords({ uri, languageId }) ? nameOfRecords(name) : name;
  const always: Options = { fileName, format, profile, payloads, rules, schema, now };
  if (tools !== undefined) always.tools = tools;
  return siblings === undefined ? always : { ...always, siblings };
}

/** Whether a text is larger than a limit in bytes, as it would be stored. */
export function isLargerThan(limit: number, content: string | Uint8Array): boolean {
  if (typeof content !== "string" || content.length > limit) return content.length > limit;
  // A UTF-16 code unit takes at most three bytes in UTF-8.
  return content.length * 3 > limit && new TextEncoder().encode(content).length > limit;
}

/** By document: the options of its last check. For queries with the same options, its text has already been read. */
const checkedWith = new WeakMap<vscode.TextDocument, Options>();

export const keepOptions = (document: vscode.TextDocument, options: Options): void => {
  checkedWith.set(document, options);
};

/** The options for queries about a document, checked or not. */
export const optionsOf = (document: vscode.TextDocument): Options =>
  checkedWith.get(document) ?? { fileName: nameOf(document.uri) };
