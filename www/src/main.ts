import { isolateHistory, redo, redoDepth, undo, undoDepth } from "@codemirror/commands";
import { EditorState, type Text, Transaction } from "@codemirror/state";
import { type EditorView, keymap } from "@codemirror/view";
import type { Report, ValidateOptions } from "agent-response";
import { type Envelope, envelopeOf, putBack } from "./adapters/envelope.ts";
import { isRequest, type Opened } from "./adapters/files.ts";
import { toEntries, toEntry } from "./adapters/ledger.ts";
import { type Marker, markerAt, step, toMarkers, toPayloadMarkers } from "./adapters/markers.ts";
import { type Payload, toPayload } from "./adapters/payload.ts";
import { type Row, toMarkdown, toRows } from "./adapters/rows.ts";
import { type Beside, besideKept, decode, ofKept, type Shared, toKept } from "./adapters/share.ts";
import { type Checker, ready } from "./checker.ts";
import { fileEditor, payloadEditor, reveal, showPayload } from "./editor/editors.ts";
import { light as lightInEditors, type MarksHost, markersOf, setMarkers } from "./editor/marks.ts";
import {
  entriesField,
  envelopeField,
  isWhole,
  type Noted,
  nameField,
  oneStep,
  type Raw,
  rawField,
  requestField,
  setEnvelope,
  setName,
  setRequest,
  toChanges,
} from "./editor/record.ts";
import * as search from "./editor/search.ts";
import { button, element, make } from "./elements.ts";
import { card, type FindingHost } from "./ui/finding.ts";
import * as intake from "./ui/intake.ts";
import * as ledger from "./ui/ledger.ts";
import * as list from "./ui/list.ts";
import { copy, download, say, tell } from "./ui/notice.ts";
import { explain } from "./ui/rule.ts";
import * as samples from "./ui/samples.ts";
import * as settings from "./ui/settings.ts";
import * as share from "./ui/share.ts";
import * as theme from "./ui/theme.ts";
import * as unwrapDialog from "./ui/unwrap.ts";
import * as verdict from "./ui/verdict.ts";
import * as wrapDialog from "./ui/wrap.ts";

/** Longer texts are checked when the typing pauses. */
const AT_ONCE = 2 * 1024 * 1024;
const PAUSE = 250;
const KEPT = "agent-response file";
const NO_REQUEST = { text: "", isAside: false };

const fileName = element("file-name", HTMLInputElement);
const welcome = element("welcome", HTMLDivElement);
const keptBox = element("kept", HTMLDivElement);
const keptNote = element("kept-note", HTMLParagraphElement);
const payloadNote = element("payload-note", HTMLParagraphElement);
const payloadBox = element("payload-editor", HTMLDivElement);
const fixAllButton = element("fix-all-button", HTMLButtonElement);
const undoButton = element("undo-button", HTMLButtonElement);
const redoButton = element("redo-button", HTMLButtonElement);
const withPayload = ["unwrap-button", "copy-payload-button"].map((it) => element(it, HTMLButtonElement));

let checker: Checker | undefined;
let report: Report | undefined;
let rows: readonly Row[] = [];
let payload: Payload | null = null;
let waiting: ReturnType<typeof setTimeout> | undefined;
/** The text that was checked last. */
let seen: Text | undefined;

// --- checking -----------------------------------------------------------------------------------------------

function changed(): void {
  clearTimeout(waiting);
  drawRecord();
  if (file.state.doc.length > AT_ONCE) waiting = setTimeout(check, PAUSE);
  else check();
}

function check(): void {
  if (checker === undefined) return;
  clearTimeout(waiting);
  seen = file.state.doc;
  const text = file.state.doc.toString();
  const bytes = raw(text)?.bytes;
  report = text === "" && bytes === undefined ? undefined : checker.validate(bytes ?? text, options());
  payload = report === undefined ? null : toPayload(text, report, checker.unwrap(text));
  rows = report === undefined ? [] : toRows(report);
  drawEditors(text);
  list.show(rows);
  verdict.show(report, (id) => formatTitles.get(id) ?? id);
  over = null;
  within = markerAt(markersOf(file.state), file.state.selection.main.head)?.id ?? null;
  light("file", false);
}

function options(): ValidateOptions {
  const usual = settings.options(file.state.field(nameField), request());
  // A payload that has its envelope is missing none, and is not put into a new one.
  return envelope() === null ? usual : { ...usual, rules: { "missing-envelope": "off" } };
}

/** The bytes behind a text. */
function raw(text: string): Raw | null {
  const { file: kept } = file.state.field(rawField);
  return kept?.text === text ? kept : null;
}

const request = (): string => settings.asked(file.state.field(requestField));
const envelope = (): Envelope | null => file.state.field(envelopeField).kept;

