/**
 * When the disk is examined again although there was no event. Watchers lose some events: one for a whole workspace can
 * miss everything that happens in a folder that was created inside a new folder, as `mkdir -p` does.
 */

import * as vscode from "vscode";
import { during } from "./pending.js";

/** Runs with the visible document when the user opens it, returns to the window, or saves it. */
export function onMoments(run: (uri: vscode.Uri) => Promise<void>): vscode.Disposable {
  const look = (uri: vscode.Uri): void => void during(`a look around ${uri}`, run(uri));
  const inView = (): void => {
    const document = vscode.window.activeTextEditor?.document;
    if (document !== undefined) look(document.uri);
  };
  return vscode.Disposable.from(
    vscode.window.onDidChangeActiveTextEditor(inView),
    vscode.window.onDidChangeWindowState(({ focused }) => {
      if (focused) inView();
    }),
    vscode.workspace.onDidSaveTextDocument(({ uri }) => look(uri)),
  );
}
