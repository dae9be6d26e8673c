/**
 * What Fix All would do, as a comparison with the file, in which payloads are decoded if they change; a button in the
 * comparison's title bar applies it, another one compares the file as it is written.
 */

import * as vscode from "vscode";
import type { Checked } from "./checked.js";
import type { Checks } from "./checks.js";
import { fileOf } from "./commands.js";
import { fixedText } from "./fixes.js";
import type { Folders } from "./folders.js";
import { readable } from "./readable.js";
import { say } from "./say.js";
import { nameOf } from "./where.js";
import { optionsOf } from "./which.js";

const SCHEME = "agent-response-fixed";

/** The two texts with decoded payloads, and the fixed one as it is written. */
type Side = "before" | "after" | "written";

export function registerPreview(checks: Checks, folders: Folders): vscode.Disposable {
  const changed = new vscode.EventEmitter<vscode.Uri>();
  const provider: vscode.TextDocumentContentProvider = {
    onDidChange: changed.event,
    async provideTextDocumentContent(uri) {
      const { file, side } = partsOf(uri);
      const document = await vscode.workspace.openTextDocument(file);
      const checked = checks.of(document) ?? checks.include(document);
      const fixed = side === "before" ? undefined : checked && fixedText(checked, folders);
      const text = fixed ?? document.getText();
      return side === "written" ? text : readable(text, optionsOf(document)).text;
    },
  };
  return vscode.Disposable.from(
    changed,
    vscode.workspace.registerTextDocumentContentProvider(SCHEME, provider),
    vscode.commands.registerCommand("agentResponse.previewFixes", () => preview(checks, folders)),
    vscode.commands.registerCommand("agentResponse.previewWritten", previewWritten),
    vscode.commands.registerCommand("agentResponse.applyPreview", apply),
    checks.onDidCheck(({ uri }) => {
      for (const it of vscode.workspace.textDocuments)
        if (it.uri.scheme === SCHEME && partsOf(it.uri).file.toString() === uri.toString())
          changed.fire(it.uri);
    }),
  );
}

/** The end of the path says which language it is: with comments in it, decoded text is no JSON. */
function uriOf(file: vscode.Uri, side: Side): vscode.Uri {
  const query = new URLSearchParams({ file: file.toString(), side }).toString();
  return vscode.Uri.from({ scheme: SCHEME, path: side === "written" ? file.path : `${file.path}l`, query });
}

function partsOf({ query }: vscode.Uri): { file: vscode.Uri; side: Side } {
  const parts = new URLSearchParams(query);
  const side = (["before", "after"] as const).find((it) => it === parts.get("side")) ?? "written";
  return { file: vscode.Uri.parse(parts.get("file") ?? "", true), side };
}

async function preview(checks: Checks, folders: Folders): Promise<void> {
  const active = vscode.window.activeTextEditor?.document;
  if (active === undefined) return say(vscode.l10n.t("open a file first"));
  const document = await fileOf(active);
  const checked = checks.of(document) ?? checks.include(document);
  if (checked === undefined) return say(vscode.l10n.t("this document cannot be checked"));
  const text = fixedText(checked, folders);
  if (text === undefined) return say(vscode.l10n.t("there are no safe fixes to apply"));
  if (!showsMore(checked, text)) return compare(document.uri, "written");
  await compare(document.uri, "after");
}

/** Whether a payload changes in such a way that it is seen in the decoded text. */
function showsMore({ document }: Checked, text: string): boolean {
  const [before, after] = [document.getText(), text].map((it) => readable(it, optionsOf(document)));
  const isOther = JSON.stringify(before?.payloads) !== JSON.stringify(after?.payloads);
  return isOther && before?.text !== after?.text;
}

async function compare(file: vscode.Uri, side: "after" | "written"): Promise<void> {
  const [original, title] =
    side === "after"
      ? [uriOf(file, "before"), vscode.l10n.t("{0}: with all safe fixes, payload decoded", nameOf(file))]
      : [file, vscode.l10n.t("{0}: with all safe fixes", nameOf(file))];
  await vscode.commands.executeCommand("vscode.diff", original, uriOf(file, side), title);
}

/** The file of the comparison that is active. */
function compared(): vscode.Uri | undefined {
  const input = vscode.window.tabGroups.activeTabGroup.activeTab?.input;
  if (!(input instanceof vscode.TabInputTextDiff) || input.modified.scheme !== SCHEME) return undefined;
  return partsOf(input.modified).file;
}

const close = (): Thenable<unknown> => vscode.commands.executeCommand("workbench.action.closeActiveEditor");

async function previewWritten(): Promise<void> {
  const file = compared();
  if (file === undefined) return;
  await close();
  await compare(file, "written");
}

/** Closes the comparison, and fixes the file. */
async function apply(): Promise<void> {
  const file = compared();
  if (file === undefined) return;
  await close();
  await vscode.window.showTextDocument(await vscode.workspace.openTextDocument(file));
  await vscode.commands.executeCommand("agentResponse.fixAll");
}