// --- drawing ------------------------------------------------------------------------------------------------

function drawEditors(text: string): void {
  const markers = report === undefined ? [] : toMarkers(report, text);
  if (markers.length + markersOf(file.state).length > 0) file.dispatch({ effects: setMarkers.of(markers) });
  if (payloadView !== undefined) drawPayload();
  payloadNote.textContent = payloadWords(text);
  payloadBox.classList.toggle("blank", payload === null);
  for (const it of withPayload) it.disabled = payload === null;
}

function drawPayload(): void {
  payloadView ??= payloadEditor(payloadBox, marksHost("payload"), keys);
  showPayload(
    payloadView,
    payload,
    report === undefined || payload === null ? [] : toPayloadMarkers(report, payload.content),
  );
}

function payloadWords(text: string): string {
  if (payload !== null) return payload.isJson ? "decoded from the file" : "decoded from the file, plain text";
  return text === "" ? "what the file holds encoded appears here" : "nothing encoded in this file";
}

function drawRecord(): void {
  const name = file.state.field(nameField);
  if (fileName.value !== name) fileName.value = name;
  ledger.show(file.state.field(entriesField), findings);
  settings.showRequest(file.state.field(requestField));
  const kept = envelope();
  keptBox.hidden = kept === null;
  if (kept !== null)
    keptNote.textContent = `The payload of ${kept.fileName || "an envelope"}; the rest of the file is kept.`;
  undoButton.disabled = undoDepth(file.state) === 0;
  redoButton.disabled = redoDepth(file.state) === 0;
}

// --- which finding is worked on -----------------------------------------------------------------------------

let over: number | null = null;
let within: number | null = null;

function light(from: "file" | "payload" | "list", scroll: boolean): void {
  const id = over ?? within;
  lightInEditors(id);
  list.light(id, scroll && from !== "list");
}

