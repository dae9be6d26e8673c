/**
 * When the disk is examined again although there was no event. Watchers lose some events: one for a whole workspace can
 * miss everything that happens in a folder that was created inside a new folder, as `mkdir -p` does.
 */

import * as vscode from "vscode";

/** Runs with the visible document when the user opens it, returns to the window, or saves it. */
export function onMoments(run: (uri: vscode.Uri) => void): vscode.Disposable {
  const inView = (): void => {
    const document = vscode.window.activeTextEditor?.document;
    if (document !== undefined) run(document.uri);
  };
  return vscode.Disposable.from(
    vscode.window.onDidChangeActiveTextEditor(inView),
    vscode.window.onDidChangeWindowState(({ focused }) => {
      if (focused) inView();
    }),
    vscode.workspace.onDidSaveTextDocument(({ uri }) => run(uri)),
  );
}
