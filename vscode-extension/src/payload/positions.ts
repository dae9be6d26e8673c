/** Places in texts that are not open as documents. */

import * as vscode from "vscode";

/** In a text whose lines end with LF. */
export function offsetOf(text: string, { line, character }: vscode.Position): number {
  let at = 0;
  for (let n = 0; n < line; n++) at = text.indexOf("\n", at) + 1;
  return at + character;
}

export function positionOf(text: string, offset: number): vscode.Position {
  const before = text.slice(0, offset);
  const line = before.split("\n").length - 1;
  return new vscode.Position(line, offset - before.lastIndexOf("\n") - 1);
}
