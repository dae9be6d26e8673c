/**
 * The language status of the active editor: the format that the file is checked as, the profile, and the number of
 * findings. It also sets the contexts that decide which commands are offered.
 */

import { type Diagnostic as Finding, formats, type Report } from "agent-response/editor";
import * as vscode from "vscode";
import { isAnswer } from "./answer.js";
import type { Checked } from "./checked.js";
import type { Checks } from "./checks.js";
import { addressOf } from "./payload/address.js";
import { innerDocuments, openDocument } from "./payload/file.js";
import { OTHER_WAY, otherWay } from "./payload/ways.js";
import { readingOf, sentence } from "./readings.js";
import { isOfRecords } from "./records.js";
import { tally, words } from "./summary.js";
import { hasCalls } from "./toolCalls.js";

/** In `when` clauses of package.json. */
const CONTEXTS = {
  isChecked: "agentResponse.isChecked",
  hasPayload: "agentResponse.hasPayload",
  isAnswer: "agentResponse.isAnswer",
};

export function registerStatus(checks: Checks): vscode.Disposable {
  let item: vscode.LanguageStatusItem | undefined;
  const contexts = new Map<string, unknown>();

  function setContext(name: string, value: boolean | string): void {
    if ((contexts.get(name) ?? false) === value) return;
    contexts.set(name, value);
    void vscode.commands.executeCommand("setContext", name, value);
  }

  function update(): void {
    const active = vscode.window.activeTextEditor?.document;
    const address = active && addressOf(active.uri);
    const document = address === undefined ? active : openDocument(address.file);
    // This is no reason to check: the active document may be waiting for a pause in typing.
    const checked = document && checks.last(document);
    const inside = checked?.report === undefined ? [] : innerDocuments(checked.document, address?.line);
    const within = inside.filter((it) => address === undefined || it.parent === address.pointer);
    setContext(CONTEXTS.isChecked, checked !== undefined);
    setContext(CONTEXTS.isAnswer, checked !== undefined && isAnswer(checked));
    // Of records, it depends on the line.
    const isOfLines = document !== undefined && isOfRecords(document) && checked?.report !== undefined;
    setContext(CONTEXTS.hasPayload, within.length > 0 || (isOfLines && address === undefined));
    setContext(OTHER_WAY, (active && document && address && otherWay(active.uri, document)) ?? false);
    if (address !== undefined || document === undefined || checked === undefined) {
      item?.dispose();
      item = undefined;
      return;
    }
    item ??= vscode.languages.createLanguageStatusItem("agentResponse", []);
    item.selector = { scheme: document.uri.scheme, language: document.languageId };
    Object.assign(item, describe(checked));
  }

  update();
  return vscode.Disposable.from(
    { dispose: () => item?.dispose() },
    vscode.window.onDidChangeActiveTextEditor(update),
    checks.onDidCheck(({ uri }) => {
      const active = vscode.window.activeTextEditor?.document.uri;
      if (active !== undefined && uri.toString() === fileOf(active).toString()) update();
    }),
  );
}

/** A payload that is open as a document is part of its file. */
const fileOf = (uri: vscode.Uri): vscode.Uri => addressOf(uri)?.file ?? uri;

type Description = Pick<vscode.LanguageStatusItem, "name" | "text" | "severity" | "command"> & {
  detail: string;
};

export function describe(checked: Checked): Description {
  const { report, entries, isTooLarge, settings } = checked;
  const name = "Agent Response";
  const output = { title: vscode.l10n.t("Show Output"), command: "agentResponse.showOutput" };
  const severity = vscode.LanguageStatusSeverity.Warning;
  const text = vscode.l10n.t("not checked");
  if (isTooLarge) {
    const command = openSetting("agentResponse.maxFileSize", vscode.l10n.t("Change the Limit"));
    return { name, command, severity, text, detail: vscode.l10n.t("larger than the limit in the settings") };
  }
  if (report === undefined) {
    return { name, command: output, severity, text, detail: vscode.l10n.t("the check failed") };
  }
  const found = words(tally(entries.map((it) => it.finding)));
  const { valid } = report;
  const isUnmatched = valid && entries.some(({ finding }) => hasNoRequest(finding));
  const format = formats().find((it) => it.id === report.format.id);
  const known = format === undefined ? vscode.l10n.t("unknown format") : titleOf(checked, report, format);
  const reading = readingOf(checked);
  const count = isUnmatched ? vscode.l10n.t("its id matches no request; {0}", found) : found;
  return {
    name,
    command: output,
    severity: severityOf(valid, isUnmatched || (reading?.outcome ?? "reads") !== "reads"),
    text: settings.profile === "default" ? known : `${known}, ${settings.profile}`,
    detail: reading === undefined ? count : `${count} · ${sentence(reading)}`,
  };
}

/** Of a format with calls of tools, the name: its title is that of one of its kinds. */
function titleOf(
  { document }: Checked,
  report: Report,
  { id, title, version }: ReturnType<typeof formats>[number],
): string {
  const named = `${hasCalls(report) ? id : title} ${version}`;
  return isOfRecords(document) ? vscode.l10n.t("{0}, a record in each line", named) : named;
}

/** The envelope has the id of a tool that did not know the request. */
export const hasNoRequest = ({ code, pointer }: Pick<Finding, "code" | "pointer">): boolean =>
  code === "made-by-tool" && pointer === "/request_id";

function severityOf(isValid: boolean, isOfNoUse: boolean): vscode.LanguageStatusSeverity {
  if (!isValid) return vscode.LanguageStatusSeverity.Error;
  return isOfNoUse ? vscode.LanguageStatusSeverity.Warning : vscode.LanguageStatusSeverity.Information;
}

export const openSetting = (setting: string, title: string): vscode.Command => ({
  title,
  command: "workbench.action.openSettings",
  arguments: [setting],
});
