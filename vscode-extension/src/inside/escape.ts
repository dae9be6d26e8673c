/** How an escape is written at each level of encoding, for the hover. */

import { document, toFile, toInner } from "agent-response/editor";
import * as vscode from "vscode";
import { escapeAt, type Written } from "../../../common/levels.js";
import { visible } from "../../../common/visible.js";
import { type Asked, fileOffset } from "./where.js";

export interface Escape {
  words: vscode.MarkdownString;
  range: vscode.Range;
}

/** The escape at a position; undefined also if it is one only outside of the document that is shown. */
export function escapeIn(asked: Asked, position: vscode.Position): Escape | undefined {
  const { own: options } = asked;
  const found = escapeAt(asked.text, fileOffset(asked, position), {
    toInner: (text, at) => toInner(text, at, options),
    toFile: (text, pointer, from, to) => toFile(text, pointer, from, to, options),
    document: (text, pointer) => document(text, pointer, options),
  });
  if (found === null) return undefined;
  const { place, levels } = found;
  const idx = levels.findIndex((it) => it.pointer === (asked.options.inside ?? ""));
  const [own, next] = [levels[idx], levels[idx + 1]];
  if (own === undefined || next === undefined || own.text === next.text) return undefined;
  const words = new vscode.MarkdownString(levels.map(said).join(" · "));
  return { words, range: asked.range({ ...place, from: own.from, to: own.to }) };
}

const said = ({ level, text, word }: Written): string => `${level} ${word ?? code(visible(text))}`;

/** As code, which contains no mark-up; a backtick in it needs longer ones around it. */
const code = (text: string): string => (text.includes("`") ? `\`\` ${text} \`\`` : `\`${text}\``);
