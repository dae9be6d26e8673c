/**
 * Which text a query at a place in a document is about: that of the file, or of a payload that is open as a document.
 * Where VS Code's own JSON support knows the answer, there is no query.
 */

import { type InsideOptions, toInner } from "agent-response/editor";
import type * as vscode from "vscode";
import type { Checks } from "../checks.js";
import { isPairable } from "../names.js";
import { innerDocument, openDocument } from "../payload/file.js";
import { offsetOf } from "../payload/positions.js";
import { shown } from "../payload/shown.js";
import type { Sync } from "../payload/sync.js";
import { nameOf } from "../where.js";
import { type Options, optionsOf } from "../which.js";

export interface Asked {
  /** the text of the file, which the functions of the package take */
  text: string;
  options: InsideOptions & Options;
  file: vscode.Uri;
  /** the offset in the text that `options.inside` names, or in the file */
  offset(position: vscode.Position): number;
}

export interface Asking {
  /** About a document as a whole; undefined if it is not an agent file. */
  about(document: vscode.TextDocument): Promise<Asked | undefined>;
  /** About a place; undefined also where VS Code answers itself. */
  at(document: vscode.TextDocument, position: vscode.Position): Promise<Asked | undefined>;
}

export function createAsking(checks: Checks, sync: Sync): Asking {
  async function about(document: vscode.TextDocument): Promise<Asked | undefined> {
    const view = sync.view(document.uri);
    if (view === undefined) {
      if (checks.last(document)?.report === undefined) return undefined;
      const text = document.getText();
      const options = optionsOf(document);
      return { text, options, file: document.uri, offset: (it) => document.offsetAt(it) };
    }
    // What was typed last must be in the file, too.
    await sync.settle(view.address.file);
    const file = openDocument(view.address.file);
    if (file === undefined || !view.isAgreed) return undefined;
    const { pointer } = view.address;
    const own = innerDocument(file, pointer);
    if (own === undefined) return undefined;
    const real = shown(own.text);
    return {
      text: file.getText(),
      options: { ...optionsOf(file), inside: pointer },
      file: file.uri,
      offset: (it) => real.realOffset(offsetOf(real.text, it)),
    };
  }

  return {
    about,
    async at(document, position) {
      const asked = await about(document);
      if (asked === undefined || asked.options.inside !== undefined) return asked;
      if (!hasSchema(document)) return asked;
      // VS Code's own JSON support knows the envelope from its schema, and does not look into strings.
      const inside = toInner(asked.text, asked.offset(position), asked.options);
      return inside.length > 0 ? asked : undefined;
    },
  };
}

/** Whether `jsonValidation` in package.json names the file. */
const hasSchema = ({ languageId, uri }: vscode.TextDocument): boolean =>
  (languageId === "json" || languageId === "jsonc") && isPairable(nameOf(uri));
