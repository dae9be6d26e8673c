/**
 * Complete: inserts what no file says, which request is answered, when the agent finished and how long it ran, with all else
 * that is missing.
 */

import type { FixOptions } from "agent-response/editor";
import * as vscode from "vscode";
import { type Asked, asked } from "../../common/asked.js";
import type { EntryAt } from "./actions.js";
import type { Checked } from "./checked.js";
import type { Folders } from "./folders.js";
import { pairedRequest } from "./names.js";
import { nameOf } from "./where.js";

const COMMAND = "agentResponse.complete";

/** Offered where one of them is missing; the title says what the user has to type, and what is taken without a question. */
export function completeAction(at: readonly EntryAt[], document: Saved): vscode.CodeAction[] {
  const found = at.find(({ entry: { finding } }) => asked(finding).length > 0);
  if (found === undefined) return [];
  const title = titleFor(asked(found.entry.finding), document);
  const action = new vscode.CodeAction(title, vscode.CodeActionKind.QuickFix);
  action.diagnostics = found.diagnostics;
  action.command = { command: COMMAND, title };
  return [action];
}

type Saved = Pick<vscode.TextDocument, "isDirty" | "isUntitled">;

/** Whether a document is as it was written to its file. */
const isSaved = ({ isDirty, isUntitled }: Saved): boolean => !isDirty && !isUntitled;

function titleFor(missing: readonly Asked[], document: Saved): string {
  const { l10n } = vscode;
  const [id, time, duration] = (["request_id", "created_at", "duration_seconds"] as const).map((it) =>
    missing.includes(it),
  );
  const now = isSaved(document) ? l10n.t("the time of the file") : l10n.t("the current time");
  if (!id && !duration) return l10n.t("Complete with {0}", now);
  if (!id)
    return time ? l10n.t("Complete with {0} and a duration…", now) : l10n.t("Complete with a duration…");
  if (!duration)
    return time
      ? l10n.t("Complete with the id of a request and {0}…", now)
      : l10n.t("Complete with the id of a request…");
  return time
    ? l10n.t("Complete with the id of a request, {0} and a duration…", now)
    : l10n.t("Complete with the id of a request and a duration…");
}

/** With what a file is completed; undefined if the user does not go on, a text if nothing is missing. */
export async function completion(
  { document, entries, settings }: Checked,
  folders: Pick<Folders, "read">,
): Promise<Partial<FixOptions> | string | undefined> {
  const missing = entries.flatMap(({ finding }) => asked(finding));
  if (missing.length === 0) return vscode.l10n.t("no id, time or duration is missing");
  const known: Partial<FixOptions> = { createdAt: await writtenAt(document), only: ["missing-field"] };
  if (missing.includes("request_id")) {
    // The request beside the file counts even if pairs are not compared: here it is wanted.
    const beside = settings.pairRequests ? undefined : await requestBeside(document, folders);
    const id = beside === undefined ? await idFromUser() : "";
    if (id === undefined) return undefined;
    const request = beside ?? (id === "" ? undefined : JSON.stringify({ request_id: id }));
    if (request !== undefined) known.request = request;
  }
  const seconds = missing.includes("duration_seconds") ? await secondsFromUser() : "";
  if (seconds === undefined) return undefined;
  if (seconds !== "") known.durationSeconds = Number(seconds);
  return known;
}

/** The text of the request in the folder of a file. */
async function requestBeside(
  { uri }: vscode.TextDocument,
  folders: Pick<Folders, "read">,
): Promise<string | undefined> {
  const siblings = (await folders.read(uri)) ?? {};
  const name = pairedRequest(nameOf(uri), siblings);
  return name === undefined ? undefined : siblings[name];
}

/** The id, or nothing if the user does not know it. */
const idFromUser = async (): Promise<string | undefined> =>
  (
    await vscode.window.showInputBox({
      title: vscode.l10n.t("What is the id of the request?"),
      placeHolder: vscode.l10n.t("its request_id; nothing if you do not know"),
      ignoreFocusOut: true,
      validateInput: doubtOf,
    })
  )?.trim();

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** What is odd about an id, which may be right all the same. */
const doubtOf = (it: string): vscode.InputBoxValidationMessage | undefined =>
  it.trim() === "" || UUID.test(it.trim())
    ? undefined
    : {
        message: vscode.l10n.t("not a UUID; copy the id from the request"),
        severity: vscode.InputBoxValidationSeverity.Warning,
      };

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
export async function writtenAt(document: vscode.TextDocument): Promise<string> {
  const now = Date.now();
  if (!isSaved(document)) return new Date(now).toISOString();
  const time = await vscode.workspace.fs.stat(document.uri).then(
    (it) => it.mtime,
    () => now,
  );
  return new Date(time === 0 ? now : time).toISOString();
}
