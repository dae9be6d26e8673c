/**
 * What VS Code's own JSON support marks, in our words: its problem stays the only one, and the hover says what is wrong, with
 * a link to the rule. Our fixes are among the quick fixes of its problem.
 */

import * as vscode from "vscode";
import { entriesAt } from "./actions.js";
import { SOURCE } from "./adapt.js";
import type { Checks } from "./checks.js";

export function registerHovers(checks: Checks): vscode.Disposable {
  return vscode.languages.registerHoverProvider(["json", "jsonc"], {
    async provideHover(document, position, token) {
      const checked = await checks.settled(document, token);
      if (checked === undefined) return undefined;
      const here = new vscode.Range(position, position);
      const marked = vscode.languages
        .getDiagnostics(document.uri)
        .filter((it) => it.source !== SOURCE && it.range.contains(position));
      const hidden = entriesAt(checked, here, marked).filter(({ entry }) => entry.shown === undefined);
      return hidden.length === 0
        ? undefined
        : new vscode.Hover(hidden.map(({ entry }) => card(entry.finding)));
    },
  });
}

function card({ code, message }: { code: string; message: string }): vscode.MarkdownString {
  const rule = `command:agentResponse.showRule?${encodeURIComponent(JSON.stringify([code]))}`;
  const out = new vscode.MarkdownString().appendText(message).appendMarkdown(` [${code}](${rule})`);
  out.isTrusted = { enabledCommands: ["agentResponse.showRule"] };
  return out;
}
