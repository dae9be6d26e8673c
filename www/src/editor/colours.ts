import { type Extension, RangeSetBuilder } from "@codemirror/state";
import {
  Decoration,
  type DecorationSet,
  type EditorView,
  ViewPlugin,
  type ViewUpdate,
} from "@codemirror/view";
import { type Token, tokens } from "../adapters/tokens.ts";

/** Longer lines stay uncoloured: they would have to be read again at every step. */
const LONGEST = 100_000;

const looks: Record<Token["kind"], Decoration> = {
  key: Decoration.mark({ class: "json-key" }),
  string: Decoration.mark({ class: "json-string" }),
  atom: Decoration.mark({ class: "json-atom" }),
  sign: Decoration.mark({ class: "json-sign" }),
  escape: Decoration.mark({ class: "json-escape" }),
};

/** Colours the JSON that is in sight. */
export const colours: Extension = ViewPlugin.fromClass(
  class {
    decorations: DecorationSet;
    constructor(view: EditorView) {
      this.decorations = visible(view);
    }
    update(update: ViewUpdate): void {
      if (update.docChanged || update.viewportChanged) this.decorations = visible(update.view);
    }
  },
  { decorations: (it) => it.decorations },
);

function visible(view: EditorView): DecorationSet {
  const builder = new RangeSetBuilder<Decoration>();
  let done = -1;
  for (const { from, to } of view.visibleRanges) {
    for (let at = from; at <= to; ) {
      const line = view.state.doc.lineAt(at);
      if (line.from > done && line.length <= LONGEST) {
        for (const it of tokens(line.text))
          builder.add(line.from + it.from, line.from + it.to, looks[it.kind]);
        done = line.from;
      }
      at = line.to + 1;
    }
  }
  return builder.finish();
}
