/**
 * Hover, completion, definition and selections inside payloads: in the file itself, and in payloads that are open as
 * documents.
 */

import {
  type Completion,
  complete,
  type Definition,
  definition,
  hover,
  selectionRanges,
  type TextEdit,
} from "agent-response/editor";
import * as vscode from "vscode";
import { toRange } from "../adapt.js";
import { SCHEME } from "../payload/address.js";
import { JSON_LANGUAGES } from "../records.js";
import { type Escape, escapeIn } from "./escape.js";
import type { Asked, Asking } from "./where.js";

const SELECTOR = [...[...JSON_LANGUAGES, "plaintext"].map((language) => ({ language })), { scheme: SCHEME }];

export function registerFeatures(asking: Asking): vscode.Disposable {
  const { languages } = vscode;
  return vscode.Disposable.from(
    languages.registerHoverProvider(SELECTOR, {
      async provideHover(document, position) {
        const asked = await asking.at(document, position);
        if (asked === undefined) return undefined;
        const found = await answered(asked, () => hover(asked.text, asked.offset(position), asked.options));
        return toHover(found, escapeIn(asked, position), asked);
      },
    }),
    languages.registerCompletionItemProvider(
      SELECTOR,
      {
        async provideCompletionItems(document, position) {
          const asked = await asking.at(document, position);
          if (asked === undefined) return undefined;
          const found = await answered(asked, () =>
            complete(asked.text, asked.offset(position), asked.options),
          );
          const range = asked.rangeAt(position);
          return found.map((it, idx) => toItem(it, idx, range));
        },
      },
      '"',
      ":",
    ),
    languages.registerDefinitionProvider(SELECTOR, {
      async provideDefinition(document, position) {
        const asked = await asking.at(document, position);
        if (asked === undefined) return [];
        const found = definition(asked.text, asked.offset(position), asked.options);
        return found.flatMap((it) => toLink(it, document, asked));
      },
    }),
    languages.registerSelectionRangeProvider(SELECTOR, {
      async provideSelectionRanges(document, positions) {
        const [first] = positions;
        const asked = first && (await asking.at(document, first));
        if (asked === undefined) return [];
        const offsets = positions.map((it) => asked.offset(it));
        return selectionRanges(asked.text, offsets, asked.options).flatMap((all) =>
          nested(all.map(asked.range)),
        );
      },
    }),
  );
}

/** The answer to a question, which is asked again when the answer of the schema arrives. */
async function answered<T>({ options }: Asked, question: () => T): Promise<T> {
  let answer = question();
  for (let it = options.schema?.settled(); it !== undefined; it = options.schema?.settled()) {
    await it;
    answer = question();
  }
  return answer;
}

function toHover(
  found: ReturnType<typeof hover>,
  levels: Escape | undefined,
  asked: Asked,
): vscode.Hover | undefined {
  // VS Code shows the findings there, with links to their rules.
  const known = found === null || found.markdown === "" ? undefined : found;
  const cards = [levels?.words, known && new vscode.MarkdownString(known.markdown)].filter(
    (it) => it != null,
  );
  const range = levels?.range ?? (known && asked.range(known));
  return range && new vscode.Hover(cards, range);
}

const KINDS: Record<Completion["kind"], vscode.CompletionItemKind> = {
  field: vscode.CompletionItemKind.Property,
  value: vscode.CompletionItemKind.Value,
  section: vscode.CompletionItemKind.Reference,
  id: vscode.CompletionItemKind.Constant,
  snippet: vscode.CompletionItemKind.Snippet,
};

function toItem(it: Completion, idx: number, range: Asked["range"]): vscode.CompletionItem {
  const item = new vscode.CompletionItem(it.label, KINDS[it.kind]);
  if (it.detail) item.detail = it.detail;
  if (it.documentation) item.documentation = it.documentation;
  item.filterText = it.filter;
  // Before `$schema`, which VS Code's own JSON support proposes in every document.
  item.sortText = `!${String(idx).padStart(4, "0")}`;
  item.range = range(it.edit);
  item.insertText = it.snippet ? new vscode.SnippetString(it.snippet) : it.edit.text;
  item.additionalTextEdits = it.more.map((one: TextEdit) => vscode.TextEdit.replace(range(one), one.text));
  return item;
}

/** Leads into another file next to this one, or to another place in the same text. */
function toLink(
  { origin, target, name, place }: Definition,
  document: vscode.TextDocument,
  asked: Asked,
): vscode.LocationLink[] {
  if (target !== "file" && !name) return [];
  const [uri, range] =
    target === "file"
      ? [document.uri, asked.range(place)]
      : [vscode.Uri.joinPath(asked.file, "..", name ?? ""), toRange(place.range)];
  return [{ originSelectionRange: asked.range(origin), targetUri: uri, targetRange: range }];
}

/** Innermost first. */
function nested(ranges: vscode.Range[]): vscode.SelectionRange[] {
  let outer: vscode.SelectionRange | undefined;
  for (const it of ranges.reverse()) outer = new vscode.SelectionRange(it, outer);
  return outer === undefined ? [] : [outer];
}
