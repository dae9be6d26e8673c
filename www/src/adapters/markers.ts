import type { Diagnostic, Report, Severity } from "agent-response/editor";

/** A stretch of a text that belongs to the finding with this index in the report. */
export interface Marker {
  id: number;
  from: number;
  to: number;
  severity: Severity;
}

/** Where the findings are in the file. */
export function toMarkers(report: Report, text: string): Marker[] {
  return report.diagnostics.map((it, id) => marker(it, id, it, text));
}

/** Where the findings are in the payload; `text` is its decoded text. */
export function toPayloadMarkers(report: Report, text: string): Marker[] {
  return report.diagnostics.flatMap((it, id) => {
    const [place] = it.inner;
    return place === undefined ? [] : [marker(it, id, place, text)];
  });
}

export function marker(
  it: Diagnostic,
  id: number,
  place: { from: number; to: number },
  text: string,
): Marker {
  const { from, to } = visible(place, text);
  return { id, from, to, severity: it.severity };
}

/** A visible range of the text: an empty one gets the character after it, or before it at the end of a line. */
function visible(place: { from: number; to: number }, text: string): { from: number; to: number } {
  const from = Math.min(place.from, text.length);
  const to = Math.min(Math.max(place.to, from), text.length);
  if (to > from) return { from, to };
  if (from < text.length && !/[\r\n]/.test(text.charAt(from)))
    return { from, to: from + width(text.codePointAt(from)) };
  if (from > 0 && !/[\r\n]/.test(text.charAt(from - 1))) return { from: from - 1, to };
  return { from, to };
}

const width = (point: number | undefined): number => (point !== undefined && point > 0xffff ? 2 : 1);

/** The finding at an offset: the shortest marker that contains it. */
export function markerAt(markers: readonly Marker[], offset: number): Marker | undefined {
  let best: Marker | undefined;
  for (const it of markers) {
    if (offset < it.from || offset > it.to) continue;
    if (best === undefined || it.to - it.from < best.to - best.from) best = it;
  }
  return best;
}

/** The marker after (or before) an offset, in order of place; wraps around at the ends. */
export function step(markers: readonly Marker[], offset: number, direction: 1 | -1): Marker | undefined {
  const sorted = [...markers].sort((a, b) => a.from - b.from || a.id - b.id);
  if (direction === 1) return sorted.find((it) => it.from > offset) ?? sorted[0];
  return sorted.findLast((it) => it.from < offset) ?? sorted.at(-1);
}
