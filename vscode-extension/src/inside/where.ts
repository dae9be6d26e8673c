/**
 * Which text a query at a place in a document is about: that of the file, or of a payload that is open as a document.
 * Where VS Code's own JSON support knows the answer, there is no query.
 */

import { type InsideOptions, type Place, toFile, toInner } from "agent-response/editor";
import * as vscode from "vscode";
import { toRange } from "../adapt.js";
import type { Checks } from "../checks.js";
import { isPairable } from "../names.js";
import { innerDocument, openDocument } from "../payload/file.js";
import { offsetOf, positionsIn, shownRange } from "../payload/positions.js";
import type { Projection } from "../payload/projection.js";
import type { Sync } from "../payload/sync.js";
import { offsetIn, rangeIn, type Stretch, stretchOf } from "../records.js";
import { nameOf } from "../where.js";
import { type Options, optionsOf } from "../which.js";

export interface Asked {
  /** the text of the file or of a record in it, which the functions of the package take */
  text: string;
  options: InsideOptions & Options;
  /** the options of that text, whatever it is asked about */
  own: Options;
  /** of the record */
  line: number | undefined;
  file: vscode.Uri;
  /** the offset in the text that `options.inside` names, or in the file */
  offset(position: vscode.Position): number;
  /** where a place of that text is shown */
  range(place: Shown): vscode.Range;
  /** the same for an answer about a position, where nothing else may be between the two */
  rangeAt(position: vscode.Position): (place: Shown) => vscode.Range;
}

type Shown = Pick<Place, "from" | "to" | "range">;

export interface Asking {
  /**
   * About a document as a whole; undefined if it is not an agent file. In a file with a record in each line, about the record at a
   * position, which has to be given.
   */
  about(document: vscode.TextDocument, position?: vscode.Position): Promise<Asked | undefined>;
  /** About a place; undefined also where VS Code answers itself. */
  at(document: vscode.TextDocument, position: vscode.Position): Promise<Asked | undefined>;
}

export function createAsking(checks: Checks, sync: Sync): Asking {
  async function about(
    document: vscode.TextDocument,
    position?: vscode.Position,
  ): Promise<Asked | undefined> {
    const view = sync.view(document.uri);
    if (view === undefined) {
      if (checks.last(document)?.report === undefined) return undefined;
      const stretch = stretchOf(document, position?.line, optionsOf(document));
      if (stretch === undefined) return undefined;
      const range = ({ range }: Shown): vscode.Range => rangeIn(stretch, toRange(range));
      const offset = (it: vscode.Position): number => offsetIn(stretch, document, it);
      return { ...asked(stretch), file: document.uri, offset, range, rangeAt: () => range };
    }
    // What was typed last must be in the file, too.
    await sync.settle(view.address.file);
    const file = openDocument(view.address.file);
    if (file === undefined || !view.isAgreed) return undefined;
    const { pointer, line } = view.address;
    const found = innerDocument(file, view.address);
    const stretch = stretchOf(file, line, optionsOf(file));
    if (found === undefined || stretch === undefined) return undefined;
    return { ...asked(stretch, pointer), file: file.uri, ...placesIn(view.projection(found.text)) };
  }

  return {
    about,
    async at(document, position) {
      const asked = await about(document, position);
      if (asked === undefined || asked.options.inside !== undefined) return asked;
      if (!hasSchema(document)) return asked;
      // VS Code's own JSON support knows the envelope from its schema, and does not look into strings.
      const inside = toInner(asked.text, asked.offset(position), asked.options);
      return inside.length > 0 ? asked : undefined;
    },
  };
}

const asked = (
  { text, options, line }: Stretch,
  inside?: string,
): Pick<Asked, "text" | "options" | "own" | "line"> => ({
  text,
  options: inside === undefined ? options : { ...options, inside },
  own: options,
  line,
});

/** The offset in the text that is asked about for a position in it, or in a document inside. */
export function fileOffset({ text, options, own, offset }: Asked, at: vscode.Position): number {
  const { inside } = options;
  return inside === undefined ? offset(at) : toFile(text, inside, offset(at), offset(at), own).from;
}

function placesIn(real: Projection): Pick<Asked, "offset" | "range" | "rangeAt"> {
  const positionOf = positionsIn(real.text);
  const offset = (it: vscode.Position): number => real.realOffset(offsetOf(real.text, it));
  const range = ({ from, to }: Shown): vscode.Range => shownRange(real, positionOf, { from, to });
  return {
    offset,
    range,
    rangeAt(position) {
      // Blanks that only the shown text has are on both sides of an offset.
      const at = offset(position);
      return (place) => {
        const { start, end } = range(place);
        return new vscode.Range(place.from === at ? position : start, place.to === at ? position : end);
      };
    },
  };
}

/** Whether `jsonValidation` in package.json names the file. */
const hasSchema = ({ languageId, uri }: vscode.TextDocument): boolean =>
  (languageId === "json" || languageId === "jsonc") && isPairable(nameOf(uri));
