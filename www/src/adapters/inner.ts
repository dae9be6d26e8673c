import type { Diagnostic, InnerDocument, Report } from "agent-response";
import { type Marker, marker } from "./markers.ts";

/** A document of the payload pane: the payload, or one of its sections. */
export type Doc = Pick<
  InnerDocument,
  "pointer" | "kind" | "language" | "title" | "text" | "depth" | "from" | "to"
>;

/** What the tabs of the payload pane are about: the payload, and its sections. */
export function documentsFor(all: readonly Doc[]): { payload: Doc | undefined; sections: Doc[] } {
  const payload = all.find((it) => it.kind === "payload") ?? all.find((it) => it.language === "json");
  const sections = all.filter((it) => it.kind === "section" && it.pointer.startsWith(`${payload?.pointer}/`));
  return { payload, sections };
}

/** Where the findings are in a document. */
export const markersIn = (report: Report, doc: Doc): Marker[] =>
  report.diagnostics.flatMap((it, id) => {
    const place = placeIn(it, doc);
    return place === null ? [] : [marker(it, id, place, doc.text)];
  });

function placeIn(it: Diagnostic, doc: Doc): { from: number; to: number } | null {
  if (doc.depth === 0)
    return it.from >= doc.from && it.to <= doc.to ? { from: it.from - doc.from, to: it.to - doc.from } : null;
  const place = it.inner[doc.depth - 1];
  const pointer =
    it.pointer +
    it.inner
      .slice(0, doc.depth - 1)
      .map((inner) => inner.pointer)
      .join("");
  return place !== undefined && pointer === doc.pointer ? place : null;
}
