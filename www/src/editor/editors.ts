import { history, historyKeymap, insertNewlineKeepIndent, standardKeymap } from "@codemirror/commands";
import { Compartment, EditorState, type Extension } from "@codemirror/state";
import { EditorView, highlightActiveLineGutter, keymap, lineNumbers, placeholder, type ViewUpdate } from "@codemirror/view";
import { difference } from "../adapters/edits.ts";
import { colours } from "./colours.ts";
import { look } from "./look.ts";
import { type MarksHost, marks } from "./marks.ts";
import { entriesField, nameField, record } from "./record.ts";

const colouring = new Compartment();

function shared(label: string, host: MarksHost): Extension {
  // The styles of the editor are made at run time; the page's policy lets them in by this word.
  const nonce = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce;
  return [
    // Only "\n" ends a line, so that every offset of the editor is an offset of the text; a "\r" stays in it.
    EditorState.lineSeparator.of("\n"),
    EditorView.lineWrapping,
    lineNumbers(),
    marks(host),
    colouring.of(colours),
    look,
    nonce ? EditorView.cspNonce.of(nonce) : [],
    EditorView.contentAttributes.of({ "aria-label": label, spellcheck: "false", autocorrect: "off", autocapitalize: "off" }),
  ];
}

/** The editor of the file. Tab is not bound: it leaves the editor, as everywhere on the page. */
export function fileEditor(parent: HTMLElement, host: MarksHost, changed: () => void, extra: Extension): EditorView {
  return new EditorView({
    parent,
    state: EditorState.create({
      extensions: [
        extra,
        shared("File", host),
        history(),
        record,
        keymap.of([{ key: "Enter", run: insertNewlineKeepIndent }, ...historyKeymap, ...standardKeymap]),
        highlightActiveLineGutter(),
        placeholder("Paste the file here"),
        EditorView.updateListener.of((update) => {
          if (update.docChanged || noted(update)) changed();
        }),
      ],
    }),
  });
}

const noted = ({ startState, state }: ViewUpdate): boolean =>
  startState.field(nameField) !== state.field(nameField) || startState.field(entriesField) !== state.field(entriesField);

/** The decoded payload: to read, select and copy, not to change. */
export function payloadEditor(parent: HTMLElement, host: MarksHost, extra: Extension): EditorView {
  return new EditorView({
    parent,
    state: EditorState.create({
      extensions: [extra, shared("Payload, decoded", host), EditorState.readOnly.of(true), keymap.of(standardKeymap)],
    }),
  });
}

/** Puts a text into the payload's editor, leaving what stays the same alone. */
export function show(view: EditorView, text: string): void {
  const edit = difference(view.state.doc.toString(), text);
  if (edit !== null) view.dispatch({ changes: { from: edit.from, to: edit.to, insert: edit.text } });
}

/** Colours JSON, and leaves other text alone. */
export function colour(view: EditorView, isJson: boolean): void {
  const wanted = isJson ? colours : [];
  if (colouring.get(view.state) !== wanted && (isJson || colouring.get(view.state) === colours)) {
    view.dispatch({ effects: colouring.reconfigure(wanted) });
  }
}

/** Shows a range, in the middle of the editor when it was out of sight. */
export function reveal(view: EditorView, from: number, to: number, select: boolean): void {
  const { length } = view.state.doc;
  const anchor = Math.min(from, length);
  const head = Math.min(to, length);
  view.dispatch({
    ...(select ? { selection: { anchor, head } } : {}),
    effects: EditorView.scrollIntoView(anchor, { y: inSight(view, anchor) ? "nearest" : "center" }),
  });
}

function inSight(view: EditorView, at: number): boolean {
  const place = view.coordsAtPos(at);
  if (place === null) return false;
  const box = view.scrollDOM.getBoundingClientRect();
  return place.top >= box.top && place.bottom <= box.bottom;
}
