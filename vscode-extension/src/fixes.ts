/**
 * Several fixes at once, as one change of a text.
 */

import { type FixOptions, fix } from "agent-response/editor";
import * as vscode from "vscode";
import type { Checked } from "./checked.js";
import type { Folders } from "./folders.js";
import { change } from "./payload/merge.js";
import { isLargerThan, optionsFor } from "./which.js";

/** The text with all safe fixes applied, or those that more options choose; undefined when nothing changes. */
export function fixedText(
  { document, settings }: Checked,
  folders: Folders,
  more: Partial<FixOptions> = {},
): string | undefined {
  const before = document.getText();
  if (isLargerThan(settings.maxFileSize, before)) return undefined;
  const siblings = settings.pairRequests ? folders.siblings(document.uri) : undefined;
  const { text } = fix(before, { ...optionsFor(document, settings, siblings), ...more });
  return text === before ? undefined : text;
}

/** These fixes as one edit of the stretch that changes. */
export function fixEdit(
  checked: Checked,
  folders: Folders,
  more?: Partial<FixOptions>,
): vscode.TextEdit | undefined {
  const { document } = checked;
  const text = fixedText(checked, folders, more);
  if (text === undefined) return undefined;
  const changed = change(document.getText(), text);
  if (changed === undefined) return undefined;
  const range = new vscode.Range(document.positionAt(changed.from), document.positionAt(changed.to));
  return vscode.TextEdit.replace(range, changed.text);
}
