/**
 * What VS Code's own JSON support marks, in our words: its problem stays the only one, and the hover says what is wrong, with
 * a link to the rule. Our fixes are among the quick fixes of its problem. At an error, the hover also says what the program that
 * reads the file does with it.
 */

import type { Reading } from "agent-response/editor";
import * as vscode from "vscode";
import { entriesAt } from "./actions.js";
import { SOURCE } from "./adapt.js";
import type { Checks } from "./checks.js";
import { readingOf, sentence } from "./readings.js";
import { JSON_LANGUAGES } from "./records.js";

export function registerHovers(checks: Checks): vscode.Disposable {
  return vscode.languages.registerHoverProvider(JSON_LANGUAGES, {
    async provideHover(document, position, token) {
      const checked = await checks.settled(document, token);
      if (checked === undefined) return undefined;
      const here = new vscode.Range(position, position);
      const marked = vscode.languages
        .getDiagnostics(document.uri)
        .filter((it) => it.source !== SOURCE && it.range.contains(position));
      const entries = entriesAt(checked, here, marked).map((it) => it.entry);
      const hidden = entries.filter((it) => it.shown === undefined).map((it) => card(it.finding));
      const reading = entries.some((it) => it.finding.severity === "error") ? readingOf(checked) : undefined;
      const words = reading === undefined ? [] : [said(reading)];
      const cards = [...hidden, ...words];
      return cards.length === 0 ? undefined : new vscode.Hover(cards);
    },
  });
}

/** A sentence of its own begins with a capital letter. */
function said(reading: Reading): vscode.MarkdownString {
  const text = sentence(reading).replace(/^./, (it) => it.toUpperCase());
  return new vscode.MarkdownString().appendText(text);
}

function card({ code, message }: { code: string; message: string }): vscode.MarkdownString {
  const rule = `command:agentResponse.showRule?${encodeURIComponent(JSON.stringify([code]))}`;
  const out = new vscode.MarkdownString().appendText(message).appendMarkdown(` [${code}](${rule})`);
  out.isTrusted = { enabledCommands: ["agentResponse.showRule"] };
  return out;
}
