import type { Diagnostic, InnerDocument, Report } from "agent-response/editor";
import type { Edit } from "../../../common/layout.ts";
import { change, type Laid } from "./layout.ts";
import { type Marker, marker } from "./markers.ts";

/** A document of the payload pane: the payload, or one of its sections. */
export type Doc = Pick<
  InnerDocument,
  "pointer" | "kind" | "language" | "title" | "text" | "depth" | "from" | "to"
>;

/** The documents for the tabs of the payload pane. */
export interface Docs {
  payload: Doc | undefined;
  sections: Doc[];
  /** the other payloads of the file: it may have several calls of tools */
  others: Doc[];
  /** the line in which the cursor is, in a file of lines */
  line: Doc | undefined;
}

export function documentsFor(all: readonly Doc[]): Docs {
  const line = all.find((it) => it.depth === 0 && it.pointer.startsWith("@"));
  const payload =
    all.find((it) => it.kind === "payload") ?? all.find((it) => it.language === "json" && it !== line);
  const sections = all.filter((it) => it.kind === "section" && it.pointer.startsWith(`${payload?.pointer}/`));
  const others = all.filter((it) => it.kind === "payload" && it.depth === payload?.depth && it !== payload);
  return { payload, sections, others, line };
}

/** Where the findings are in a document. */
export const markersIn = (report: Report, doc: Doc): Marker[] =>
  report.diagnostics.flatMap((it, id) => {
    const place = placeIn(it, doc);
    return place === null ? [] : [marker(it, id, place, doc.text)];
  });

function placeIn(it: Diagnostic, doc: Doc): { from: number; to: number } | null {
  // The pointers of a file of lines are those of the lines.
  if (doc.pointer.startsWith("@") && (it.from < doc.from || it.from > doc.to)) return null;
  if (doc.depth === 0)
    return it.from >= doc.from && it.to <= doc.to ? { from: it.from - doc.from, to: it.to - doc.from } : null;
  const place = it.inner[doc.depth - 1];
  const pointer =
    it.pointer +
    it.inner
      .slice(0, doc.depth - 1)
      .map((inner) => inner.pointer)
      .join("");
  return place !== undefined && pointer === doc.pointer.replace(/^@\d+/, "") ? place : null;
}

/** What an editor shows: a document, as it is or laid out. */
export interface Shown {
  doc: Doc;
  layout: Laid | null;
}

/** The edits to the document, from the last to the first, and what is shown after them. */
export function follow({ doc, layout }: Shown, changes: readonly Edit[]): { edits: Edit[]; after: Shown } {
  let { text } = doc;
  let laid = layout;
  const edits: Edit[] = [];
  for (const it of changes) {
    const done = laid === null ? { edit: it, layout: null } : change(laid, it);
    laid = done.layout;
    if (done.edit === null) continue;
    edits.push(done.edit);
    text = text.slice(0, done.edit.from) + done.edit.text + text.slice(done.edit.to);
  }
  return { edits, after: { doc: { ...doc, text }, layout: laid } };
}
