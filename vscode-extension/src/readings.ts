/**
 * What the program that reads the file does with it, in its own words: the exception that it raises, or what it takes from
 * the file. The words may repeat any text of the file.
 */

import { type Reading, readers } from "agent-response/editor";
import * as vscode from "vscode";
import { visible } from "../../common/visible.js";
import type { Checked } from "./checked.js";
import { optionsOf } from "./which.js";

/** Longer words have a whole error message in them. */
const MOST = 300;

/** By document: what was found in a version of it. */
const found = new WeakMap<vscode.TextDocument, { version: number; reading: Reading | undefined }>();

/** What today's program does with a document; undefined for what it does not read. */
export function readingOf({ document, report }: Checked): Reading | undefined {
  if (report?.format.id !== "agent-response") return undefined;
  const last = found.get(document);
  if (last?.version === document.version) return last.reading;
  const [reading] = readers(document.getText(), optionsOf(document));
  found.set(document, { version: document.version, reading });
  return reading;
}

/** A text in which nothing is hidden, a link or an icon. */
export const inert = (text: string): string => visible(text).replace(/(?<=\$)\(|(?<=\])\(/g, " (");

/** As one sentence without a full stop, in which nothing is hidden, a link or an icon. */
export function sentence({ outcome, title, words }: Pick<Reading, "outcome" | "title" | "words">): string {
  const short = words.length > MOST ? `${words.slice(0, MOST).replace(/[\ud800-\udbff]$/, "")}…` : words;
  const shown = inert(short);
  return outcome === "refuses" ? vscode.l10n.t("{0} refuses it: {1}", title, shown) : `${title} ${shown}`;
}
