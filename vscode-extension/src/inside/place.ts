/**
 * Where the cursor is: an item in the status bar with the member and its places in the file and in the documents inside. A
 * click copies the JSON pointer of the member.
 */

import { type DocumentSymbol, symbols, toInner } from "agent-response/editor";
import * as vscode from "vscode";
import { listed, nameOf, pointerAt, shortened, type Where, whereIs } from "../../../common/levels.js";
import { visible } from "../../../common/visible.js";
import type { Checks } from "../checks.js";
import { createLater } from "../later.js";
import { addressOf } from "../payload/address.js";
import { openDocument } from "../payload/file.js";
import { during } from "../pending.js";
import { inert } from "../readings.js";
import { say } from "../say.js";
import { type Asked, type Asking, fileOffset } from "./where.js";

/** How long to wait while a key is held down. */
const PAUSE = 80;
/** In UTF-16 code units. Looking for each place of the cursor in a longer text would take too long. */
const LONGEST = 2_000_000;
/** In the status bar, in characters: VS Code cuts off what is wider than two fifths of the window. */
const MOST = 70;
/** Of the pointer: at least, and at most. */
const [LEAST_OF_POINTER, MOST_OF_POINTER] = [20, 40];

interface Here extends Where {
  /** the place in the active document, if that is a document inside the file */
  own: string | undefined;
}

export function registerPlace(asking: Asking, checks: Checks): vscode.Disposable {
  const later = createLater();
  let item: vscode.StatusBarItem | undefined;

  async function update(): Promise<void> {
    const editor = vscode.window.activeTextEditor;
    const here = editor && (await placeOf(editor, asking));
    // What became active meanwhile has its own turn.
    if (editor !== vscode.window.activeTextEditor) return;
    const text = here === undefined ? "" : inert(brief(here));
    if (here === undefined || text === "") return item?.hide();
    item ??= createItem();
    const lines = inFull(here);
    item.text = text;
    item.tooltip = [...lines, vscode.l10n.t("Click to copy the JSON pointer")].join("\n");
    item.accessibilityInformation = { label: listed(lines), role: "button" };
    item.show();
  }

  const soon = (): void => later.schedule("place", () => void during("place", update()), PAUSE);
  soon();
  return vscode.Disposable.from(
    later,
    { dispose: () => item?.dispose() },
    vscode.window.onDidChangeActiveTextEditor(() => {
      item?.hide();
      soon();
    }),
    vscode.window.onDidChangeTextEditorSelection(({ textEditor }) => {
      if (textEditor === vscode.window.activeTextEditor) soon();
    }),
    checks.onDidCheck(({ uri }) => {
      const active = vscode.window.activeTextEditor?.document.uri;
      if (active !== undefined && String(addressOf(active)?.file ?? active) === String(uri)) soon();
    }),
    vscode.commands.registerCommand("agentResponse.copyPointer", async () => {
      const editor = vscode.window.activeTextEditor;
      const pointer = (editor && (await placeOf(editor, asking)))?.pointer ?? "";
      if (pointer === "")
        return say(vscode.l10n.t("there is no member of a response or a request at the cursor"));
      await vscode.env.clipboard.writeText(pointer);
      vscode.window.setStatusBarMessage(
        vscode.l10n.t("Copied {0}", inert(shortened(pointer, MOST_OF_POINTER))),
        3000,
      );
    }),
  );
}

function createItem(): vscode.StatusBarItem {
  // To the left of the line and the column, which VS Code shows.
  const item = vscode.window.createStatusBarItem("agentResponse.place", vscode.StatusBarAlignment.Right, 101);
  item.name = vscode.l10n.t("Place in the Payload");
  item.command = "agentResponse.copyPointer";
  return item;
}

/** Undefined in what is not checked, or too long. */
async function placeOf(
  { document, selection }: vscode.TextEditor,
  asking: Asking,
): Promise<Here | undefined> {
  const asked = await asking.about(document, selection.active);
  const file = asked && openDocument(asked.file);
  if (asked === undefined || file === undefined || asked.text.length > LONGEST) return undefined;
  const { text, own: options, line } = asked;
  const offset = fileOffset(asked, selection.active);
  const inside = toInner(text, offset, options);
  const where = whereIs(text, offset, pointerAt(symbolsOf(file, asked), offset), inside);
  // A record is on one line.
  if (line !== undefined) where.places[0] = `${nameOf(0)} ${line + 1}:${offset + 1}`;
  return { ...where, own: ownPlace(document, selection.active, inside) };
}

function ownPlace(
  { uri }: vscode.TextDocument,
  { line, character }: vscode.Position,
  inside: ReturnType<typeof toInner>,
): string | undefined {
  const address = addressOf(uri);
  if (address === undefined) return undefined;
  const level = inside.findIndex((it) => it.pointer === address.pointer) + 1;
  return `${address.isFormatted ? "formatted" : nameOf(level || 1)} ${line + 1}:${character + 1}`;
}

/** What VS Code does not show itself: in the file the place inside, in a document inside also that of the file. */
function brief({ pointer, places: [file, ...inside], escaped, own }: Here): string {
  const rest = listed(own === undefined ? [inside.at(-1) ?? "", escaped] : [own, file ?? "", escaped]);
  const room = Math.min(Math.max(MOST - rest.length, LEAST_OF_POINTER), MOST_OF_POINTER);
  return listed([shortened(visible(pointer), room), rest]);
}

/** Each place once, in lines: in a document that is formatted, its own differs from that in the payload. */
function inFull({ pointer, places, escaped, own }: Here): string[] {
  const all = own === undefined || places.includes(own) ? places : [own, ...places];
  return [visible(pointer), listed(all), escaped].filter((it) => it !== "");
}

let last: { file: vscode.TextDocument; version: number; asked: Asked; found: DocumentSymbol[] } | undefined;

/** The members of a file; most movements of the cursor are in the same text. */
function symbolsOf(file: vscode.TextDocument, asked: Asked): readonly DocumentSymbol[] {
  const { text, own, line } = asked;
  const isSame = last?.file === file && last.version === file.version;
  if (!isSame || last?.asked.own !== own || last.asked.line !== line)
    last = { file, version: file.version, asked, found: symbols(text, own) };
  return last.found;
}
