import "./adopted.ts";
import { history } from "@codemirror/commands";
import {
  type ChangeSet,
  Compartment,
  EditorState,
  type Extension,
  type StateEffect,
  type Transaction,
} from "@codemirror/state";
import { EditorView, highlightActiveLineGutter, keymap, lineNumbers, placeholder } from "@codemirror/view";
import { colors, laidOut, markdown } from "./colors.ts";
import { moving, writing } from "./keys.ts";
import { look } from "./look.ts";
import { type MarksHost, marks } from "./marks.ts";
import { isNoted, record } from "./record.ts";
import { returns } from "./returns.ts";
import { typedOver, unseen } from "./typing.ts";

const coloring = new Compartment();
const plain: Extension = [];

function shared(label: string, host: MarksHost): Extension {
  return [
    // Only "\n" ends a line, so that every offset of the editor is an offset of the text; a "\r" stays in it.
    EditorState.lineSeparator.of("\n"),
    EditorView.lineWrapping,
    lineNumbers(),
    // Before the marks: earlier decorations end up inside later ones, so that a mark stays in one piece.
    coloring.of(colors),
    marks(host),
    look,
    unseen,
    returns,
    EditorView.contentAttributes.of({
      "aria-label": label,
      tabindex: "0",
      spellcheck: "false",
      autocorrect: "off",
      autocapitalize: "off",
    }),
  ];
}

/** The editor of the file, and its state without one. Tab is not bound: it leaves the editor, as everywhere else. */
export function fileEditor(
  parent: HTMLElement,
  host: MarksHost,
  changed: () => void,
  extra: Extension,
  label = "File",
): { view: EditorView; fresh: () => EditorState } {
  const extensions = [
    extra,
    shared(label, host),
    history(),
    typedOver,
    record,
    keymap.of([...writing, ...moving]),
    highlightActiveLineGutter(),
    placeholder("Paste the file here"),
    EditorView.updateListener.of((update) => {
      if (update.docChanged || isNoted(update.startState, update.state)) changed();
    }),
  ];
  const fresh = (): EditorState => EditorState.create({ extensions });
  const root = parent.getRootNode();
  const within = root instanceof ShadowRoot ? { root } : {};
  return { view: new EditorView({ parent, state: fresh(), ...within }), fresh };
}

/** The editor of a document in the file; `changed` gets the typed changes and writes them into the file. */
export function innerEditor(
  parent: HTMLElement,
  host: MarksHost,
  extra: Extension,
  changed: (changes: ChangeSet, tr: Transaction) => void,
): EditorView {
  return new EditorView({
    parent,
    state: EditorState.create({
      extensions: [
        // Before all other listeners: they ask about the file with the typed changes in it.
        EditorView.updateListener.of(({ transactions }) => {
          for (const it of transactions) if (it.docChanged) changed(it.changes, it);
        }),
        extra,
        shared("Payload, decoded", host),
        typedOver,
        keymap.of([...writing, ...moving]),
      ],
    }),
  });
}

/** Colors the editor according to the language of its text. */
export function paint(view: EditorView, language: string): StateEffect<unknown>[] {
  const wanted = { json: colors, "json, laid out": laidOut, markdown }[language] ?? plain;
  return coloring.get(view.state) === wanted ? [] : [coloring.reconfigure(wanted)];
}

/** Whether an editor is on the screen: a text that it gets while it is not, or does not know it, would be drawn as a whole. */
export function inSight(view: EditorView): boolean {
  if (!view.inView) {
    view.requestMeasure();
    view.coordsAtPos(0);
  }
  return view.inView;
}

/** Shows a range, in the middle of the editor if it was out of view. */
export function reveal(view: EditorView, from: number, to: number, select: boolean): void {
  const { length } = view.state.doc;
  const anchor = Math.min(from, length);
  const head = Math.min(to, length);
  view.dispatch({
    ...(select ? { selection: { anchor, head } } : {}),
    effects: EditorView.scrollIntoView(anchor, { y: isShown(view, anchor) ? "nearest" : "center" }),
  });
}

function isShown(view: EditorView, at: number): boolean {
  const place = view.coordsAtPos(at);
  if (place === null) return false;
  const box = view.scrollDOM.getBoundingClientRect();
  return place.top >= box.top && place.bottom <= box.bottom;
}
