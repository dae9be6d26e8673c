/** The two editors, and everything around them that shows the file and what was found in it. */
import { redoDepth, undoDepth } from "@codemirror/commands";
import { EditorState, type Text } from "@codemirror/state";
import { EditorView, keymap } from "@codemirror/view";
import type { ValidateOptions } from "agent-response/editor";
import { isModelAnswer } from "../../../common/answer.ts";
import { isOfLines } from "../../../common/signs.ts";
import { nearby } from "../adapters/diff.ts";
import { isAnswer, isMessage, isOtherFile } from "../adapters/whole.ts";
import { IS_SINGLE } from "../checker.ts";
import { reveal } from "../editor/editors.ts";
import { lighter, markersOf } from "../editor/marks.ts";
import { baseField, entriesField, handleField, isWhole, rawOf, requestField } from "../editor/record.ts";
import * as search from "../editor/search.ts";
import { stringOf } from "../editor/text.ts";
import { element, make } from "../elements.ts";
import * as idle from "../idle.ts";
import { aboutPlace, check, enter, open, type Place, revert, show as showPlace } from "../session.ts";
import { marked } from "../ui/change.ts";
import * as ledger from "../ui/ledger.ts";
import * as list from "../ui/list.ts";
import { say, tell } from "../ui/notice.ts";
import * as outline from "../ui/outline.ts";
import { explain } from "../ui/rule.ts";
import * as settings from "../ui/settings.ts";
import * as switches from "../ui/switches.ts";
import * as verdict from "../ui/verdict.ts";
import * as work from "./file.ts";
import { envelope, file, fileName, refuse, request, session } from "./file.ts";
import * as files from "./files.ts";
import * as handles from "./handles.ts";
import { forgetLink } from "./keep.ts";
import * as outputs from "./outputs.ts";
import * as payloads from "./payload.ts";
import * as preview from "./preview.ts";
import * as readers from "./readers.ts";
import * as recent from "./recent.ts";
import * as schema from "./schema.ts";
import * as status from "./status.ts";
import * as tools from "./tools.ts";

const nameInput = element("file-name", HTMLInputElement);
const keptBox = element("kept", HTMLDivElement);
const keptNote = element("kept-note", HTMLParagraphElement);
const undoButton = element("undo-button", HTMLButtonElement);
const redoButton = element("redo-button", HTMLButtonElement);
const withPayload = ["unwrap-button", "copy-payload-button"].map((it) => element(it, HTMLButtonElement));

/** Its editor is created after the first findings are shown. */
let pane: payloads.PayloadPane;
const light = lighter(document);
const formatTitles = new Map<string, string>();
/** What is in a longer text is read and drawn after the findings are on the screen. */
const AT_ONCE = 200_000;
let stop: (() => void) | undefined;
/** the text that everything shown is about */
let shown: Text | undefined;

