/**
 * What Fix All would do, or what response an answer becomes, as a comparison with the file. Payloads that change are decoded
 * in it; a button in its title bar applies it, another one compares the file as it is written.
 */

import * as vscode from "vscode";
import { responseOf } from "./answer.js";
import type { Checked } from "./checked.js";
import type { Checks } from "./checks.js";
import { fileOf } from "./commands.js";
import { fixedText } from "./fixes.js";
import type { Folders } from "./folders.js";
import { readable } from "./readable.js";
import { replace } from "./replace.js";
import { say } from "./say.js";
import { nameOf } from "./where.js";
import { optionsOf } from "./which.js";
import { changedMeanwhile, everything } from "./wrapping.js";

const SCHEME = "agent-response-fixed";

/** The two texts with decoded payloads, and the new one as it is written. */
const SIDES = ["before", "after", "written"] as const;
const KINDS = ["fixes", "response"] as const;

interface Parts {
  file: vscode.Uri;
  kind: (typeof KINDS)[number];
  side: (typeof SIDES)[number];
}

export function registerPreview(checks: Checks, folders: Folders): vscode.Disposable {
  const changed = new vscode.EventEmitter<vscode.Uri>();

  async function textOf({ file, kind, side }: Parts): Promise<string> {
    const document = await vscode.workspace.openTextDocument(file);
    const checked = checks.of(document) ?? checks.include(document);
    const options = optionsOf(document);
    if (side === "before") return readable(document.getText(), options).text;
    const made = kind === "response" ? await responseOf(document, folders) : undefined;
    if (typeof made === "string") return made;
    const text = made?.text ?? (checked && fixedText(checked, folders)) ?? document.getText();
    if (side === "written") return text;
    const ledger = made?.ledger.map((it) => `// ${it}\n`) ?? [];
    return [...ledger, readable(text, options).text].join("");
  }

  return vscode.Disposable.from(
    changed,
    vscode.workspace.registerTextDocumentContentProvider(SCHEME, {
      onDidChange: changed.event,
      provideTextDocumentContent: (uri) => textOf(partsOf(uri)),
    }),
    vscode.commands.registerCommand("agentResponse.previewFixes", () => previewFixes(checks, folders)),
    vscode.commands.registerCommand("agentResponse.previewResponse", () => previewResponse(checks, folders)),
    vscode.commands.registerCommand("agentResponse.previewWritten", previewWritten),
    vscode.commands.registerCommand("agentResponse.applyPreview", () => apply(folders)),
    checks.onDidCheck(({ uri }) => {
      for (const it of vscode.workspace.textDocuments)
        if (it.uri.scheme === SCHEME && partsOf(it.uri).file.toString() === uri.toString())
          changed.fire(it.uri);
    }),
  );
}

/** The end of the path says which language it is: with comments in it, decoded text is no JSON. */
function uriOf({ file, kind, side }: Parts): vscode.Uri {
  const query = new URLSearchParams({ file: file.toString(), kind, side }).toString();
  return vscode.Uri.from({ scheme: SCHEME, path: side === "written" ? file.path : `${file.path}l`, query });
}

function partsOf({ query }: vscode.Uri): Parts {
  const parts = new URLSearchParams(query);
  const kind = KINDS.find((it) => it === parts.get("kind")) ?? "fixes";
  const side = SIDES.find((it) => it === parts.get("side")) ?? "written";
  return { file: vscode.Uri.parse(parts.get("file") ?? "", true), kind, side };
}

async function previewFixes(checks: Checks, folders: Folders): Promise<void> {
  const checked = await active(checks);
  if (checked === undefined) return;
  const file = checked.document.uri;
  const text = fixedText(checked, folders);
  if (text === undefined) return say(vscode.l10n.t("there are no safe fixes to apply"));
  await compare({ file, kind: "fixes", side: showsMore(checked, text) ? "after" : "written" });
}

async function previewResponse(checks: Checks, folders: Folders): Promise<void> {
  const checked = await active(checks);
  if (checked === undefined) return;
  const { document } = checked;
  const made = await responseOf(document, folders);
  if (typeof made === "string") return say(made);
  if (made.text === document.getText()) return say(vscode.l10n.t("this is already an envelope"));
  await compare({ file: document.uri, kind: "response", side: "after" });
}

/** The file of the active editor and its findings; undefined, and said, if there are none. */
async function active(checks: Checks): Promise<Checked | undefined> {
  const editor = vscode.window.activeTextEditor;
  const document = editor && (await fileOf(editor.document));
  const checked = document && (checks.of(document) ?? checks.include(document));
  if (document === undefined) say(vscode.l10n.t("open a file first"));
  else if (checked === undefined) say(vscode.l10n.t("this document cannot be checked"));
  return checked;
}

/** Whether a payload changes in such a way that it is seen in the decoded text. */
function showsMore({ document }: Checked, text: string): boolean {
  const [before, after] = [document.getText(), text].map((it) => readable(it, optionsOf(document)));
  const isOther = JSON.stringify(before?.payloads) !== JSON.stringify(after?.payloads);
  return isOther && before?.text !== after?.text;
}

async function compare(parts: Parts): Promise<void> {
  const { file, kind, side } = parts;
  const name = nameOf(file);
  const title =
    kind === "response"
      ? vscode.l10n.t("{0}: as a response", name)
      : side === "written"
        ? vscode.l10n.t("{0}: with all safe fixes", name)
        : vscode.l10n.t("{0}: with all safe fixes, payload decoded", name);
  const original = side === "written" ? file : uriOf({ ...parts, side: "before" });
  await vscode.commands.executeCommand("vscode.diff", original, uriOf(parts), title);
}

/** The comparison that is active. */
function compared(): Parts | undefined {
  const input = vscode.window.tabGroups.activeTabGroup.activeTab?.input;
  if (!(input instanceof vscode.TabInputTextDiff) || input.modified.scheme !== SCHEME) return undefined;
  return partsOf(input.modified);
}

const close = (): Thenable<unknown> => vscode.commands.executeCommand("workbench.action.closeActiveEditor");

async function previewWritten(): Promise<void> {
  const parts = compared();
  if (parts === undefined) return;
  await close();
  await compare({ ...parts, side: "written" });
}

/** Closes the comparison, and changes the file. */
async function apply(folders: Folders): Promise<void> {
  const parts = compared();
  if (parts === undefined) return;
  await close();
  const editor = await vscode.window.showTextDocument(await vscode.workspace.openTextDocument(parts.file));
  if (parts.kind === "fixes") await vscode.commands.executeCommand("agentResponse.fixAll");
  else await makeResponse(editor, folders);
}

async function makeResponse(editor: vscode.TextEditor, folders: Folders): Promise<void> {
  const { document } = editor;
  const before = document.getText();
  const made = await responseOf(document, folders);
  if (typeof made === "string") return say(made);
  const isSame = (): boolean => document.getText() === before;
  const change = { range: everything(document), newText: made.text };
  if (!isSame() || !(await replace(editor, () => (isSame() ? change : undefined)))) say(changedMeanwhile());
}
