/**
 * A response file that contains the answer of a model: prose, fences or a bare payload. A response is made of it, with the
 * request in the same folder, and a ledger says what becomes of the text.
 */

import { type AppliedFix, recover, type WrapOptions } from "agent-response/editor";
import * as vscode from "vscode";
import { isModelAnswer } from "../../common/answer.js";
import type { EntryAt } from "./actions.js";
import type { Checked } from "./checked.js";
import { writtenAt } from "./complete.js";
import type { Folders } from "./folders.js";
import { pairedRequest } from "./names.js";
import { nameOf } from "./where.js";

export interface Response {
  text: string;
  /** what was done, and what the result lacks, in sentences */
  ledger: string[];
}

/** Whether a response file is no envelope, but may become the content of one. Files of other programs have no entries. */
export const isAnswer = ({ document, report, entries }: Checked): boolean =>
  entries.length > 0 &&
  report?.format.id === "agent-response" &&
  isModelAnswer(document.getText(), report, recover);

/** Offered first, anywhere in such a file: the words in front of the JSON need no finding of their own. */
export function answerAction(checked: Checked, at: readonly EntryAt[]): vscode.CodeAction[] {
  if (!isAnswer(checked)) return [];
  const title = vscode.l10n.t("Make a response of it…");
  const action = new vscode.CodeAction(title, vscode.CodeActionKind.QuickFix);
  action.diagnostics = at.flatMap((it) => it.diagnostics);
  // VS Code shows preferred ones first, and this one only opens a comparison.
  action.isPreferred = true;
  action.command = { command: "agentResponse.previewResponse", title };
  return [action];
}

/** The response, or why there is none. */
export async function responseOf(
  document: vscode.TextDocument,
  folders: Pick<Folders, "read">,
): Promise<Response | string> {
  const siblings = (await folders.read(document.uri)) ?? {};
  const name = pairedRequest(nameOf(document.uri), siblings);
  const options: WrapOptions = { createdAt: await writtenAt(document), repair: true };
  if (name !== undefined) options.request = siblings[name];
  try {
    const { text, reason, applied } = recover(document.getText(), options);
    const lacks = reason === null ? [] : [vscode.l10n.t("The content {0}, so it is a text", reason)];
    return { text, ledger: [...applied.map(line), ...lacks, fromRequest(name)] };
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/** What a repair of content does that wrapping alone does not, in sentences; none if the content is no JSON afterwards. */
export function repairsOf(content: string): string[] {
  const [kept, repaired] = [false, true].map((repair) => {
    try {
      return recover(content, { repair });
    } catch {
      return undefined; // the content is refused
    }
  });
  if (repaired?.payload !== "json" || (kept?.payload === "json" && kept.report.valid)) return [];
  const changes = repaired.applied.filter((it) => it.code !== "missing-envelope");
  return changes.length > (kept?.applied.length ?? 0) ? changes.map(line) : [];
}

const line = ({ title, range }: AppliedFix): string =>
  vscode.l10n.t("Line {0}: {1}", range.start.line + 1, title);

const fromRequest = (name: string | undefined): string =>
  name === undefined
    ? vscode.l10n.t("No request is in this folder, so the id matches none")
    : vscode.l10n.t("The id is that of {0}", name);
