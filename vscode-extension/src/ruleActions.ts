/**
 * What can be done about a rule at one of its findings: read its page, or turn it off in the project file or the settings.
 */

import * as vscode from "vscode";
import type { EntryAt } from "./actions.js";
import { toRange } from "./adapt.js";
import type { Projects } from "./projects.js";
import type { Reader } from "./reader.js";

const TURN_OFF = "agentResponse.turnOffRule";

/** More rules at one place would bury the fixes. */
const MOST_RULES = 2;

export function ruleActions(
  at: readonly EntryAt[],
  uri: vscode.Uri,
  projects: Pick<Projects, "known">,
): vscode.CodeAction[] {
  const byCode = new Map<string, EntryAt>();
  for (const it of at) if (!byCode.has(it.entry.finding.code)) byCode.set(it.entry.finding.code, it);
  const project = projects.known(uri)?.uri;
  return [...byCode].slice(0, MOST_RULES).flatMap(([code, { diagnostics }]) => {
    const command = (title: string, name: string, ...args: unknown[]): vscode.CodeAction => {
      const action = new vscode.CodeAction(title, vscode.CodeActionKind.QuickFix);
      action.command = { title, command: name, arguments: args };
      action.diagnostics = diagnostics;
      return action;
    };
    const actions = [
      command(vscode.l10n.t("Show documentation of {0}", code), "agentResponse.showRule", code),
      command(vscode.l10n.t("Turn off {0} in the settings", code), TURN_OFF, code, uri),
    ];
    if (project) {
      const title = vscode.l10n.t("Turn off {0} in agent-response.toml", code);
      actions.splice(1, 0, command(title, TURN_OFF, code, uri, project));
    }
    return actions;
  });
}

export const registerTurnOff = (reader: Reader): vscode.Disposable =>
  vscode.commands.registerCommand(TURN_OFF, async (code: string, uri: vscode.Uri, project?: vscode.Uri) => {
    if (project === undefined) await turnOffInSettings(code, uri);
    else await turnOffInProject(code, project, reader);
  });

/** In the settings of the workspace; without a workspace, in those of the user. */
async function turnOffInSettings(code: string, uri: vscode.Uri): Promise<void> {
  const configuration = vscode.workspace.getConfiguration("agentResponse", uri);
  const isOpen = vscode.workspace.workspaceFolders !== undefined;
  const values = configuration.inspect<Record<string, string>>("rules");
  const before = isOpen ? values?.workspaceValue : values?.globalValue;
  const target = isOpen ? vscode.ConfigurationTarget.Workspace : vscode.ConfigurationTarget.Global;
  await configuration.update("rules", { ...before, [code]: "off" }, target);
}

async function turnOffInProject(code: string, project: vscode.Uri, reader: Reader): Promise<void> {
  const document = await vscode.workspace.openTextDocument(project);
  const change = await reader.turnedOff(document.getText(), code);
  if (change === null) {
    const said = vscode.l10n.t("Agent Response: fix the syntax of agent-response.toml first");
    void vscode.window.showWarningMessage(said);
    return;
  }
  const wasDirty = document.isDirty;
  const edit = new vscode.WorkspaceEdit();
  edit.replace(project, toRange(change.range), change.text);
  // If the user has unsaved changes there, saving is left to them.
  if ((await vscode.workspace.applyEdit(edit)) && !wasDirty) await document.save();
}
