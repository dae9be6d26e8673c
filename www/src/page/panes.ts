/** The two editors, and everything around them that shows the file and what was found in it. */
import { redoDepth, undoDepth } from "@codemirror/commands";
import { EditorState } from "@codemirror/state";
import { type EditorView, keymap } from "@codemirror/view";
import { markerAt, toMarkers, toPayloadMarkers } from "../adapters/markers.ts";
import { fileEditor, payloadEditor, reveal, showPayload } from "../editor/editors.ts";
import { type MarksHost, markersOf, setMarkers } from "../editor/marks.ts";
import { entriesField, isWhole, requestField } from "../editor/record.ts";
import * as search from "../editor/search.ts";
import { element } from "../elements.ts";
import { card } from "../ui/finding.ts";
import * as ledger from "../ui/ledger.ts";
import * as list from "../ui/list.ts";
import * as settings from "../ui/settings.ts";
import * as verdict from "../ui/verdict.ts";
import * as checking from "./check.ts";
import { checkSoon, payload, report, rows } from "./check.ts";
import * as work from "./file.ts";
import { envelope, file, fileName, refuse } from "./file.ts";
import { findings } from "./findings.ts";
import { enter, hover, renew, within } from "./light.ts";

const nameInput = element("file-name", HTMLInputElement);
const keptBox = element("kept", HTMLDivElement);
const keptNote = element("kept-note", HTMLParagraphElement);
const payloadNote = element("payload-note", HTMLParagraphElement);
const payloadBox = element("payload-editor", HTMLDivElement);
const undoButton = element("undo-button", HTMLButtonElement);
const redoButton = element("redo-button", HTMLButtonElement);
const withPayload = ["unwrap-button", "copy-payload-button"].map((it) => element(it, HTMLButtonElement));

/** The second editor comes after the first findings have been seen. */
let payloadView: EditorView | undefined;
const formatTitles = new Map<string, string>();

const keys = keymap.of([
  {
    key: "Mod-.",
    run: () => {
      const id = within;
      if (id !== null) list.focusRow(id);
      return id !== null;
    },
  },
  {
    key: "Mod-f",
    run: (view) => {
      search.open(view);
      return true;
    },
  },
]);

// Typed into what could not be read, the bytes would be gone without a word. A whole text comes in their place.
const guarded = EditorState.changeFilter.of((tr) => {
  const isTyped = tr.isUserEvent("input") || tr.isUserEvent("delete") || tr.isUserEvent("move");
  return !isTyped || isWhole(tr) || !refuse();
});

export function start(): void {
  work.start(fileEditor(element("file-editor", HTMLDivElement), marksHost("file"), changed, [keys, guarded]));
  checking.start(drawFindings);
}

export const focused = (): EditorView => (payloadView?.hasFocus ? payloadView : file);

export function nameFormats(formats: readonly { id: string; title: string }[]): void {
  for (const it of formats) formatTitles.set(it.id, it.title);
}

function changed(): void {
  drawRecord();
  checkSoon();
}

function drawFindings(text: string): void {
  drawEditors(text);
  list.show(rows);
  verdict.show(report, (id) => formatTitles.get(id) ?? id);
  renew(markerAt(markersOf(file.state), file.state.selection.main.head)?.id ?? null);
}

function drawEditors(text: string): void {
  const markers = report === undefined ? [] : toMarkers(report, text);
  if (markers.length + markersOf(file.state).length > 0) file.dispatch({ effects: setMarkers.of(markers) });
  if (payloadView !== undefined) drawPayload();
  payloadNote.textContent = payloadWords(text);
  payloadBox.classList.toggle("blank", payload === null);
  for (const it of withPayload) it.disabled = payload === null;
}

export function drawPayload(): void {
  payloadView ??= payloadEditor(payloadBox, marksHost("payload"), keys);
  showPayload(
    payloadView,
    payload,
    report === undefined || payload === null ? [] : toPayloadMarkers(report, payload.content),
  );
}

function payloadWords(text: string): string {
  if (payload !== null) return payload.isJson ? "decoded from the file" : "decoded from the file, plain text";
  return text === ""
    ? "the decoded content of the file appears here"
    : "this file contains no encoded content";
}

/** Shows what belongs to the file beside its text. */
export function drawRecord(): void {
  const name = fileName();
  if (nameInput.value !== name) nameInput.value = name;
  ledger.show(file.state.field(entriesField), findings);
  settings.showRequest(file.state.field(requestField));
  const kept = envelope();
  keptBox.hidden = kept === null;
  if (kept !== null)
    keptNote.textContent = `The payload of ${kept.fileName || "an envelope"}; the rest of the file is kept.`;
  undoButton.disabled = undoDepth(file.state) === 0;
  redoButton.disabled = redoDepth(file.state) === 0;
}

function marksHost(from: "file" | "payload"): MarksHost {
  const other = (): EditorView | undefined => (from === "file" ? payloadView : file);
  return {
    hovered: (id) => hover(id, from),
    entered(id) {
      // Where the page itself scrolls, bringing the other panes into sight would take this one out of it.
      const isStill = document.documentElement.scrollHeight <= innerHeight;
      enter(id, from, isStill);
      const view = other();
      const there = view && markersOf(view.state).find((it) => it.id === id);
      if (view && there && isStill) reveal(view, there.from, there.to, false);
    },
    card(id) {
      const row = rows[id];
      return row === undefined ? null : card(row, findings);
    },
  };
}
