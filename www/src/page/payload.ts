/** The payload pane: its documents, each shown and edited according to its kind. Typing there changes the file. */
import { redo, undo } from "@codemirror/commands";
import { Annotation, type ChangeSet, EditorState, type Extension, Prec, type Text } from "@codemirror/state";
import { type EditorView, keymap } from "@codemirror/view";
import { type Edit, type Layout, toShown, toText } from "../../../common/layout.ts";
import { MOST as MOST_CALLS, namesOf } from "../adapters/calls.ts";
import { type Proposal, toProposals } from "../adapters/completion.ts";
import { difference } from "../adapters/edits.ts";
import { type Doc, type Docs, documentsFor, follow, markersIn, type Shown } from "../adapters/inner.ts";
import { lay } from "../adapters/layout.ts";
import { inLine } from "../adapters/lines.ts";
import type { Marker } from "../adapters/markers.ts";
import type { Known } from "../editor/cards.ts";
import { completion } from "../editor/completion.ts";
import { innerEditor, inSight, paint } from "../editor/editors.ts";
import { markersOf, setMarkers } from "../editor/marks.ts";
import { stringOf } from "../editor/text.ts";
import { element, make } from "../elements.ts";
import { aboutPlace, check, currentPayload, marksHost, proposals, type Session } from "../session.ts";
import { tell } from "../ui/notice.ts";
import { type Tabs, tabs } from "../ui/tabs.ts";
import { refuse } from "./file.ts";

/** A longer payload is shown as it is: laying it out at each keystroke would take too long. */
const MOST = 200_000;
const NONE: Docs = { payload: undefined, sections: [], others: [], line: undefined };
const FORMATTED = "formatted";
const RAW = "raw";

const box = element("payload-editor", HTMLDivElement);
const list = element("payload-tabs", HTMLDivElement);
const note = element("payload-note", HTMLParagraphElement);

export interface PayloadPane {
  session: Session;
  view: EditorView | undefined;
  docs: Docs;
  /** the tab that was chosen: a way to show the payload, or the pointer of a section */
  chosen: string;
  shown: Shown | null;
  /** the text of the file that `shown` is a part of */
  of: Text | undefined;
  tabs: Tabs;
  options: { extensions: Extension; entered(id: number | null): void; drawn(doc: Doc | null): void };
}

const ofFile = Annotation.define<boolean>();

export function start(session: Session, options: PayloadPane["options"]): PayloadPane {
  const pane = {
    session,
    docs: NONE,
    chosen: FORMATTED,
    shown: null,
    options,
  } as unknown as PayloadPane;
  pane.tabs = tabs(list, (tab) => {
    pane.chosen = tab.dataset.shows ?? FORMATTED;
    show(pane);
  });
  return pane;
}

/** Reads the documents of the file again, after each check. */
export function update(pane: PayloadPane, text: string): void {
  const { session } = pane;
  pane.docs = read(session, text);
  const { payload } = pane.docs;
  // The arguments of a call are read as payloads, but no envelope is around them.
  if (session.payload === null && payload?.kind === "payload")
    session.payload = { content: payload.text, isJson: payload.language === "json", isCut: false };
  drawTabs(pane, text);
  show(pane);
}

function read({ checker, report, asked, payload }: Session, text: string): Docs {
  if (checker === undefined || report === undefined) return NONE;
  const docs = documentsFor(checker.documents(text, asked));
  if (docs.payload !== undefined || payload === null) return docs;
  // A text that was decoded although its place is unknown.
  const { content, isJson } = payload;
  return {
    ...NONE,
    payload: {
      pointer: "",
      kind: "payload",
      language: isJson ? "json" : "text",
      title: "",
      text: content,
      depth: 1,
      from: 0,
      to: 0,
    },
  };
}

/** Creates the editor when it is first visible. */
export function open(pane: PayloadPane): void {
  if (pane.view !== undefined) return;
  const { session, options } = pane;
  const history = (run: typeof undo) => () => run(session.view);
  const keys = keymap.of([
    { key: "Mod-z", run: history(undo), preventDefault: true },
    { key: "Mod-y", mac: "Mod-Shift-z", run: history(redo), preventDefault: true },
    { key: "Mod-Shift-z", run: history(redo), preventDefault: true },
  ]);
  // What could not be decoded must not be written, and what has no place in the file cannot be edited.
  const guard = EditorState.changeFilter.of((tr) => tr.annotation(ofFile) === true || canEdit(pane));
  const marks = marksHost(session, "payload", options.entered, (offset) => about(pane, offset));
  const known = completion((offset) => complete(pane, offset));
  pane.view = innerEditor(box, marks, [Prec.high(keys), guard, known, options.extensions], (changes, tr) => {
    if (tr.annotation(ofFile) !== true) typed(pane, changes);
  });
  show(pane);
}

