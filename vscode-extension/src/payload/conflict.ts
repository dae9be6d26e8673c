/**
 * The file and the payload have both changed at the same place: nothing is written until the user has chosen.
 */

import * as vscode from "vscode";
import type { View } from "./view.js";

export type Choice = "document" | "file" | "later";

export async function choose({ document, address }: View, inFile: string): Promise<Choice> {
  const name = address.pointer.slice(address.pointer.lastIndexOf("/") + 1);
  const said = vscode.l10n.t(
    "Agent Response: {0} was changed in the file and in its own document at the same place. Which text do you want to keep?",
    name,
  );
  const [mine, theirs] = [vscode.l10n.t("Keep the Document"), vscode.l10n.t("Keep the File")];
  const compare = vscode.l10n.t("Compare");
  for (;;) {
    const chosen = await vscode.window.showWarningMessage(said, mine, theirs, compare);
    if (chosen === mine) return "document";
    if (chosen === theirs) return "file";
    if (chosen !== compare) return "later";
    const other = await vscode.workspace.openTextDocument({
      content: inFile,
      language: document.languageId,
    });
    const title = vscode.l10n.t("{0}: file and document", name);
    await vscode.commands.executeCommand("vscode.diff", other.uri, document.uri, title);
  }
}
