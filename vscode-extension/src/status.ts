/**
 * One line in the language status of the active editor: what the file is checked as, and how much was found.
 */

import { formats } from "agent-response";
import * as vscode from "vscode";
import type { Checked, Checks } from "./checks.js";
import { plural } from "./workspace.js";

export function registerStatus(checks: Checks): vscode.Disposable {
  let item: vscode.LanguageStatusItem | undefined;

  function update(): void {
    const document = vscode.window.activeTextEditor?.document;
    const checked = document && checks.of(document);
    if (document === undefined || checked === undefined) {
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
    checks.onDidCheck((uri) => {
      if (uri.toString() === vscode.window.activeTextEditor?.document.uri.toString()) update();
    }),
  );
}

type Description = Pick<vscode.LanguageStatusItem, "name" | "text" | "severity" | "command"> & {
  detail: string;
};

function describe({ report, entries }: Checked): Description {
  const name = "Agent Response";
  const command = { title: "Show Output", command: "agentResponse.showOutput" };
  if (report === undefined) {
    const severity = vscode.LanguageStatusSeverity.Warning;
    return {
      name,
      command,
      severity,
      text: "not checked",
      detail: "larger than `agentResponse.maxFileSize`",
    };
  }
  const format = formats().find((it) => it.id === report.format.id);
  const text = format === undefined ? "unknown format" : `${format.title} ${format.version}`;
  const severity = report.valid
    ? vscode.LanguageStatusSeverity.Information
    : vscode.LanguageStatusSeverity.Error;
  return { name, command, severity, text, detail: plural(entries.length, "problem") };
}