/** Where an offset of a document is in the pane, which lays it out: "9:5"; null if it shows the document as it is, or another. */
export function laidOut({ shown, view }: PayloadPane, pointer: string, offset: number): string | null {
  if (view === undefined || shown === null || shown.layout === null || shown.doc.pointer !== pointer)
    return null;
  return placeAt(view.state.doc, toShown(shown.layout, offset));
}

function canEdit({ shown }: PayloadPane): boolean {
  if (shown === null || refuse()) return false;
  if (shown.doc.pointer !== "") return true;
  tell("This text cannot be edited here: its place in the file is not certain");
  return false;
}

async function about({ session, shown }: PayloadPane, offset: number): Promise<Known | null> {
  if (shown === null || shown.doc.pointer === "") return null;
  const { doc, layout } = shown;
  const found = await aboutPlace(session, layout === null ? offset : toText(layout, offset), doc.pointer);
  if (found === null || layout === null) return found;
  return { ...found, from: toShown(layout, found.from), to: toShown(layout, found.to) };
}

async function complete({ session, shown }: PayloadPane, offset: number): Promise<Proposal[]> {
  if (shown === null || shown.doc.pointer === "") return [];
  const { doc, layout } = shown;
  if (layout === null) return toProposals(await proposals(session, offset, doc.pointer));
  return toProposals(await proposals(session, toText(layout, offset), doc.pointer), (at) =>
    toShown(layout, at),
  );
}

// --- what is shown ------------------------------------------------------------------------------------------

/** The tabs: what each shows, and its name. */
function tabsOf({ payload, sections, others, line }: Docs, text: string): [string, string][] {
  if (line !== undefined) {
    const calls = payload === undefined ? [] : [payload, ...others].slice(0, MOST_CALLS);
    const inside = calls.map((it) => ({ ...it, pointer: inLine(it.pointer) }));
    return [[FORMATTED, line.title], ...namesOf(inside, line.text).map(nameOf(calls))];
  }
  if (payload === undefined) return [];
  if (others.length > 0 && payload.language === "json") {
    const calls = [payload, ...others].slice(0, MOST_CALLS);
    const [[, first] = ["", ""], ...rest] = namesOf(calls, text).map(nameOf(calls));
    return [[FORMATTED, first], ...rest];
  }
  const ways: [string, string][] =
    payload.language === "json"
      ? [
          [FORMATTED, "Formatted"],
          [RAW, "Raw"],
        ]
      : [[RAW, "Text"]];
  return [...ways, ...sections.map((it): [string, string] => [it.pointer, it.title])];
}

const nameOf =
  (calls: readonly Doc[]) =>
  (name: string, idx: number): [string, string] => [calls[idx]?.pointer ?? "", name];

function drawTabs({ docs, chosen }: PayloadPane, text: string): void {
  const all = tabsOf(docs, text);
  const current = all.some(([shows]) => shows === chosen) ? chosen : all[0]?.[0];
  const key = JSON.stringify([all, current]);
  if (list.dataset.drawn === key) return;
  list.dataset.drawn = key;
  list.hidden = all.length < 2;
  const focused = list.contains(document.activeElement);
  list.replaceChildren(
    ...all.map(([shows, title], idx) =>
      make(
        "button",
        {
          type: "button",
          role: "tab",
          id: `payload-tab-${idx}`,
          "data-shows": shows,
          "aria-controls": "payload-view",
          "aria-selected": String(shows === current),
          tabindex: shows === current ? "0" : "-1",
        },
        title,
      ),
    ),
  );
  if (focused) list.querySelector<HTMLElement>('[aria-selected="true"]')?.focus();
}

function target({
  docs: { payload, sections, others, line },
  chosen,
}: PayloadPane): { doc: Doc; isFormatted: boolean } | null {
  const section = sections.find((it) => it.pointer === chosen);
  if (section !== undefined) return { doc: section, isFormatted: false };
  const call = [...others, payload].find((it) => it?.pointer === chosen);
  const doc = call ?? line ?? payload;
  if (doc === undefined) return null;
  const isFormatted = doc.language === "json" && doc.text.length <= MOST && chosen !== RAW;
  return { doc, isFormatted };
}

/** In a file with several calls, shows the one that a place of the file is in. */
export function showCall(pane: PayloadPane, offset: number): void {
  const { payload, others, line } = pane.docs;
  if (payload === undefined || (others.length === 0 && line === undefined)) return;
  const call = [payload, ...others].slice(0, MOST_CALLS).find((it) => it.from <= offset && offset <= it.to);
  if (call === undefined) return;
  const shows = call === payload && line === undefined ? FORMATTED : call.pointer;
  if (pane.chosen === shows) return;
  pane.chosen = shows;
  drawTabs(pane, stringOf(pane.session.view.state.doc));
  show(pane);
}

