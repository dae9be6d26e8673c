import { history } from "@codemirror/commands";
import { Compartment, EditorState, type Extension, type StateEffect } from "@codemirror/state";
import { EditorView, highlightActiveLineGutter, keymap, lineNumbers, placeholder } from "@codemirror/view";
import { difference } from "../adapters/edits.ts";
import type { Marker } from "../adapters/markers.ts";
import type { Payload } from "../adapters/payload.ts";
import { colours } from "./colours.ts";
import { moving, writing } from "./keys.ts";
import { look } from "./look.ts";
import { type MarksHost, markersOf, marks, setMarkers } from "./marks.ts";
import { isNoted, record } from "./record.ts";
import { returns } from "./returns.ts";
import { typedOver, unseen } from "./typing.ts";

const colouring = new Compartment();
const plain: Extension = [];

function shared(label: string, host: MarksHost): Extension {
  // The styles of the editor are made at run time; the page's policy lets them in by this word.
  const nonce = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce;
  return [
    // Only "\n" ends a line, so that every offset of the editor is an offset of the text; a "\r" stays in it.
    EditorState.lineSeparator.of("\n"),
    EditorView.lineWrapping,
    lineNumbers(),
    // Before the marks: what comes first ends up inside, so that a mark stays in one piece.
    colouring.of(colours),
    marks(host),
    look,
    unseen,
    returns,
    nonce ? EditorView.cspNonce.of(nonce) : [],
    EditorView.contentAttributes.of({
      "aria-label": label,
      tabindex: "0",
      spellcheck: "false",
      autocorrect: "off",
      autocapitalize: "off",
    }),
  ];
}

/** The editor of the file. Tab is not bound: it leaves the editor, as everywhere on the page. */
export function fileEditor(
  parent: HTMLElement,
  host: MarksHost,
  changed: () => void,
  extra: Extension,
  label = "File",
): EditorView {
  return new EditorView({
    parent,
    state: EditorState.create({
      extensions: [
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
      ],
    }),
  });
}

/** The decoded payload: to read, select and copy, not to change. */
export function payloadEditor(parent: HTMLElement, host: MarksHost, extra: Extension): EditorView {
  return new EditorView({
    parent,
    state: EditorState.create({
      extensions: [extra, shared("Payload, decoded", host), EditorState.readOnly.of(true), keymap.of(moving)],
    }),
  });
}

/** Shows the payload and its findings, leaving what stays the same alone. */
export function showPayload(view: EditorView, payload: Payload | null, markers: readonly Marker[]): void {
  const edit = difference(view.state.doc.toString(), payload?.content ?? "");
  if (edit === null && markers.length === 0 && markersOf(view.state).length === 0) return;
  const effects: StateEffect<unknown>[] = [setMarkers.of(markers)];
  const wanted = payload === null || payload.isJson ? colours : plain;
  if (colouring.get(view.state) !== wanted) effects.push(colouring.reconfigure(wanted));
  view.dispatch({
    effects,
    ...(edit === null ? {} : { changes: { from: edit.from, to: edit.to, insert: edit.text } }),
  });
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
