/**
 * What is known about a checked document.
 */

import type { Diagnostic as Finding, Report } from "agent-response/editor";
import * as vscode from "vscode";
import { type Decoded, SOURCE, toRange } from "./adapt.js";
import { uriOf } from "./payload/address.js";
import { type InnerDocument, innerDocuments } from "./payload/file.js";
import { positionsIn, shownRange } from "./payload/positions.js";
import { formatted } from "./payload/projection.js";
import { opensFormatted } from "./payload/ways.js";
import { isOfRecords } from "./records.js";
import type { Settings } from "./settings.js";

/** Larger texts, in UTF-16 code units, wait until typing pauses. */
export const LARGE = 256 * 1024;

/** A finding and what is shown for it; nothing if VS Code's own JSON support shows the same. */
export interface Entry {
  finding: Finding;
  shown: vscode.Diagnostic | undefined;
}

/** The last check of a document. */
export interface Checked {
  document: vscode.TextDocument;
  settings: Settings;
  version: number;
  encoding: string | undefined;
  /** how long the last check took, in milliseconds */
  took: number;
  /** undefined when the file is larger than the setting allows, or the check failed */
  report: Report | undefined;
  entries: Entry[];
  /** where the texts inside strings can be read */
  decoded: DecodedOf | undefined;
  /** larger than the setting allows, and not checked */
  isTooLarge: boolean;
  /** only its content says what it is: if that changes, it is no longer checked */
  isByContent: boolean;
  /** the user wants it to be checked, whatever its name is */
  isIncluded: boolean;
}

/** Shown in the file, because nothing else says that it is not checked. */
export function tooLarge({ document, settings }: Checked): vscode.Diagnostic {
  const limit = settings.maxFileSize / 1024;
  const message = vscode.l10n.t(
    "Not checked: the file is larger than {0} KB, the limit in the setting agentResponse.maxFileSize",
    limit,
  );
  const range = document.lineAt(0).range;
  const note = new vscode.Diagnostic(range, message, vscode.DiagnosticSeverity.Information);
  note.source = SOURCE;
  note.code = "not-checked";
  return note;
}

/** Where the text around a finding can be read, if it can. */
export type DecodedOf = (finding: Finding) => Decoded | undefined;

/** Reading a large text again takes as long as its check: while somebody types, assume that it still has the same ones inside. */
export function decodedIn({ decoded, document }: Checked, text: string): DecodedOf {
  if (decoded !== undefined && text.length > LARGE) return decoded;
  const known = new Map<string, Decoded | undefined>();
  return ({ pointer, from, to, range: { start } }) => {
    const key = `${isOfRecords(document) ? start.line : ""} ${pointer}`;
    if (known.has(key)) return known.get(key);
    const all = innerDocuments(document, start.line).filter((it) => it.depth === 1);
    const found = all.find((it) => it.from <= from && to <= it.to) ?? all[0];
    const made = found && decodedAt(document, found);
    known.set(key, made);
    return made;
  };
}

function decodedAt(document: vscode.TextDocument, found: InnerDocument): Decoded {
  const isFormatted = opensFormatted(document.uri, found);
  const uri = uriOf(document.uri, found, isFormatted);
  if (!isFormatted) return { uri, range: ({ range }) => toRange(range) };
  const real = formatted(found.text);
  const positionOf = positionsIn(real.text);
  return { uri, range: (it) => shownRange(real, positionOf, it) };
}
