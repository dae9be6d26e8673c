/**
 * What VS Code's own JSON support marks, in our words: its problem stays the only one, and the hover says what is wrong, with
 * links to the rule and for each fix. Our fixes are among the quick fixes of its problem, too. At an error, the hover also says
 * what the program that reads the file does with it.
 */

import type { Diagnostic as Finding, Reading } from "agent-response/editor";
import * as vscode from "vscode";
import { entriesAt } from "./actions.js";
import { SOURCE, titleOf, toWorkspaceEdit } from "./adapt.js";
import type { Checks } from "./checks.js";
import { readingOf, sentence } from "./readings.js";
import { JSON_LANGUAGES } from "./records.js";
import { say } from "./say.js";
import { changedMeanwhile } from "./wrapping.js";

export function registerHovers(checks: Checks): vscode.Disposable {
  const provider: vscode.HoverProvider = {
    async provideHover(document, position, token) {
      const checked = await checks.settled(document, token);
      if (checked === undefined) return undefined;
      const here = new vscode.Range(position, position);
      const marked = vscode.languages
        .getDiagnostics(document.uri)
        .filter((it) => it.source !== SOURCE && it.range.contains(position));
      const entries = entriesAt(checked, here, marked).map((it) => it.entry);
      const hidden = entries
        .filter((it) => it.shown === undefined)
        .map((it) => card(it.finding, document.uri));
      const reading = entries.some((it) => it.finding.severity === "error") ? readingOf(checked) : undefined;
      const words = reading === undefined ? [] : [said(reading)];
      const cards = [...hidden, ...words];
      return cards.length === 0 ? undefined : new vscode.Hover(cards);
    },
  };
  return vscode.Disposable.from(
    vscode.languages.registerHoverProvider(JSON_LANGUAGES, provider),
    vscode.commands.registerCommand("agentResponse.applyFix", (...it: Chosen) => applyFix(checks, it)),
  );
}

/** The fix of a link: the file, the rule, the place of the finding, and the title. */
type Chosen = [uri: string, code: string, from: number, title: string];

async function applyFix(checks: Checks, [uri, code, from, title]: Chosen): Promise<void> {
  const document = vscode.workspace.textDocuments.find((it) => it.uri.toString() === uri);
  const checked = document && (await checks.settled(document));
  const found = checked?.entries.find(({ finding }) => finding.code === code && finding.from === from);
  const fix = found?.finding.fixes.find((it) => it.title === title);
  if (document === undefined || fix === undefined) say(changedMeanwhile());
  else await vscode.workspace.applyEdit(toWorkspaceEdit(fix, document.uri));
}

/** A sentence of its own begins with a capital letter. */
function said(reading: Reading): vscode.MarkdownString {
  const text = sentence(reading).replace(/^./, (it) => it.toUpperCase());
  return new vscode.MarkdownString().appendText(text);
}

function card({ code, message, from, fixes }: Finding, uri: vscode.Uri): vscode.MarkdownString {
  const out = new vscode.MarkdownString()
    .appendText(message)
    .appendMarkdown(` ${link(code, "showRule", [code])}`);
  for (const it of fixes) {
    const chosen: Chosen = [uri.toString(), code, from, it.title];
    out.appendMarkdown(`\n\n${link(text(titleOf(it)), "applyFix", chosen)}`);
  }
  out.isTrusted = { enabledCommands: ["agentResponse.showRule", "agentResponse.applyFix"] };
  return out;
}

/** A text as Markdown. */
const text = (it: string): string => new vscode.MarkdownString().appendText(it).value;

function link(words: string, command: string, given: unknown[]): string {
  return `[${words}](command:agentResponse.${command}?${encodeURIComponent(JSON.stringify(given))})`;
}
