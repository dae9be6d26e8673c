import {
  type EditorState,
  type Extension,
  RangeSetBuilder,
  StateEffect,
  StateField,
} from "@codemirror/state";
import { Decoration, type DecorationSet, EditorView, GutterMarker, gutter } from "@codemirror/view";
import type { Severity } from "agent-response/editor";
import { type Marker, markerAt } from "../adapters/markers.ts";
import { rank, title } from "../adapters/severity.ts";
import { icon } from "../elements.ts";
import { type About, type Card, cards } from "./cards.ts";

/** What the editor tells the page. */
export interface MarksHost {
  /** the pointer entered a finding, or left them all */
  hovered(id: number | null): void;
  /** the cursor entered a finding, or left them all */
  entered(id: number | null): void;
  /** what a tooltip for this finding shows */
  card: Card;
  /** what is known about a place in the text */
  about: About;
}

interface Marks {
  markers: readonly Marker[];
  decorations: DecorationSet;
}

export const setMarkers = StateEffect.define<readonly Marker[]>();

const marksField = StateField.define<Marks>({
  create: () => ({ markers: [], decorations: Decoration.none }),
  update(value, tr) {
    const set = tr.effects.findLast((it) => it.is(setMarkers));
    if (set !== undefined)
      return { markers: set.value, decorations: decorate(set.value, tr.state.doc.length) };
    return tr.docChanged ? { ...value, decorations: value.decorations.map(tr.changes) } : value;
  },
  provide: (field) => EditorView.decorations.from(field, (it) => it.decorations),
});

export const markersOf = (state: EditorState): readonly Marker[] => state.field(marksField).markers;

function decorate(markers: readonly Marker[], length: number): DecorationSet {
  const ranges = markers
    .filter((it) => it.from < it.to && it.to <= length)
    .map((it) =>
      Decoration.mark({
        class: `cm-finding cm-finding-${it.severity}`,
        attributes: { "data-finding": String(it.id) },
      }).range(it.from, it.to),
    );
  return Decoration.set(ranges, true);
}

/**
 * Highlights a finding in all editors of a document or of an element. A style does it, not the editors: while the
 * pointer rests on a finding, the text below it must not be redrawn.
 */
export function lighter(root: DocumentOrShadowRoot): (id: number | null) => void {
  const lit = new CSSStyleSheet();
  root.adoptedStyleSheets.push(lit);
  return (id) => {
    const marks = `.cm-finding[data-finding="${id}"]`;
    const shown = `${marks} { border-radius: 3px; background: var(--tint); box-shadow: 0 0 0 1.5px var(--tone); }`;
    lit.replaceSync(
      id === null
        ? ""
        : `${shown} @media (forced-colors: active) { ${marks} { outline: 2px solid Highlight; } }`,
    );
  };
}

class SeverityMarker extends GutterMarker {
  constructor(readonly severity: Severity) {
    super();
  }
  override eq(other: SeverityMarker): boolean {
    return other.severity === this.severity;
  }
  override toDOM(): HTMLElement {
    const dom = document.createElement("span");
    dom.className = `cm-sign ${this.severity}`;
    dom.title = title(this.severity);
    dom.append(icon(this.severity));
    return dom;
  }
}

const signs: Record<Severity, SeverityMarker> = {
  error: new SeverityMarker("error"),
  warning: new SeverityMarker("warning"),
  info: new SeverityMarker("info"),
  hint: new SeverityMarker("hint"),
};

const signGutter = gutter({
  class: "cm-signs",
  initialSpacer: () => signs.error,
  markers: (view) => {
    const worst = new Map<number, Severity>();
    const { doc } = view.state;
    for (const it of markersOf(view.state)) {
      if (it.from > doc.length) continue;
      const at = doc.lineAt(it.from).from;
      const known = worst.get(at);
      if (known === undefined || rank(it.severity) < rank(known)) worst.set(at, it.severity);
    }
    const builder = new RangeSetBuilder<GutterMarker>();
    for (const [at, severity] of [...worst].sort((a, b) => a[0] - b[0])) builder.add(at, at, signs[severity]);
    return builder.finish();
  },
  domEventHandlers: {
    click(view, block) {
      const first = markersOf(view.state).find((it) => it.from >= block.from && it.from <= block.to);
      if (first === undefined) return false;
      view.dispatch({ selection: { anchor: first.from, head: first.to } });
      view.focus();
      return true;
    },
  },
});

/** Squiggles, gutter signs and tooltips. */
export function marks(host: MarksHost): Extension {
  let over: number | null = null;
  const hover = (id: number | null): void => {
    if (id === over) return;
    over = id;
    host.hovered(id);
  };
  return [
    marksField,
    signGutter,
    cards(
      (id) => host.card(id),
      (offset) => host.about(offset),
    ),
    EditorView.domEventHandlers({
      mousemove(event) {
        const marked = event.target instanceof Element ? event.target.closest("[data-finding]") : null;
        hover(marked === null ? null : Number(marked.getAttribute("data-finding")));
      },
      mouseleave: () => hover(null),
    }),
    EditorView.updateListener.of((update) => {
      if (!update.selectionSet || update.docChanged) return;
      host.entered(markerAt(markersOf(update.state), update.state.selection.main.head)?.id ?? null);
    }),
  ];
}
