/** Places in texts that are not open as documents, and whose lines end with LF. */

import * as vscode from "vscode";
import type { Projection } from "./projection.js";

/** In a text whose lines end with LF. */
export function offsetOf(text: string, { line, character }: vscode.Position): number {
  let at = 0;
  for (let n = 0; n < line; n++) at = text.indexOf("\n", at) + 1;
  return at + character;
}

/** Where offsets are, for many of them in one text. */
export function positionsIn(text: string): (offset: number) => vscode.Position {
  const starts = [0];
  for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) starts.push(at + 1);
  return (offset) => {
    let [low, high] = [0, starts.length - 1];
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((starts[middle] ?? 0) <= offset) low = middle;
      else high = middle - 1;
    }
    return new vscode.Position(low, offset - (starts[low] ?? 0));
  };
}

/** Where a place of the real text is shown. */
export function shownRange(
  { shownOffset }: Projection,
  position: (offset: number) => vscode.Position,
  { from, to }: { from: number; to: number },
): vscode.Range {
  const start = shownOffset(from);
  return new vscode.Range(position(start), position(Math.max(start, shownOffset(to, true))));
}

export function positionOf(text: string, offset: number): vscode.Position {
  const before = text.slice(0, offset);
  const line = before.split("\n").length - 1;
  return new vscode.Position(line, offset - before.lastIndexOf("\n") - 1);
}
