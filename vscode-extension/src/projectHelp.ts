/**
 * Names of rules and their severities where they are configured: completion in `agent-response.toml`, and the name that
 * was meant, as a quick fix, there and in the settings. (VS Code completes them in the settings from package.json.)
 */

import { formats, rules } from "agent-response";
import * as vscode from "vscode";
import { toRange } from "./adapt.js";
import { PROJECT_FILE } from "./projects.js";
import type { Reader } from "./reader.js";

const PROJECT = { pattern: `**/${PROJECT_FILE}` };
const SETTINGS = [{ pattern: "**/settings.json" }, { pattern: "**/*.code-workspace" }];
const SEVERITIES = ["off", "error", "warning", "info", "hint"];

/** The words of each key, outside of `[rules]`. */
const VALUES: Record<string, () => readonly string[]> = {
  profile: () => ["default", "strict", "upstream"],
  payloads: () => ["on", "off"],
  format: () => ["auto", ...formats().map((it) => it.id)],
};

export function registerProjectHelp({ read }: Reader): vscode.Disposable {
  const kinds = { providedCodeActionKinds: [vscode.CodeActionKind.QuickFix] };
  return vscode.Disposable.from(
    vscode.languages.registerCompletionItemProvider(PROJECT, { provideCompletionItems: complete }, '"'),
    vscode.languages.registerCodeActionsProvider(PROJECT, { provideCodeActions: fixProject }, kinds),
    vscode.languages.registerCodeActionsProvider(SETTINGS, { provideCodeActions: fixSettings }, kinds),
  );

  async function fixProject(
    document: vscode.TextDocument,
    range: vscode.Range,
    { diagnostics }: vscode.CodeActionContext,
  ): Promise<vscode.CodeAction[]> {
    const { findings } = await read(document.getText());
    return findings.flatMap(({ meant, range: at }) => {
      const place = toRange(at);
      if (meant === null || place.intersection(range) === undefined) return [];
      return [rename(document, place, meant, diagnostics)];
    });
  }

  /** VS Code itself says that a property is not allowed, by the schema of the setting. */
  async function fixSettings(
    document: vscode.TextDocument,
    _: vscode.Range,
    { diagnostics }: vscode.CodeActionContext,
  ): Promise<vscode.CodeAction[]> {
    const actions: vscode.CodeAction[] = [];
    for (const it of diagnostics) {
      const before = document.getText(new vscode.Range(new vscode.Position(0, 0), it.range.start));
      if (!/"agentResponse\.rules"\s*:\s*\{[^{}]*$/.test(before)) continue;
      const meant = await meantRule(document.getText(it.range));
      if (meant) actions.push(rename(document, it.range, meant, [it]));
    }
    return actions;
  }

  /** What the same word is taken for in a project file. */
  async function meantRule(word: string): Promise<string | null> {
    const name = word.replace(/^"|"$/g, "");
    if (!/^[\w -]+$/.test(name)) return null;
    const { findings } = await read(`[rules]\n"${name}" = "off"`);
    return findings[0]?.meant ?? null;
  }
}

function complete(document: vscode.TextDocument, position: vscode.Position): vscode.CompletionItem[] {
  const before = document.lineAt(position).text.slice(0, position.character);
  const table = tableAt(document, position.line);
  const assigned = /^\s*"?([\w.-]+)"?\s*=\s*("?)[\w-]*$/.exec(before);
  if (assigned) {
    const [, key = "", quote] = assigned;
    const words = table === "rules" || key.startsWith("rules.") ? SEVERITIES : (VALUES[key]?.() ?? []);
    return words.map((it) => {
      const item = new vscode.CompletionItem(it, vscode.CompletionItemKind.EnumMember);
      item.insertText = quote ? it : `"${it}"`;
      return item;
    });
  }
  if (!/^\s*"?[\w-]*$/.test(before)) return [];
  if (table === "rules") return ruleNames();
  if (table === "files") {
    const keys = ["glob", "format", "payload-schema"];
    return keys.map((it) => field(it, `${it} = "$0"`));
  }
  return [
    field("profile", `profile = "${choice(VALUES.profile?.())}"`),
    field("payloads", `payloads = "${choice(VALUES.payloads?.())}"`),
    field("[rules]", "[rules]\n$0"),
    field("[[files]]", '[[files]]\nglob = "$0"'),
  ];
}

/** The name of the table that a line is in; empty at the top of the file. */
function tableAt(document: vscode.TextDocument, line: number): string {
  for (let at = line; at >= 0; at--) {
    const heading = /^\s*\[\[?\s*"?([\w-]+)"?\s*\]/.exec(document.lineAt(at).text);
    if (heading) return heading[1] ?? "";
  }
  return "";
}

function ruleNames(): vscode.CompletionItem[] {
  return rules().map(({ code, severity, summary }) => {
    const item = field(code, `${code} = "${choice(SEVERITIES)}"`);
    item.detail = severity;
    item.documentation = summary;
    return item;
  });
}

/** As snippets have it. */
const choice = (words: readonly string[] = []): string => `\${1|${words.join(",")}|}`;

function field(label: string, snippet: string): vscode.CompletionItem {
  const item = new vscode.CompletionItem(label, vscode.CompletionItemKind.Property);
  item.insertText = new vscode.SnippetString(snippet);
  return item;
}

/** In quotes where the wrong word has them. */
function rename(
  document: vscode.TextDocument,
  range: vscode.Range,
  meant: string,
  diagnostics: readonly vscode.Diagnostic[],
): vscode.CodeAction {
  const title = vscode.l10n.t("Change to {0}", meant);
  const action = new vscode.CodeAction(title, vscode.CodeActionKind.QuickFix);
  const [quote = ""] = /^["']?/.exec(document.getText(range)) ?? [];
  action.edit = new vscode.WorkspaceEdit();
  action.edit.replace(document.uri, range, `${quote}${meant}${quote}`);
  action.diagnostics = diagnostics.filter((it) => it.range.isEqual(range));
  action.isPreferred = true;
  return action;
}
