/**
 * The findings inside the string, underlined in the view of the decoded text too. They are drawn and no problems: those
 * are listed once, at their place in the file.
 */

import * as vscode from "vscode";
import { toRange } from "./adapt.js";
import type { Entry } from "./checked.js";
import type { Checks } from "./checks.js";
import { SCHEME } from "./decoded.js";

const COLORS = { error: "editorError", warning: "editorWarning", info: "editorInfo" };

type Shown = keyof typeof COLORS;

export function registerMarks(checks: Checks): vscode.Disposable {
  const kinds = Object.entries(COLORS).map(([severity, color]) => ({
    severity: severity as Shown,
    type: vscode.window.createTextEditorDecorationType({
      textDecoration: `underline wavy var(--vscode-${color}-foreground)`,
      overviewRulerColor: new vscode.ThemeColor(`${color}.foreground`),
      overviewRulerLane: vscode.OverviewRulerLane.Right,
    }),
  }));

  function draw(editor: vscode.TextEditor): void {
    if (editor.document.uri.scheme !== SCHEME) return;
    const file = vscode.workspace.textDocuments.find((it) => it.uri.toString() === editor.document.uri.query);
    const entries = (file && checks.of(file)?.entries) ?? [];
    for (const { severity, type } of kinds) {
      editor.setDecorations(type, entries.filter((it) => it.finding.severity === severity).flatMap(toMark));
    }
  }

  const drawAll = (): void => vscode.window.visibleTextEditors.forEach(draw);
  drawAll();
  return vscode.Disposable.from(
    ...kinds.map((it) => it.type),
    checks.onDidCheck(drawAll),
    vscode.window.onDidChangeVisibleTextEditors(drawAll),
    // The view takes a change after the file was checked.
    vscode.workspace.onDidChangeTextDocument(({ document }) => {
      if (document.uri.scheme === SCHEME) drawAll();
    }),
  );
}

function toMark({ finding }: Entry): vscode.DecorationOptions[] {
  const [place] = finding.inner;
  if (place === undefined) return [];
  const hoverMessage = new vscode.MarkdownString().appendText(`${finding.message} (${finding.code})`);
  return [{ range: toRange(place.range), hoverMessage }];
}
