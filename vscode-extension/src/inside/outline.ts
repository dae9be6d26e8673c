/**
 * What the file itself shows about the documents in its strings: outline, breadcrumbs, folding, colors, links to
 * sections. Outside of strings, VS Code's own JSON support shows the same.
 */

import { type DocumentSymbol, folding, format, locateAll, symbols, tokens } from "agent-response/editor";
import * as vscode from "vscode";
import { toRange } from "../adapt.js";
import type { Checks } from "../checks.js";
import { uriOf } from "../payload/address.js";
import { type InnerDocument, innerDocuments } from "../payload/file.js";
import { say } from "../say.js";
import { lengthOf } from "../where.js";
import { TOKEN_TYPES } from "./tokenTypes.js";
import type { Asked, Asking } from "./where.js";

const JSON_FILES = [{ language: "json" }, { language: "jsonc" }];

/**
 * In UTF-16 code units. A longer text has too many symbols, folds and colors to send to the window after each pause; VS
 * Code's own JSON support also stops at a number of items. Findings, fixes, hover and completion have no such limit.
 */
const LONGEST = 2_000_000;

export function registerOutline(asking: Asking, checks: Checks): vscode.Disposable {
  const { languages } = vscode;
  const changed = new vscode.EventEmitter<void>();
  /** In the file only: a payload that is open has VS Code's own support for its language. */
  const inFile = async (
    document: vscode.TextDocument,
    token: vscode.CancellationToken,
  ): Promise<Asked | undefined> => {
    // VS Code asks after every change: nobody who types in a large file has to wait for this.
    if (lengthOf(document) > LONGEST || (await checks.settled(document, token)) === undefined)
      return undefined;
    const asked = await asking.about(document);
    return asked?.options.inside === undefined ? asked : undefined;
  };
  return vscode.Disposable.from(
    changed,
    checks.onDidCheck(({ isNewText }) => isNewText || changed.fire()),
    languages.registerDocumentSymbolProvider(
      JSON_FILES,
      {
        async provideDocumentSymbols(document, token) {
          const asked = await inFile(document, token);
          if (asked === undefined) return [];
          const pointers = new Set(innerDocuments(document).map((it) => it.pointer));
          return encoded(symbols(asked.text, asked.options), pointers).map(toSymbol);
        },
      },
      { label: vscode.l10n.t("Payload") },
    ),
    languages.registerFoldingRangeProvider(JSON_FILES, {
      async provideFoldingRanges(document, _, token) {
        const asked = await inFile(document, token);
        if (asked === undefined) return [];
        const isInside = insideOf(document);
        return folding(asked.text, asked.options)
          .filter(({ range, from }) => range.start.line < range.end.line && isInside(from))
          .map(({ range }) => new vscode.FoldingRange(range.start.line, range.end.line));
      },
    }),
    languages.registerDocumentSemanticTokensProvider(
      JSON_FILES,
      {
        onDidChangeSemanticTokens: changed.event,
        async provideDocumentSemanticTokens(document, token) {
          const asked = await inFile(document, token);
          return asked && new vscode.SemanticTokens(tokens(asked.text, asked.options).data);
        },
      },
      new vscode.SemanticTokensLegend([...TOKEN_TYPES]),
    ),
    languages.registerDocumentLinkProvider(JSON_FILES, {
      async provideDocumentLinks(document, token) {
        const asked = await inFile(document, token);
        return asked === undefined ? [] : sectionLinks(document, asked);
      },
    }),
    vscode.commands.registerCommand("agentResponse.formatPayload", () => formatPayload(asking)),
  );
}

/** The outermost symbols that are documents of their own. */
function encoded(all: readonly DocumentSymbol[], pointers: ReadonlySet<string>): DocumentSymbol[] {
  return all.flatMap((it) => (pointers.has(it.pointer) ? [it] : encoded(it.children, pointers)));
}

const SYMBOL_KINDS: Record<DocumentSymbol["kind"], vscode.SymbolKind> = {
  object: vscode.SymbolKind.Module,
  array: vscode.SymbolKind.Array,
  string: vscode.SymbolKind.String,
  number: vscode.SymbolKind.Number,
  boolean: vscode.SymbolKind.Boolean,
  null: vscode.SymbolKind.Null,
  section: vscode.SymbolKind.File,
  heading: vscode.SymbolKind.String,
};

function toSymbol(it: DocumentSymbol): vscode.DocumentSymbol {
  const [range, selection] = [toRange(it.range), toRange(it.selection.range)];
  const around = range.contains(selection) ? range : range.union(selection);
  const name = it.name === "" ? '""' : it.name;
  const symbol = new vscode.DocumentSymbol(name, it.detail, SYMBOL_KINDS[it.kind], around, selection);
  symbol.children = it.children.map(toSymbol);
  return symbol;
}

function insideOf(document: vscode.TextDocument): (offset: number) => boolean {
  const all = innerDocuments(document).filter((it) => it.depth > 0);
  return (offset) => all.some(({ from, to }) => from <= offset && offset <= to);
}

/** Links from a name in `sections` to the section as a document. */
function sectionLinks(document: vscode.TextDocument, { text }: Asked): vscode.DocumentLink[] {
  const all = innerDocuments(document);
  return all
    .filter((it) => it.kind === "payload")
    .flatMap((payload) => {
      const sections = all.filter((it) => it.parent === payload.pointer && it.kind === "section");
      const pointers = sections.map((_, idx) => `${payload.pointer}/sections/${idx}`);
      return locateAll(text, pointers).flatMap((place) => {
        const named = place && text.slice(place.from, place.to).replace(/^[\\"]+|[\\"]+$/g, "");
        const section = sections.find((it) => it.title === named);
        if (place === null || section === undefined) return [];
        const link = new vscode.DocumentLink(toRange(place.range), uriOf(document.uri, section, false));
        link.tooltip = vscode.l10n.t("Edit {0} as Markdown", section.title);
        return [link];
      });
    });
}

/** Formats as Format Document does for the file: with the indentation of the editor. */
async function formatPayload(asking: Asking): Promise<void> {
  const editor = vscode.window.activeTextEditor;
  const at = editor?.selection.active;
  const asked = editor && (await asking.about(editor.document, at));
  const payloads = editor === undefined ? [] : innerDocuments(editor.document).filter(isOuter);
  if (editor === undefined || asked === undefined || payloads.length === 0)
    return say(vscode.l10n.t("found no text in this file that contains a document"));
  const { document, options } = editor;
  const indent =
    options.insertSpaces === false ? "\t" : typeof options.tabSize === "number" ? options.tabSize : 2;
  const cursor = document.offsetAt(editor.selection.active);
  const payload =
    payloads.length === 1 ? payloads[0] : payloads.find(({ from, to }) => from <= cursor && cursor <= to);
  if (payload === undefined) return say(vscode.l10n.t("put the cursor into the payload to format"));
  const edits = format(asked.text, payload.pointer, { ...asked.options, indent });
  if (edits.length === 0) return say(vscode.l10n.t("the payload is broken or already formatted"));
  const edit = new vscode.WorkspaceEdit();
  edit.set(
    document.uri,
    edits.map((it) => vscode.TextEdit.replace(asked.range(it), it.text)),
  );
  await vscode.workspace.applyEdit(edit);
}

const isOuter = ({ kind, parent }: InnerDocument): boolean => kind === "payload" && parent === "";
