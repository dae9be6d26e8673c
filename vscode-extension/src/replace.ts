/**
 * Changes to an editor's text that are made for the text as it is when they are applied, and for no other.
 */

import type * as vscode from "vscode";

/** What replaces a stretch. */
export interface Change {
  range: vscode.Range;
  newText: string;
}

const MOST_TRIES = 3;

/**
 * Applies the change that is made for the text at that moment, if any. VS Code refuses it if somebody typed meanwhile,
 * and then it is made again. False if it failed in the end and the text is unchanged.
 */
export async function replace(
  editor: Pick<vscode.TextEditor, "edit">,
  make: () => Change | undefined,
): Promise<boolean> {
  for (let n = 0; n < MOST_TRIES; n++) {
    const change = make();
    if (change === undefined) return true;
    try {
      if (await editor.edit((it) => it.replace(change.range, change.newText))) return true;
    } catch {
      return false; // the editor was closed
    }
  }
  return false;
}
