/**
 * The cursor of a payload and that of its file stay at the same place if both are visible.
 */

import * as vscode from "vscode";
import { createLater } from "../later.js";
import { during } from "../pending.js";
import { innerDocument, offsetInside, openDocument, placeInFile } from "./file.js";
import { offsetOf, positionOf } from "./positions.js";
import type { Sync } from "./sync.js";
import type { View } from "./view.js";

export function registerCursors(sync: Sync): vscode.Disposable {
  const later = createLater();

  const visible = (uri: vscode.Uri): vscode.TextEditor[] =>
    vscode.window.visibleTextEditors.filter((it) => it.document.uri.toString() === uri.toString());

  /** Runs after the text has been synced, which may still be on its way to the other side. */
  async function follow(editor: vscode.TextEditor): Promise<void> {
    const view = sync.view(editor.document.uri);
    const file = view?.address.file ?? editor.document.uri;
    const others = sync.views(file).filter((it) => it !== view);
    if (view === undefined && !others.some((it) => visible(it.document.uri).length > 0)) return;
    await sync.settle(file);
    const document = openDocument(file);
    if (document === undefined || editor !== vscode.window.activeTextEditor) return;
    const place = view === undefined ? editor.selection : toFile(view, document, editor.selection);
    if (place === undefined) return;
    if (view !== undefined) for (const it of visible(file)) select(it, place);
    for (const it of others) {
      const inside = toView(it, document, place);
      if (inside !== undefined) for (const one of visible(it.document.uri)) select(one, inside);
    }
  }

  return vscode.Disposable.from(
    later,
    vscode.window.onDidChangeTextEditorSelection(({ textEditor }) => {
      // The other editors only follow.
      if (textEditor !== vscode.window.activeTextEditor || sync.views().length === 0) return;
      later.schedule("cursors", () => void during("cursors", follow(textEditor)), PAUSE);
    }),
  );
}

/** How long to wait while a key is held down. */
const PAUSE = 30;

function toFile(
  view: View,
  file: vscode.TextDocument,
  { start, end }: vscode.Range,
): vscode.Range | undefined {
  const found = innerDocument(file, view.address);
  if (found === undefined || !view.isAgreed) return undefined;
  const text = view.projection(found.text);
  const offset = (position: vscode.Position): number => text.realOffset(offsetOf(text.text, position));
  return placeInFile(file, view.address, offset(start), offset(end));
}

function toView(
  view: View,
  file: vscode.TextDocument,
  { start, end }: vscode.Range,
): vscode.Range | undefined {
  const { address } = view;
  const [from, to] = [offsetInside(file, address, start), offsetInside(file, address, end)];
  const found = innerDocument(file, address);
  if (found === undefined || from === undefined || to === undefined || !view.isAgreed) return undefined;
  const { text, shownOffset } = view.projection(found.text);
  // A caret is after what precedes it, except at the beginning of a line.
  const isAfter = from < to || !"{[,:".includes(found.text[to - 1] ?? "{");
  const place = (offset: number): vscode.Position =>
    positionOf(text, shownOffset(offset, offset === to && isAfter));
  return new vscode.Range(place(from), place(to));
}

function select(editor: vscode.TextEditor, { start, end }: vscode.Range): void {
  const selection = new vscode.Selection(start, end);
  if (editor.selection.isEqual(selection)) return;
  editor.selection = selection;
  editor.revealRange(selection, vscode.TextEditorRevealType.InCenterIfOutsideViewport);
}
