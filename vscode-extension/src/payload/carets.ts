/**
 * Selections that stay where they are while VS Code reads a document again, which replaces whole lines.
 */

import * as vscode from "vscode";
import { offsetOf, positionOf } from "./positions.js";
import type { Edit } from "./shown.js";

/** Where an offset is after an edit. */
export const moved = (offset: number, { from, to, text }: Edit): number => {
  if (offset <= from) return offset;
  return offset >= to ? offset - to + from + text.length : Math.min(offset, from + text.length);
};

/** Call the result when the document has the text after the edit; line ends of both texts are LF. */
export function keepSelections(
  document: vscode.TextDocument,
  before: string,
  edit: Edit,
): (after: string) => void {
  const editors = vscode.window.visibleTextEditors.filter((it) => it.document === document);
  const kept = editors.map((editor) => ({ editor, selections: editor.selections }));
  return (after) => {
    const place = (position: vscode.Position): vscode.Position =>
      positionOf(after, moved(offsetOf(before, position), edit));
    for (const { editor, selections } of kept) {
      editor.selections = selections.map((it) => new vscode.Selection(place(it.anchor), place(it.active)));
    }
  };
}
