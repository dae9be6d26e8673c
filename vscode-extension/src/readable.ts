/**
 * A file as people compare it: each payload decoded and formatted, in place of its string, whose line would be longer than
 * any window.
 */

import { documents, type ValidateOptions } from "agent-response/editor";
import { l10n } from "vscode";
import { laidOut, withBreaks } from "../../common/tokens.js";
import { isNamedForRecords } from "./records.js";

export interface Readable {
  text: string;
  /** the decoded payloads, as they are */
  payloads: string[];
}

export function readable(text: string, options: ValidateOptions): Readable {
  // Records are compared as they are: each is on one line.
  const all = isNamedForRecords(options.fileName) ? [] : documents(text, options);
  const inside = all.filter(
    ({ depth, parent, language }) => depth === 1 && parent === "" && language === "json",
  );
  let [outer, at] = ["", 0];
  for (const [idx, { from, to }] of inside.entries()) {
    outer += `${text.slice(at, from)}${MARK}${idx}`;
    at = to;
  }
  outer += text.slice(at);
  // What is not on one line is as its author wants it.
  const lines = (/[\n\r]/.test(outer.trim()) ? outer : laidOut(outer)).split("\n");
  return {
    text: lines
      .map((line) => line.replace(STAND_IN, (all, idx) => shown(inside[Number(idx)]?.text, line) ?? all))
      .join("\n"),
    payloads: inside.map((it) => it.text),
  };
}

/** Stands in for a payload; a file may contain it only as an escape. */
const MARK = "\u0000";
const STAND_IN = new RegExp(`"${MARK}(\\d+)"`, "g");

/** The comment keeps a string apart from the object that it contains. */
function shown(payload: string | undefined, line: string): string | undefined {
  if (payload === undefined) return undefined;
  const indent = /^[ \t]*/.exec(line)?.[0] ?? "";
  const words = l10n.t("a string, decoded");
  // Each line break of a string is also shown as one.
  const ofValue = (string: string): string => withBreaks(string, (it) => `${it}\n`);
  return [`// ${words}`, ...laidOut(payload.trim(), { ofValue }).split("\n")].join(`\n${indent}`);
}
