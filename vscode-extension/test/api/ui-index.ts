/**
 * No tests: does for those that look at the windows of VS Code what the API can do better than keys, and waits until the
 * extension is idle. They ask by HTTP: `POST /idle` or `POST /open`, with the file as text.
 */

import * as vscode from "vscode";
import { eventually, idle, repeat } from "./harness.js";
import { closeAll, isActive } from "./tools.js";

const todo: Record<string, (text: string) => Promise<void>> = { idle, open };

/** Answers until the window is closed. */
export async function run(): Promise<void> {
  const { createServer } = process.getBuiltinModule("node:http");
  const server = createServer(async (request, response) => {
    try {
      let text = "";
      for await (const it of request) text += it;
      await todo[request.url?.slice(1) ?? ""]?.(text);
      response.end();
    } catch (error) {
      response.writeHead(500).end(String(error));
    }
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("no port");
  console.log(`[test] port ${address.port}`);
  await new Promise(() => {});
}

/** Shows a file and nothing else, as in a new window. */
async function open(path: string): Promise<void> {
  for (const it of ["closePanel", "closeSidebar"])
    await vscode.commands.executeCommand(`workbench.action.${it}`);
  await vscode.commands.executeCommand("notifications.clearAll");
  const [folder] = vscode.workspace.workspaceFolders ?? [];
  if (folder === undefined) throw new Error("no folder is open");
  const uri = vscode.Uri.joinPath(folder.uri, path);
  // A new window may open something itself in the meantime, such as the settings.
  await repeat(
    async () => {
      await closeAll();
      await vscode.commands
        .executeCommand("vscode.open", uri, { preview: false })
        .then(undefined, () => undefined);
    },
    () => vscode.window.tabGroups.all.flatMap((it) => it.tabs).length === 1 && isShown(uri),
    "the file alone",
  );
  await isActive(uri);
  await vscode.commands.executeCommand("workbench.action.focusActiveEditorGroup");
  await eventually(() => vscode.languages.getDiagnostics(uri).length > 0, "the problems");
  await idle();
}

const isShown = (uri: vscode.Uri): boolean =>
  String(vscode.window.activeTextEditor?.document.uri) === String(uri);