function show(pane: PayloadPane): void {
  const wanted = target(pane);
  note.textContent = words(pane.session, wanted?.doc ?? null);
  box.classList.toggle("blank", wanted === null);
  if (pane.view !== undefined) display(pane, pane.view, wanted);
  pane.options.drawn(wanted?.doc ?? null);
}

function display(pane: PayloadPane, view: EditorView, wanted: ReturnType<typeof target>): void {
  const { shown } = pane;
  const isSame =
    wanted !== null &&
    shown?.doc.pointer === wanted.doc.pointer &&
    shown.doc.text === wanted.doc.text &&
    (shown.layout !== null) === wanted.isFormatted;
  const layout = isSame ? (shown?.layout ?? null) : wanted?.isFormatted ? lay(wanted.doc.text) : null;
  pane.shown = wanted && { doc: wanted.doc, layout };
  pane.of = pane.session.seen;
  const text = layout?.shown ?? wanted?.doc.text ?? "";
  const edit = difference(stringOf(view.state.doc), text);
  const { report } = pane.session;
  const found = report === undefined || wanted === null ? [] : markersIn(report, wanted.doc);
  const markers = layout === null ? found : found.map((it) => moved(it, layout));
  const isElsewhere = shown !== null && shown.doc.pointer !== wanted?.doc.pointer;
  const tr = view.state.update({
    effects: [
      setMarkers.of(markers),
      ...paint(view, layout === null ? (wanted?.doc.language ?? "text") : "json, laid out"),
    ],
    ...(edit === null ? {} : { changes: { from: edit.from, to: edit.to, insert: edit.text } }),
    ...(isElsewhere ? { selection: { anchor: 0 } } : {}),
    annotations: ofFile.of(true),
  });
  if (edit === null || inSight(view)) view.dispatch(tr);
  else view.setState(tr.state);
}

function moved(it: Marker, layout: Layout): Marker {
  const from = toShown(layout, it.from);
  return { ...it, from, to: Math.max(toShown(layout, it.to, true), from) };
}

function words(session: Session, doc: Doc | null): string {
  if (doc === null) return session.report === undefined ? "" : "this file contains no encoded content";
  if (doc.kind === "section") return "Markdown source";
  return currentPayload(session)?.isCut
    ? "decoded as far as it goes"
    : "decoded; what you type changes the file";
}

// --- what is typed ------------------------------------------------------------------------------------------

function typed(pane: PayloadPane, changes: ChangeSet): void {
  const { session, shown } = pane;
  const { checker, view, asked } = session;
  if (shown === null || checker === undefined) return;
  if (view.state.doc !== pane.of) {
    // The check of a large file is delayed, and the file no longer contains what is shown here.
    pane.shown = null;
    check(session);
    tell("The file has changed meanwhile: this is its payload now");
    return;
  }
  const all: Edit[] = [];
  changes.iterChanges((from, to, _from, _to, text) => all.unshift({ from, to, text: text.toString() }));
  const { edits, after } = follow(shown, all);
  pane.shown = after;
  if (edits.length === 0) return;
  try {
    const found = checker.edit(stringOf(view.state.doc), shown.doc.pointer, edits, asked);
    view.dispatch({
      changes: found.map(({ from, to, text }) => ({ from, to, insert: text })),
      userEvent: "input.type",
    });
    pane.of = view.state.doc;
  } catch (error) {
    // Nothing is certain after an error: the pane shows the file again.
    tell(error instanceof Error ? error.message : String(error));
    pane.shown = null;
    show(pane);
  }
}

/** What the pane shows, and where a finding is in it: "9:5"; null if it is not there. */
export function placeOf(pane: PayloadPane, id: number): [word: string, place: string] | null {
  const marker = pane.of === pane.session.seen ? markerOf(pane, id) : undefined;
  if (marker === undefined || pane.view === undefined) return null;
  const word = pane.shown?.doc.kind === "section" ? "section" : "payload";
  return [word, placeAt(pane.view.state.doc, marker.from)];
}

function placeAt(doc: Text, offset: number): string {
  const at = Math.min(offset, doc.length);
  const { number, from } = doc.lineAt(at);
  return `${number}:${at - from + 1}`;
}

/** The marker of a finding in the pane, to highlight it. */
export const markerOf = ({ view }: PayloadPane, id: number | null): Marker | undefined =>
  view && markersOf(view.state).find((it) => it.id === id);

/** Where the cursor of the pane is in the file; null if the pane shows no part of it. */
export function cursor({ session, shown, view, of }: PayloadPane): number | null {
  const { checker, asked } = session;
  const { doc } = session.view.state;
  if (checker === undefined || view === undefined || of !== doc || !shown?.doc.pointer) return null;
  const { from } = view.state.selection.main;
  const at = shown.layout === null ? from : toText(shown.layout, from);
  return checker.toFile(stringOf(doc), shown.doc.pointer, at, at, asked).from;
}
