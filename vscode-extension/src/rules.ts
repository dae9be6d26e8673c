/**
 * The rule pages, shown inside VS Code as a rendered preview.
 */

import { rules } from "agent-response/editor";
import * as vscode from "vscode";
import { RULE_SCHEME, rulePage } from "./adapt.js";

type Pages = Record<string, { page: string }>;

export function registerRules(extension: vscode.Uri): vscode.Disposable {
  let pages: Promise<Pages> | undefined;
  const provider: vscode.TextDocumentContentProvider = {
    async provideTextDocumentContent(uri) {
      pages ??= readPages(extension);
      const code = uri.path.replace(/^\/|\.md$/g, "");
      const page = (await pages)[code]?.page;
      return page === undefined ? `# ${code}\n\nThere is no rule with this name.\n` : toShow(page, code);
    },
  };
  return vscode.Disposable.from(
    vscode.workspace.registerTextDocumentContentProvider(RULE_SCHEME, provider),
    vscode.commands.registerCommand("agentResponse.showRule", showRule),
  );
}

/** The page with what its preview omits: the severity of the rule and the words after the fences of examples. */
export function toShow(page: string, code: string): string {
  const rule = rules().find((it) => it.code === code);
  const captioned = page.replace(/^`{3,}\w+ (.+)$/gm, (fence, words: string) => {
    const caption = captionOf(words);
    return caption === undefined ? fence : `*${caption}*\n\n${fence}`;
  });
  return rule === undefined
    ? captioned
    : captioned.replace(/^# .*$/m, (title) => `${title}\n\n**${rule.severity}**: ${rule.summary}`);
}

function captionOf(words: string): string | undefined {
  const [, key = "", name] =
    /(?:^| )(sibling|file|request|fixed|suggested)(?:=(\S+))?(?: |$)/.exec(words) ?? [];
  if (key === "sibling") return `Beside it: \`${name}\``;
  if (key === "file") return `\`${name}\``;
  if (key === "request") return "The request";
  if (key === "fixed") return "After the fix";
  return key === "suggested" ? "After the suggested fix" : undefined;
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