const keys = keymap.of([
  {
    key: "Mod-.",
    run: () => {
      const id = session.within;
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

// Typing into a file that could not be decoded would silently discard its bytes. Only a whole text may replace them.
const guarded = EditorState.changeFilter.of((tr) => {
  const isTyped = tr.isUserEvent("input") || tr.isUserEvent("delete") || tr.isUserEvent("move");
  return !isTyped || isWhole(tr) || !refuse();
});

/** A whole file that is pasted into another one replaces it, because two joined files are not a file. */
const pastedWhole = EditorView.domEventHandlers({
  paste(event, { state }) {
    const text = event.clipboardData?.getData("text/plain") ?? "";
    const { main } = state.selection;
    if (!IS_SINGLE && tools.takePasted(text)) {
      event.preventDefault();
      return true;
    }
    if (!main.empty || !isOther(text, main.head)) return false;
    event.preventDefault();
    work.putOver(text, tools.named(text));
    return true;
  },
});

/** A whole file that is pasted into the payload was hardly meant to be a part of it. */
const pastedInside = EditorView.domEventHandlers({
  paste(event, view) {
    const text = event.clipboardData?.getData("text/plain") ?? "";
    const { checker } = session;
    if (checker === undefined || !isMessage(text, checker)) return false;
    event.preventDefault();
    tell(
      "This is a whole file, so it was not put into the payload",
      { name: "Replace the file", act: () => work.putOver(text, tools.named(text)) },
      {
        name: "Paste it here",
        act: () => view.dispatch(view.state.replaceSelection(text), { userEvent: "input.paste" }),
      },
    );
    return true;
  },
});

/** Tells where the cursor of an editor is in the file. */
const cursor = (offset: () => number | null) =>
  EditorView.updateListener.of(({ selectionSet, docChanged, focusChanged, view }) => {
    // What the file says when it loses the focus would hide the place in the payload that was clicked.
    const isMeant = view.hasFocus
      ? focusChanged || selectionSet || docChanged
      : view === file && (selectionSet || docChanged);
    if (isMeant) status.show(offset);
    if (selectionSet && view === file) lineMoved();
  });

/** the line that the payload pane shows, in a file of lines */
let line = 0;

/** In a file of lines, the payload pane shows the line in which the cursor is. */
function lineMoved(): void {
  const { doc, selection } = file.state;
  const now = isOfLines(fileName()) ? doc.lineAt(selection.main.head).number : 0;
  if (now === line) return;
  line = now;
  tools.moved();
  if (now > 0 && session.seen === doc) payloads.update(pane, stringOf(doc));
}

function isOther(text: string, at: number): boolean {
  const { checker } = session;
  return (
    checker !== undefined &&
    isOtherFile(text, work.textOf(), at, {
      names: (of) => checker.symbols(of).map((it) => it.name),
      isMessage: (it) => isMessage(it, checker),
      isAnswer: (it) => isAnswer(it, checker.validate(it)),
      format: (it) => checker.validate(it).format.id,
    })
  );
}

export function start(): void {
  const opened = open({
    parent: element("file-editor", HTMLDivElement),
    extensions: [
      keys,
      guarded,
      pastedWhole,
      ...(IS_SINGLE ? [] : [cursor(() => file.state.selection.main.from)]),
    ],
    options,
    settled: () => schema.option().schema?.settled(),
    source(text) {
      const bytes = rawOf(file.state)?.bytes;
      return text === "" && bytes === undefined ? null : (bytes ?? text);
    },
    show: drawFindings,
    noted: drawRecord,
    lit,
    entered: entered("file"),
    ...(IS_SINGLE
      ? {}
      : { about: async (offset) => status.withLevels(await aboutPlace(session, offset), offset) }),
    explain: (code) => void explain(code),
    prompt: () => element("prompt-tab", HTMLButtonElement).click(),
    wrap: () => element("offer-button", HTMLButtonElement).click(),
    compare,
    tell,
    say,
  });
  work.start(opened);
  pane = payloads.start(opened, {
    extensions: [keys, pastedInside, ...(IS_SINGLE ? [] : [cursor(() => payloads.cursor(pane))])],
    entered: entered("payload"),
    drawn(doc) {
      if (!IS_SINGLE) status.again();
      for (const it of withPayload) it.disabled = session.payload === null;
      preview.show(doc);
      list.place((id) => payloads.placeOf(pane, id));
    },
  });
  if (!IS_SINGLE) status.start((pointer, offset) => payloads.laidOut(pane, pointer, offset));
  preview.start();
  outputs.start();
  files.start(drawRecord);
  schema.start(checkAll);
  outline.start(
    () => session.checker?.symbols(stringOf(file.state.doc), session.asked) ?? [],
    (from, to) => showPlace(file, from, to),
  );
}

/** Longer files are not compared while a pointer rests on a button, nor are more stretches drawn. */
const MOST = { text: 200_000, parts: 24 };

/** How a fix changes the file, decoded and word by word; null if that is too much. */
function compare(before: string, after: string): HTMLElement | null {
  if (before.length + after.length > MOST.text) return null;
  const parts = nearby(outputs.changes(before, after), 40);
  if (parts.length > MOST.parts) return null;
  return make("p", { class: "diff" }, make("span", { class: "text" }, ...marked(parts)));
}

/** Checks all files again, because the options have changed. */
export function checkAll(): void {
  check(session);
  files.recheck();
  if (!IS_SINGLE) tools.recheck();
}

/** How the file is checked. */
export function options(): ValidateOptions {
  const usual = { ...settings.options(fileName(), request()), ...schema.option() };
  // A payload whose envelope is kept is not missing one, and must not be put into a new one.
  const rules =
    envelope() === null ? switches.all() : { ...switches.all(), "missing-envelope": "off" as const };
  return Object.keys(rules).length === 0 ? usual : { ...usual, rules };
}

export const focused = (): EditorView => (pane.view?.hasFocus ? pane.view : file);

export function nameFormats(formats: readonly { id: string; title: string }[]): void {
  for (const it of formats) formatTitles.set(it.id, it.title);
}

function drawFindings(text: string): void {
  forgetLink(text);
  list.show(session.rows, [fileName(), file.state.field(baseField)]);
  outputs.draw();
  files.noted();
  const isOffered = envelope() === null && isModelAnswer(text, session.report, session.checker?.recover);
  verdict.show(session.report, (id) => formatTitles.get(id) ?? id, isOffered);
  stop?.();
  if (text.length > AT_ONCE) stop = idle.afterwards(() => payloads.update(pane, text));
  else payloads.update(pane, text);
  if (!IS_SINGLE) {
    tools.show(text);
    readers.showSoon();
    recent.noteSoon();
  }
  if (session.seen !== shown) idle.next();
  shown = session.seen;
}

export const drawPayload = (): void => payloads.open(pane);

/** Shows what belongs to the file besides its text. */
export function drawRecord(): void {
  handles.note([file.state.field(handleField).handle, ...files.handles()]);
  const name = fileName();
  if (nameInput.value !== name) nameInput.value = name;
  ledger.show(file.state.field(entriesField), {
    explain: (code) => void explain(code),
    revert: (entry) => revert(session, entry),
  });
  settings.showRequest(file.state.field(requestField));
  const kept = envelope();
  keptBox.hidden = kept === null;
  if (kept !== null)
    keptNote.textContent = `The payload of ${kept.fileName || "an envelope"}; the rest of the file is kept.`;
  undoButton.disabled = undoDepth(file.state) === 0;
  redoButton.disabled = redoDepth(file.state) === 0;
}

function lit(id: number | null, from: Place, scroll: boolean): void {
  light(id);
  list.light(id, scroll && from !== "list");
}

/** The cursor entered a finding in an editor: the other one shows it too. */
const entered =
  (from: Place) =>
  (id: number | null): void => {
    // If the page itself scrolls, scrolling the other panes into view would move this one out of view.
    const isStill = document.documentElement.scrollHeight <= innerHeight;
    enter(session, id, from, isStill);
    const finding = id === null || from === "payload" ? undefined : session.report?.diagnostics[id];
    if (!IS_SINGLE && finding !== undefined) payloads.showCall(pane, finding.from);
    const view = from === "file" ? pane.view : file;
    const there = view && markersOf(view.state).find((it) => it.id === id);
    if (view && there && isStill) reveal(view, there.from, there.to, false);
  };
