/**
 * Help where rules and their severities are configured: what keys of `agent-response.toml` mean, completion there, and
 * quick fixes to the name that was meant, there and in the settings. (VS Code completes rules in the settings from
 * package.json.)
 */

import { rules } from "agent-response/editor";
import * as vscode from "vscode";
import { toRange } from "./adapt.js";
import { PROJECT_FILE } from "./projects.js";
import type { ProjectKey, Reader } from "./reader.js";

const PROJECT = { pattern: `**/${PROJECT_FILE}` };
const SETTINGS = [{ pattern: "**/settings.json" }, { pattern: "**/*.code-workspace" }];

export function registerProjectHelp({ read, keys, hover }: Reader): vscode.Disposable {
  const kinds = { providedCodeActionKinds: [vscode.CodeActionKind.QuickFix] };
  const completion = {
    provideCompletionItems: async (document: vscode.TextDocument, position: vscode.Position) =>
      complete(await keys(), document, position),
  };
  return vscode.Disposable.from(
    vscode.languages.registerHoverProvider(PROJECT, { provideHover }),
    vscode.languages.registerCompletionItemProvider(PROJECT, completion, '"'),
    vscode.languages.registerCodeActionsProvider(PROJECT, { provideCodeActions: fixProject }, kinds),
    vscode.languages.registerCodeActionsProvider(SETTINGS, { provideCodeActions: fixSettings }, kinds),
  );

  async function provideHover(
    document: vscode.TextDocument,
    position: vscode.Position,
  ): Promise<vscode.Hover | null> {
    const known = await hover(document.getText(), document.offsetAt(position));
    if (!known) return null;
    const card = new vscode.MarkdownString(known.markdown);
    if (known.rule !== null) {
      const target = `command:agentResponse.showRule?${encodeURIComponent(JSON.stringify([known.rule]))}`;
      card.appendMarkdown(`\n\n[${vscode.l10n.t("Show documentation of {0}", known.rule)}](${target})`);
      card.isTrusted = { enabledCommands: ["agentResponse.showRule"] };
    }
    return new vscode.Hover(card, toRange(known.range));
  }

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

  /** VS Code itself says that a property is not allowed, according to the schema of the setting. */
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

  /** The rule that the same word is taken for in a project file. */
  async function meantRule(word: string): Promise<string | null> {
    const name = word.replace(/^"|"$/g, "");
    if (!/^[\w -]+$/.test(name)) return null;
    const { findings } = await read(`[rules]\n"${name}" = "off"`);
    return findings[0]?.meant ?? null;
  }
}

function complete(
  keys: readonly ProjectKey[],
  document: vscode.TextDocument,
  position: vscode.Position,
): vscode.CompletionItem[] {
  const before = document.lineAt(position).text.slice(0, position.character);
  const table = tableAt(document, position.line);
  const assigned = /^\s*"?(?:(rules)\.)?"?([\w-]+)"?\s*=\s*("?)[\w-]*$/.exec(before);
  if (assigned) {
    const [, dotted, name, quote] = assigned;
    const key = keys.find((it) => it.table === (dotted ?? table) && (it.name === name || it.name === ""));
    return (key?.words ?? []).map((word) => {
      const item = new vscode.CompletionItem(word.name, vscode.CompletionItemKind.EnumMember);
      item.detail = word.about;
      item.insertText = quote ? word.name : `"${word.name}"`;
      return item;
    });
  }
  if (!/^\s*"?[\w-]*$/.test(before)) return [];
  const offered = keys.filter((it) => it.table === table);
  return offered.flatMap((it) =>
    it.name === "" ? rules().map((rule) => ofRule(rule, it)) : field(it, keys),
  );
}

/** The name of the table that a line is in; empty at the top of the file. */
function tableAt(document: vscode.TextDocument, line: number): string {
  for (let at = line; at >= 0; at--) {
    const heading = /^\s*\[\[?\s*"?([\w-]+)"?\s*\]/.exec(document.lineAt(at).text);
    if (heading) return heading[1] ?? "";
  }
  return "";
}

function ofRule(
  { code, severity, summary }: ReturnType<typeof rules>[number],
  key: ProjectKey,
): vscode.CompletionItem {
  const item = new vscode.CompletionItem(code, vscode.CompletionItemKind.Property);
  item.insertText = new vscode.SnippetString(assignment(code, key));
  item.detail = severity;
  item.documentation = summary;
  return item;
}

/** A key, or the header of its table with the first key in it. */
function field(key: ProjectKey, keys: readonly ProjectKey[]): vscode.CompletionItem {
  const [first] = keys.filter((it) => it.table === key.name && key.table === "");
  const isArray = first !== undefined && first.name !== "";
  const label = first === undefined ? key.name : isArray ? `[[${key.name}]]` : `[${key.name}]`;
  const item = new vscode.CompletionItem(label, vscode.CompletionItemKind.Property);
  const inside = isArray ? assignment(first.name, first) : "$0";
  item.insertText = new vscode.SnippetString(
    first === undefined ? assignment(label, key) : `${label}\n${inside}`,
  );
  item.detail = key.shape;
  item.documentation = key.about;
  return item;
}

/** A line of a snippet. */
function assignment(name: string, { words, isList }: ProjectKey): string {
  const value = `"${words.length > 0 ? `\${1|${words.map((it) => it.name).join(",")}|}` : "$0"}"`;
  return `${name} = ${isList ? `[${value}]` : value}`;
}

/** In quotes if the wrong word has them. */
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
