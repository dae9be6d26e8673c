/**
 * Several fixes at once, as one change of a text.
 */

import { type FixOptions, type FixResult, fix } from "agent-response/editor";
import * as vscode from "vscode";
import type { Checked } from "./checked.js";
import type { Folders } from "./folders.js";
import { change } from "./payload/merge.js";
import { isLargerThan, optionsFor } from "./which.js";

/** What all safe fixes do, or those that more options choose; undefined for a file that is too large. */
export function fixed(
  { document, settings }: Checked,
  folders: Folders,
  more: Partial<FixOptions> = {},
): FixResult | undefined {
  const before = document.getText();
  if (isLargerThan(settings.maxFileSize, before)) return undefined;
  const siblings = settings.pairRequests ? folders.siblings(document.uri) : undefined;
  return fix(before, { ...optionsFor(document, settings, siblings), ...more });
}

/** The text with all safe fixes applied; undefined when nothing changes. */
export function fixedText(checked: Checked, folders: Folders): string | undefined {
  const text = fixed(checked, folders)?.text;
  return text === checked.document.getText() ? undefined : text;
}

/** What becomes of a file as one edit of the stretch that changes; undefined when nothing changes. */
export function editTo(document: vscode.TextDocument, text: string): vscode.TextEdit | undefined {
  const changed = change(document.getText(), text);
  if (changed === undefined) return undefined;
  const range = new vscode.Range(document.positionAt(changed.from), document.positionAt(changed.to));
  return vscode.TextEdit.replace(range, changed.text);
}

/** All safe fixes as such an edit. */
export function fixEdit(checked: Checked, folders: Folders): vscode.TextEdit | undefined {
  const text = fixedText(checked, folders);
  return text === undefined ? undefined : editTo(checked.document, text);
}
