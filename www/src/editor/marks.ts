import { type EditorState, type Extension, RangeSetBuilder, StateEffect, StateField } from "@codemirror/state";
import { Decoration, type DecorationSet, EditorView, GutterMarker, gutter, hoverTooltip, type Tooltip } from "@codemirror/view";
import type { Severity } from "agent-response";
import { type Marker, markerAt } from "../adapters/markers.ts";
import { rank, title } from "../adapters/severity.ts";
import { icon } from "../elements.ts";

/** What the editor tells the page. */
export interface MarksHost {
  /** the pointer entered a finding, or left them all */
  hovered(id: number | null): void;
  /** the cursor entered a finding, or left them all */
  entered(id: number | null): void;
  /** what a tooltip for this finding shows */
  card(id: number): HTMLElement | null;
}

interface Marks {
  markers: readonly Marker[];
  lit: number | null;
  decorations: DecorationSet;
}

export const setMarkers = StateEffect.define<readonly Marker[]>();
/** Lights the finding up that is worked on, here and in the other editor. */
export const setLit = StateEffect.define<number | null>();

const marksField = StateField.define<Marks>({
  create: () => ({ markers: [], lit: null, decorations: Decoration.none }),
  update(value, tr) {
    let { markers, lit, decorations } = value;
    if (tr.docChanged) decorations = decorations.map(tr.changes);
    let changed = false;
    for (const effect of tr.effects) {
      if (effect.is(setMarkers)) {
        markers = effect.value;
        lit = markers.some((it) => it.id === lit) ? lit : null;
        changed = true;
      } else if (effect.is(setLit)) {
        lit = effect.value;
        changed = true;
      }
    }
    if (changed) decorations = decorate(markers, lit, tr.state.doc.length);
    return changed || tr.docChanged ? { markers, lit, decorations } : value;
  },
  provide: (field) => EditorView.decorations.from(field, (it) => it.decorations),
});

export const markersOf = (state: EditorState): readonly Marker[] => state.field(marksField).markers;

function decorate(markers: readonly Marker[], lit: number | null, length: number): DecorationSet {
  const ranges = markers
    .filter((it) => it.from < it.to && it.to <= length)
    .map((it) =>
      Decoration.mark({
        class: `cm-finding cm-finding-${it.severity}${it.id === lit ? " cm-finding-lit" : ""}`,
        attributes: { "data-finding": String(it.id) },
      }).range(it.from, it.to),
    );
  return Decoration.set(ranges, true);
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
    hoverTooltip((view, at) => tooltip(host, markersOf(view.state), at), { hoverTime: 250, hideOnChange: true }),
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

function tooltip(host: MarksHost, markers: readonly Marker[], at: number): Tooltip | null {
  const here = markers.filter((it) => it.from <= at && at <= it.to);
  const narrow = here.reduce((a, b) => (b.to - b.from < a.to - a.from ? b : a), here[0] ?? { from: at, to: at });
  const cards = here.flatMap((it) => host.card(it.id) ?? []);
  if (cards.length === 0) return null;
  return {
    pos: narrow.from,
    end: narrow.to,
    above: true,
    create: () => {
      const dom = document.createElement("div");
      dom.className = "cards";
      dom.append(...cards);
      return { dom };
    },
  };
}