function marksHost(from: "file" | "payload"): MarksHost {
  const other = (): EditorView | undefined => (from === "file" ? payloadView : file);
  return {
    hovered(id) {
      over = id;
      light(from, false);
    },
    entered(id) {
      within = id;
      // Where the page itself scrolls, bringing the other panes into sight would take this one out of it.
      const isStill = document.documentElement.scrollHeight <= innerHeight;
      light(from, isStill);
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

// --- what can be done with findings -------------------------------------------------------------------------

const findings: FindingHost = {
  jump(row) {
    const it = report?.diagnostics[row.id];
    if (it !== undefined) jumpTo(file, { id: row.id, from: it.from, to: it.to, severity: it.severity });
  },
  fix(row, idx) {
    const it = report?.diagnostics[row.id];
    const chosen = it?.fixes[idx];
    if (it === undefined || chosen === undefined) return;
    // Typed since the check, which waits for a pause: the repair speaks of another text.
    if (file.state.doc !== seen) return check();
    const { title, safety, edits } = chosen;
    const entry = toEntry(file.state.doc, {
      code: it.code,
      message: it.message,
      title,
      safety,
      edits,
    });
    const name = chosen.file?.kind === "rename" ? { name: chosen.file.name } : {};
    const changes = edits.map(({ from, to, text }) => ({ from, to, insert: text }));
    // What is repaired is a text, also where it stays the same.
    file.dispatch(
      oneStep(changes, { ...name, entries: [...file.state.field(entriesField), entry], raw: null }),
    );
    if (chosen.file?.kind === "create") download(chosen.file.name, chosen.file.text);
    tell(`Done: ${title.replaceAll("`", "")}`);
  },
  explain: (code) => void explain(code),
  reveal(from, to) {
    reveal(file, from, to, true);
    file.focus();
  },
  hovered(id) {
    over = id;
    light("list", false);
  },
};

function jumpTo(view: EditorView, to: Marker): void {
  reveal(view, to.from, to.to, true);
  view.focus();
  const row = rows[to.id];
  if (row !== undefined) say(`${row.severity}, line ${row.place.replace(":", ", column ")}: ${row.message}`);
}

function go(direction: 1 | -1): void {
  const view = payloadView?.hasFocus ? payloadView : file;
  const { from, to } = view.state.selection.main;
  const next = step(markersOf(view.state), direction === 1 ? from : Math.min(from, to), direction);
  if (next !== undefined) jumpTo(view, next);
}

function fixAll(): void {
  if (checker === undefined) return;
  const encoded = rows.find((it) => it.code === "invalid-utf8");
  if (encoded?.fixes[0]?.safety === "safe") findings.fix(encoded, 0);
  // What stands here for bytes that could not be read is not to be written.
  if (isUnread()) return;
  const text = file.state.doc.toString();
  const fixed = checker.fix(text, options());
  if (fixed.applied.length === 0) return;
  const entries = [...file.state.field(entriesField), ...toEntries(file.state.doc, fixed.applied)];
  file.dispatch(oneStep(toChanges(file.state, fixed), { entries }));
  tell(fixed.applied.length === 1 ? "1 fix applied" : `${fixed.applied.length} fixes applied`);
}

// --- the file -----------------------------------------------------------------------------------------------

/** Puts a whole text into the editor; undo brings back what was there. */
function put(text: string, noted: Noted = {}, isUndone = true): void {
  const all = { from: 0, to: file.state.doc.length, insert: file.state.toText(text) };
  const step = oneStep(all, { entries: [], raw: null, ...noted });
  file.dispatch({
    ...step,
    ...(isUndone ? {} : { annotations: Transaction.addToHistory.of(false) }),
    selection: { anchor: 0 },
    scrollIntoView: true,
  });
}

/** The request of the file before, which another one need not answer. */
const asideRequest = (): Noted => {
  const { text } = file.state.field(requestField);
  return { request: { text, isAside: text !== "" } };
};

function load(opened: Opened | undefined, asked: Opened | undefined): string | undefined {
  // An id that could not be read would be copied into the response, and a content be wrapped as it is shown.
  const unread = [asked, wrapDialog.isOpen() ? opened : undefined].find((it) => it?.isLossy);
  if (unread !== undefined) return `${unread.name} is not UTF-8, so it is not used`;
  if (wrapDialog.take(opened?.text, asked?.text)) return;
  const request = asked && { request: { text: asked.text, isAside: false } };
  if (opened === undefined) {
    if (request !== undefined) file.dispatch(oneStep([], request));
    return;
  }
  document.querySelector<HTMLDialogElement>("dialog[open]")?.close();
  const { name, text, bytes, isLossy } = opened;
  const raw = bytes && { text, bytes, isLossy };
  put(text, { name, raw, envelope: null, ...(request ?? asideRequest()) });
}

/** Whether a request that comes alone is that of the file. */
const isAnswer = (): boolean => file.state.doc.length > 0 && !isRequest(file.state.field(nameField));

/** The payload of the text as it is, also while the check of a long one waits for a pause. */
function currentPayload(): Payload | null {
  if (file.state.doc !== seen) check();
  return payload;
}

/** The payload comes in the place of its envelope, which waits for it. */
function takeOut(content: string): void {
  if (checker === undefined) return;
  const kept = envelopeOf(file.state.doc.toString(), file.state.field(nameField), content, checker);
  put(content, { name: "", envelope: kept });
  if (kept === null) tell("The envelope could not be kept; undo brings it back");
}

function putPayloadBack(kept: Envelope, text = putBack(kept, file.state.doc.toString())): void {
  put(text, { name: kept.fileName, envelope: null });
}

/** The file and how it is checked. */
function whole(): Shared {
  return {
    text: file.state.doc.toString(),
    fileName: file.state.field(nameField),
    request: request(),
    ...settings.settings(),
  };
}

function putWhole(it: Shared, beside: Partial<Beside> = {}, isUndone = true): void {
  const { raw = null, envelope = null, request = { text: it.request, isAside: false } } = beside;
  settings.set(it);
  put(it.text, { name: it.fileName, raw, envelope, request }, isUndone);
}

/** Whether what is shown is not the file, because bytes of it could not be read. */
const isUnread = (): boolean =>
  file.state.field(rawField).file?.isLossy === true && raw(file.state.doc.toString()) !== null;

/** Says so where it would be changed, or something be made of it. */
function refuse(): boolean {
  const is = isUnread();
  if (is) tell("Bytes of this file could not be read: first repair its encoding, or open it again in UTF-8");
  return is;
}

/** Keeps the file for this tab, so that a reload or the way back from another page brings it back. */
function keep(): boolean {
  try {
    sessionStorage.removeItem(KEPT);
    const beside = {
      raw: raw(file.state.doc.toString()),
      envelope: envelope(),
      request: file.state.field(requestField),
    };
    sessionStorage.setItem(KEPT, JSON.stringify(toKept(whole(), location.hash, beside)));
    return true;
  } catch {
    // Nothing can be stored here, or not that much.
    return false;
  }
}

/** What was kept, unless the address asks for something else. */
function kept(): [Shared, Beside] | null {
  try {
    const [way] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
    const stored: unknown = JSON.parse(sessionStorage.getItem(KEPT) ?? "null");
    const shared = ofKept(stored, location.hash, way?.type);
    return shared && [shared, besideKept(stored)];
  } catch {
    return null;
  }
}

async function readHash(unpacked = decode(location.hash), isUndone = true): Promise<void> {
  const rule = /^#rules\/([a-z0-9-]+)$/.exec(location.hash)?.[1];
  if (rule !== undefined) return explain(rule);
  const shared = await unpacked;
  if (shared === null) {
    if (location.hash.startsWith("#s=")) tell("This link is damaged: nothing could be read from it");
    return;
  }
  putWhole(shared, {}, isUndone);
}

// --- start --------------------------------------------------------------------------------------------------

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
const file = fileEditor(element("file-editor", HTMLDivElement), marksHost("file"), changed, [keys, guarded]);
/** The second editor comes after the first findings have been seen. */
let payloadView: EditorView | undefined;
const formatTitles = new Map<string, string>();

theme.start();
list.start(findings);
samples.start((it) => put(it.text, { name: it.fileName, envelope: null, request: NO_REQUEST }));
intake.start({ load, isAnswer, pasted: (text) => put(text, asideRequest()) });
share.start(() => (refuse() ? null : whole()));
unwrapDialog.start({ payload: () => (refuse() ? null : currentPayload()), put: takeOut });

fileName.addEventListener("input", () =>
  file.dispatch({ effects: setName.of(fileName.value), annotations: Transaction.addToHistory.of(false) }),
);
settings.start(check, (it) =>
  file.dispatch({ effects: setRequest.of(it), annotations: Transaction.addToHistory.of(false) }),
);

const press = (id: string, act: () => void): void =>
  element(id, HTMLButtonElement).addEventListener("click", act);
press("copy-button", () => {
  void copy(file.state.doc.toString(), isUnread() ? "File, without the bytes that are not UTF-8," : "File");
});
press("download-button", () => {
  const text = file.state.doc.toString();
  download(file.state.field(nameField) || ".agent-response.json", raw(text)?.bytes ?? text);
});
press("clear-button", () => {
  put("", { name: "", envelope: null, request: NO_REQUEST });
  file.focus();
});
press("put-back-button", () => {
  const kept = envelope();
  if (kept !== null) putPayloadBack(kept);
  file.focus();
});
press("forget-envelope-button", () => {
  file.dispatch({ effects: setEnvelope.of({ kept: null }), annotations: isolateHistory.of("full") });
  file.focus();
});
press("copy-payload-button", () => void copy(currentPayload()?.content ?? "", "Payload"));
press(
  "copy-findings-button",
  () => void copy(toMarkdown(rows, file.state.field(nameField)), "List of findings"),
);
fixAllButton.addEventListener("click", () => {
  fixAll();
  // A button that is disabled loses the focus to nowhere.
  if (fixAllButton.disabled) element("findings-title", HTMLHeadingElement).focus();
});
press("previous-button", () => go(-1));
press("next-button", () => go(1));
undoButton.addEventListener("click", () => {
  undo(file);
  if (undoButton.disabled) redoButton.focus();
});
redoButton.addEventListener("click", () => {
  redo(file);
  if (redoButton.disabled) undoButton.focus();
});
addEventListener("keydown", (event) => {
  if (event.key !== "F8" || event.altKey || event.ctrlKey || event.metaKey) return;
  if (document.querySelector("dialog[open]") !== null) return;
  event.preventDefault();
  go(event.shiftKey ? -1 : 1);
});
addEventListener("hashchange", () => void readHash());

drawRecord();
void begin();

async function begin(): Promise<void> {
  // A link is unpacked while the checker comes.
  const unpacked = decode(location.hash);
  try {
    checker = await ready;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    welcome.replaceChildren(
      make("p", { class: "lead" }, "The checker could not be started."),
      make("p", {}, reason),
    );
    welcome.append(button({}, () => location.reload(), "Load again"));
    return;
  }
  const formats = checker.formats();
  settings.offer(formats);
  for (const it of formats) formatTitles.set(it.id, it.title);
  wrapDialog.start(checker, {
    text: () => (refuse() ? null : file.state.doc.toString()),
    request,
    options,
    kept: envelope,
    put: (text, kept) => (kept === null ? put(text, { envelope: null }) : putPayloadBack(kept, text)),
  });
  const before = kept();
  if (before === null) await readHash(unpacked, false);
  else putWhole(...before, false);
  for (const it of ["pagehide", "visibilitychange"]) addEventListener(it, keep);
  // What is too much to be kept is lost with the page; the browser asks first.
  addEventListener("beforeunload", (event) => {
    if (undoDepth(file.state) > 0 && file.state.doc.length > 0 && !keep()) event.preventDefault();
  });
  if (report === undefined) check();
  requestAnimationFrame(() => setTimeout(drawPayload));
  if (
    file.state.doc.length === 0 &&
    matchMedia("(hover: hover)").matches &&
    document.activeElement === document.body
  )
    file.focus();
  if (import.meta.env.PROD && "serviceWorker" in navigator)
    setTimeout(() => navigator.serviceWorker.register("./sw.js").catch(() => undefined), 300);
}
