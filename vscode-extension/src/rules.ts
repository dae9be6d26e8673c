/**
 * The pages of the rules, shown inside VS Code as a rendered preview.
 */

import { rules } from "agent-response";
import * as vscode from "vscode";
import { RULE_SCHEME, rulePage } from "./adapt.js";

type Pages = Record<string, { page: string }>;

export function registerRules(extension: vscode.Uri): vscode.Disposable {
  let pages: Promise<Pages> | undefined;
  const provider: vscode.TextDocumentContentProvider = {
    async provideTextDocumentContent(uri) {
      pages ??= readPages(extension);
      const code = uri.path.replace(/^\/|\.md$/g, "");
      return (await pages)[code]?.page ?? `# ${code}\n\nThere is no rule of this name.\n`;
    },
  };
  return vscode.Disposable.from(
    vscode.workspace.registerTextDocumentContentProvider(RULE_SCHEME, provider),
    vscode.commands.registerCommand("agentResponse.showRule", showRule),
  );
}

async function readPages(extension: vscode.Uri): Promise<Pages> {
  const bytes = await vscode.workspace.fs.readFile(vscode.Uri.joinPath(extension, "dist", "rules.json"));
  return JSON.parse(new TextDecoder().decode(bytes));
}

async function showRule(code?: unknown): Promise<void> {
  const wanted = typeof code === "string" ? code : await pickRule();
  if (wanted === undefined) return;
  await vscode.commands.executeCommand("vscode.open", rulePage(wanted));
}

async function pickRule(): Promise<string | undefined> {
  const items = rules().map((it) => ({ label: it.code, description: it.severity, detail: it.summary }));
  const picked = await vscode.window.showQuickPick(items, { title: "Rules", matchOnDetail: true });
  return picked?.label;
}
