/**
 * The setting `agentResponse.payloadSchemas`: what is wrong with a schema that it names is said once, since we publish
 * no findings in the settings.
 */

import * as vscode from "vscode";
import type { Schemas } from "./schemas.js";
import { namedSchemas } from "./settings.js";

const NAME = "payloadSchemas";

export function registerSchemaSetting(schemas: Schemas): vscode.Disposable {
  const said = new Set<string>();

  async function changed(file: vscode.Uri): Promise<void> {
    const key = file.toString();
    const named = all().find((it) => it.schema.file.toString() === key);
    const fault = named && (await schemas.fault(named.schema));
    if (fault === undefined) said.delete(key);
    if (named === undefined || fault === undefined || said.has(key)) return;
    said.add(key);
    const open = vscode.l10n.t("Open Settings");
    const message = vscode.l10n.t(
      "Agent Response: {0}, which the setting agentResponse.payloadSchemas names, {1}",
      named.path,
      fault,
    );
    if ((await vscode.window.showWarningMessage(message, open)) === open)
      await vscode.commands.executeCommand("workbench.action.openSettings", `agentResponse.${NAME}`);
  }

  /** In all open folders. */
  function all(): ReturnType<typeof namedSchemas> {
    const places = [...(vscode.workspace.workspaceFolders ?? []).map((it) => it.uri), undefined];
    return places.flatMap((folder) => {
      const value = vscode.workspace.getConfiguration("agentResponse", folder).get(NAME);
      return namedSchemas(value, folder ?? vscode.Uri.file("/"));
    });
  }

  return schemas.onDidChange((file) => void changed(file));
}
