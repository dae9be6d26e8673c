/**
 * Complete: inserts what no file says, when the agent finished and how long it ran, with all else that is missing.
 */

import type { Diagnostic as Finding } from "agent-response/editor";
import * as vscode from "vscode";
import type { EntryAt } from "./actions.js";
import type { Checked } from "./checked.js";
import { fixEdit } from "./fixes.js";
import type { Folders } from "./folders.js";
import type { Change } from "./replace.js";

const COMMAND = "agentResponse.complete";

/** Which of the two fields are missing according to a finding, and stay so after all safe fixes. */
export function lacks({ code, message, fixes }: Finding): { time: boolean; duration: boolean } {
  const isLeft = code === "missing-field" && !fixes.some((it) => it.safety === "safe" && !it.partial);
  return {
    time: isLeft && message.includes("`created_at`"),
    duration: isLeft && message.includes("`duration_seconds`"),
  };
}

/** Offered where one of them is missing. */
export function completeAction(at: readonly EntryAt[]): vscode.CodeAction[] {
  const found = at.find(({ entry: { finding } }) => Object.values(lacks(finding)).includes(true));
  if (found === undefined) return [];
  const title = vscode.l10n.t("Complete with the time of the file and a duration…");
  const action = new vscode.CodeAction(title, vscode.CodeActionKind.QuickFix);
  action.diagnostics = found.diagnostics;
  action.command = { command: COMMAND, title };
  return [action];
}

/** What makes the change for the text as it is by then; undefined if the user does not go on, a text if nothing is missing. */
export async function completion(
  checked: Checked,
  folders: Folders,
): Promise<(() => Change | undefined) | string | undefined> {
  const missing = checked.entries.map(({ finding }) => lacks(finding));
  const duration = missing.some((it) => it.duration);
  if (!duration && !missing.some((it) => it.time))
    return vscode.l10n.t("neither time nor duration is missing");
  const given = duration ? await secondsFromUser() : "";
  if (given === undefined) return undefined;
  const known = {
    createdAt: await writtenAt(checked.document),
    durationSeconds: given === "" ? undefined : Number(given),
    only: ["missing-field"] as const,
  };
  return () => fixEdit(checked, folders, known);
}

/** A number, or nothing if the user does not know it. */
const secondsFromUser = (): Thenable<string | undefined> =>
  vscode.window.showInputBox({
    title: vscode.l10n.t("How long did the agent run, in seconds?"),
    placeHolder: vscode.l10n.t("42.5; nothing if you do not know"),
    ignoreFocusOut: true,
    validateInput: (it) =>
      it.trim() === "" || (Number(it) >= 0 && Number.isFinite(Number(it)))
        ? undefined
        : vscode.l10n.t("expected a number of seconds, such as 42.5"),
  });

/** When the file was written; for what is not saved, now. */
export async function writtenAt({ uri, isDirty, isUntitled }: vscode.TextDocument): Promise<string> {
  const now = Date.now();
  if (isDirty || isUntitled) return new Date(now).toISOString();
  const time = await vscode.workspace.fs.stat(uri).then(
    (it) => it.mtime,
    () => now,
  );
  return new Date(time === 0 ? now : time).toISOString();
}
