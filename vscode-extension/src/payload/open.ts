/**
 * Opens payloads as documents next to their file, or where they are already open.
 */

import { locate } from "agent-response/editor";
import * as vscode from "vscode";
import { toRange } from "../adapt.js";
import { say } from "../say.js";
import { addressOf } from "./address.js";
import { type InnerDocument, innerDocuments, openFile } from "./file.js";
import { uriToOpen } from "./ways.js";

/** For the lenses and links: the file, and the document to open. */
export type OpenArguments = [file: string, pointer: string, line: number | undefined];

export const registerOpen = (): vscode.Disposable =>
  vscode.Disposable.from(
    vscode.commands.registerCommand(
      "agentResponse.openPayload",
      (file?: unknown, pointer?: unknown, line?: unknown) =>
        open(
          file,
          (all, inside, cursor) => {
            if (typeof pointer === "string") return all.find((it) => it.pointer === pointer);
            // From the payload itself: opens what is in it.
            if (inside !== undefined) return pick(all.filter((it) => isInside(it.pointer, inside)));
            const payloads = all.filter((it) => it.kind === "payload" && it.parent === "");
            if (payloads.length < 2) return payloads[0] ?? all[0];
            const isHere = ({ from, to }: InnerDocument): boolean =>
              cursor !== undefined && from <= cursor && cursor <= to;
            return payloads.find(isHere) ?? pick(payloads);
          },
          typeof line === "number" ? line : undefined,
        ),
    ),
    vscode.commands.registerCommand("agentResponse.openSection", (file?: unknown) => open(file, pick)),
  );

type Find = (
  all: readonly InnerDocument[],
  inside: string | undefined,
  /** the offset in the file, if that is the active document */
  cursor: number | undefined,
) => InnerDocument | undefined | Promise<InnerDocument | undefined>;

/** A menu passes the resource, a lens its address as a string, the palette nothing. */
async function open(given: unknown, find: Find, line?: number): Promise<void> {
  const active = vscode.window.activeTextEditor?.document.uri;
  const from =
    typeof given === "string" ? vscode.Uri.parse(given, true) : given instanceof vscode.Uri ? given : active;
  if (from === undefined) return say(vscode.l10n.t("open a file first"));
  const address = addressOf(from);
  const file = await openFile(address?.file ?? from);
  const all = innerDocuments(file, line ?? address?.line);
  if (all.length === 0) return sayWhyNone(file);
  const editor = vscode.window.activeTextEditor;
  const cursor = editor?.document === file ? file.offsetAt(editor.selection.active) : undefined;
  const found = await find(all, address?.pointer, cursor);
  if (found === undefined) return;
  const document = await vscode.workspace.openTextDocument(uriToOpen(file.uri, found));
  const shown = vscode.window.tabGroups.all.find((group) =>
    group.tabs.some(
      ({ input }) => input instanceof vscode.TabInputText && String(input.uri) === String(document.uri),
    ),
  );
  // When a document inside a payload is opened, the file stays beside it.
  const isInView = active !== undefined && addressOf(active) !== undefined;
  const viewColumn = shown?.viewColumn ?? (isInView ? vscode.ViewColumn.Active : vscode.ViewColumn.Beside);
  await vscode.window.showTextDocument(document, { viewColumn, preview: false });
}

const isInside = (pointer: string, outer: string): boolean => pointer.startsWith(`${outer}/`);

async function pick(all: readonly InnerDocument[]): Promise<InnerDocument | undefined> {
  if (all.length < 2) return all[0] ?? sayNothingInside();
  const items = all.map((it) => ({
    label: it.title,
    description: it.language === "text" ? it.pointer : `${it.language} ${it.pointer}`,
    detail: it.text.slice(0, 120).replace(/\s+/g, " "),
    it,
  }));
  const picked = await vscode.window.showQuickPick(items, {
    title: vscode.l10n.t("Open a document inside the file"),
    matchOnDescription: true,
  });
  return picked?.it;
}

function sayNothingInside(): undefined {
  say(vscode.l10n.t("this file has no text that opens as a document"));
  return undefined;
}

/** A response that is null has no payload yet: offers to insert one. */
async function sayWhyNone({ uri }: vscode.TextDocument): Promise<void> {
  if ((await nullIn(uri)) === undefined)
    return say(vscode.l10n.t("found no text in this file that contains a document"));
  const insert = vscode.l10n.t("Insert an Empty Payload");
  const said = vscode.l10n.t("Agent Response: the response is null, so there is no payload to open");
  if ((await vscode.window.showInformationMessage(said, insert)) !== insert) return;
  // The file may have changed before the user answers.
  const place = await nullIn(uri);
  if (place === undefined) return;
  const edit = new vscode.WorkspaceEdit();
  edit.replace(uri, place, '"{}"');
  if (await vscode.workspace.applyEdit(edit))
    await vscode.commands.executeCommand("agentResponse.openPayload", uri.toString());
}

/** Where the response of a file is null. */
async function nullIn(uri: vscode.Uri): Promise<vscode.Range | undefined> {
  const text = (await openFile(uri)).getText();
  const place = locate(text, "/response");
  return place !== null && text.slice(place.from, place.to) === "null" ? toRange(place.range) : undefined;
}
