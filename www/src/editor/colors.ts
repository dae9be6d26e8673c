import { type Extension, RangeSetBuilder } from "@codemirror/state";
import {
  Decoration,
  type DecorationSet,
  type EditorView,
  ViewPlugin,
  type ViewUpdate,
} from "@codemirror/view";
import { type Token, tokens } from "../adapters/tokens.ts";
import { stringOf } from "./text.ts";

/** In longer lines, finding the string that contains the visible part takes too long for a keystroke. */
const LONGEST = 200_000;

const looks: Record<Token["kind"], Decoration> = {
  key: Decoration.mark({ class: "json-key" }),
  string: Decoration.mark({ class: "json-string" }),
  encoded: Decoration.mark({ class: "json-string json-encoded" }),
  atom: Decoration.mark({ class: "json-atom" }),
  sign: Decoration.mark({ class: "json-sign" }),
  escape: Decoration.mark({ class: "json-escape" }),
  "inner-key": Decoration.mark({ class: "json-key" }),
};

/** Decorates the visible text, and again whenever it changes. */
function decorated(read: (view: EditorView) => DecorationSet): Extension {
  return ViewPlugin.fromClass(
    class {
      decorations: DecorationSet;
      constructor(view: EditorView) {
        this.decorations = read(view);
      }
      update(update: ViewUpdate): void {
        if (update.docChanged || update.viewportChanged) this.decorations = read(update.view);
      }
    },
    { decorations: (it) => it.decorations },
  );
}

/** Colors the visible lines, each by itself. */
const coloring = (read: (line: string, from: number, to: number) => Styled[]): Extension =>
  decorated((view) => visible(view, read));

interface Styled {
  from: number;
  to: number;
  look: Decoration;
}

/** Colors JSON. */
export const colors: Extension = coloring((line, from, to) =>
  tokens(line, from, to).map((it) => ({ ...it, look: looks[it.kind] })),
);

/** Colors JSON whose strings may span several lines, as in a payload that is laid out. */
export const laidOut: Extension = decorated((view) => {
  const text = stringOf(view.state.doc);
  const builder = new RangeSetBuilder<Decoration>();
  for (const { from, to } of view.visibleRanges)
    for (const it of tokens(text, from, to)) builder.add(it.from, it.to, looks[it.kind]);
  return builder.finish();
});

const HEADING = Decoration.mark({ class: "md-heading" });
const CODE = Decoration.mark({ class: "md-code" });
const SIGN = Decoration.mark({ class: "json-sign" });

/** Colors Markdown, line by line: headings, code, and list markers. */
export const markdown: Extension = coloring((line, from, to) => {
  if (from > 0) return [];
  if (/^ {0,3}#{1,6}(?: |$)/.test(line)) return [{ from: 0, to, look: HEADING }];
  const sign = /^\s*(?:[-*+>]|\d+[.)]|`{3,}.*|~{3,}.*)(?= |$)/.exec(line)?.[0];
  const signs = sign ? [{ from: 0, to: sign.length, look: SIGN }] : [];
  return [
    ...signs,
    ...[...line.matchAll(/`[^`]+`/g)].flatMap((it) =>
      it.index < (sign?.length ?? 0) ? [] : [{ from: it.index, to: it.index + it[0].length, look: CODE }],
    ),
  ];
});

function visible(
  view: EditorView,
  read: (line: string, from: number, to: number) => Styled[],
): DecorationSet {
  const builder = new RangeSetBuilder<Decoration>();
  for (const { from, to } of view.visibleRanges) {
    for (let at = from; at <= to; ) {
      const line = view.state.doc.lineAt(at);
      const end = Math.min(line.to, to) - line.from;
      const found = line.length > LONGEST ? [] : read(line.text, at - line.from, end);
      for (const it of found)
        if (it.from < it.to) builder.add(line.from + it.from, line.from + it.to, it.look);
      at = line.to + 1;
    }
  }
  return builder.finish();
}
