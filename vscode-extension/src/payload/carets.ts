/**
 * Selections that stay where they are while VS Code reads a document again, which replaces whole lines.
 */

import * as vscode from "vscode";
import type { Edit } from "../../../common/layout.js";
import { offsetOf, positionOf } from "./positions.js";

/** Where an offset is after an edit. */
export const moved = (offset: number, { from, to, text }: Edit): number => {
  if (offset <= from) return offset;
  return offset >= to ? offset - to + from + text.length : Math.min(offset, from + text.length);
};

/** Selections to be restored once, or never. */
export interface Kept extends vscode.Disposable {
  /** Restores them at their new places if the document has the expected text. */
  restore(text: string): void;
}

/** For a document that an edit turns from one text into the other; the line endings of both are LF. */
export function keepSelections(
  document: vscode.TextDocument,
  before: string,
  edit: Edit,
  after: string,
): Kept {
  const editors = vscode.window.visibleTextEditors.filter((it) => it.document === document);
  let kept = editors.map((editor) => ({ editor, selections: editor.selections }));
  const listener = vscode.window.onDidChangeTextEditorSelection(({ textEditor, selections, kind }) => {
    // Only a selection that moves with the text has no kind.
    if (kind === undefined) return;
    kept = kept.filter((it) => it.editor !== textEditor || isSame(it.selections, selections));
  });
  const place = (position: vscode.Position): vscode.Position =>
    positionOf(after, moved(offsetOf(before, position), edit));
  return {
    dispose: () => listener.dispose(),
    restore(text) {
      listener.dispose();
      if (text !== after) return;
      for (const { editor, selections } of kept)
        editor.selections = selections.map((it) => new vscode.Selection(place(it.anchor), place(it.active)));
    },
  };
}

const isSame = (a: readonly vscode.Selection[], b: readonly vscode.Selection[]): boolean =>
  a.length === b.length && a.every((it, idx) => b[idx] !== undefined && it.isEqual(b[idx]));
