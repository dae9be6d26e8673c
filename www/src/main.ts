import { redo, redoDepth, undo, undoDepth } from "@codemirror/commands";
import { ChangeSet, type ChangeSpec, Transaction } from "@codemirror/state";
import { type EditorView, keymap } from "@codemirror/view";
import type { Report, ValidateOptions } from "agent-response";
import { difference } from "./adapters/edits.ts";
import type { Opened } from "./adapters/files.ts";
import { toEntries, toEntry } from "./adapters/ledger.ts";
import { type Marker, step, toMarkers, toPayloadMarkers } from "./adapters/markers.ts";
import { countSafe, type Row, toMarkdown, toRows } from "./adapters/rows.ts";
import { counts } from "./adapters/severity.ts";
import { decode } from "./adapters/share.ts";
import { type Checker, ready } from "./checker.ts";
import { colour, fileEditor, payloadEditor, reveal, show } from "./editor/editors.ts";
import { type MarksHost, markersOf, setLit, setMarkers } from "./editor/marks.ts";
import { entriesField, nameField, oneStep, setName } from "./editor/record.ts";
import { button, element, icon, make, prose } from "./elements.ts";
import { card, type FindingHost } from "./ui/finding.ts";
import * as intake from "./ui/intake.ts";
import * as ledger from "./ui/ledger.ts";
import * as list from "./ui/list.ts";
import { copy, download, say, tell } from "./ui/notice.ts";
import { explain } from "./ui/rule.ts";
import * as samples from "./ui/samples.ts";
import * as share from "./ui/share.ts";
import * as theme from "./ui/theme.ts";
import * as unwrapDialog from "./ui/unwrap.ts";
import * as wrapDialog from "./ui/wrap.ts";

/** Longer texts are checked when the typing pauses. */
const AT_ONCE = 2 * 1024 * 1024;
const PAUSE = 250;

const fileName = element("file-name", HTMLInputElement);
const format = element("format", HTMLSelectElement);
const profile = element("profile", HTMLSelectElement);
const request = element("request", HTMLTextAreaElement);
const requestToggle = element("request-toggle", HTMLButtonElement);
const requestPanel = element("request-panel", HTMLDivElement);
const verdict = element("verdict", HTMLParagraphElement);
const detected = element("detected", HTMLParagraphElement);
const welcome = element("welcome", HTMLDivElement);
const payloadNote = element("payload-note", HTMLParagraphElement);

let checker: Checker | undefined;
let report: Report | undefined;
let rows: readonly Row[] = [];
let payload: { content: string; kind: "json" | "text" } | null = null;
/** The bytes of the opened file when they are not UTF-8; they count until its text is changed. */
let raw: { text: string; bytes: Uint8Array } | null = null;
let waiting: ReturnType<typeof setTimeout> | undefined;

// --- checking -----------------------------------------------------------------------------------------------

function changed(): void {
  clearTimeout(waiting);
  drawRecord();
  if (file.state.doc.length > AT_ONCE) waiting = setTimeout(check, PAUSE);
  else check();
}

function check(): void {
  if (checker === undefined) return;
  const text = file.state.doc.toString();
  if (raw !== null && raw.text !== text) raw = null;
  report = text === "" ? undefined : checker.validate(raw?.bytes ?? text, options());
  payload = text === "" ? null : checker.unwrap(text);
  rows = report === undefined ? [] : toRows(report);
  drawEditors(text);
  drawFindings();
}

function options(): ValidateOptions {
  const chosen: ValidateOptions = {
    format: format.value as NonNullable<ValidateOptions["format"]>,
    profile: profile.value as NonNullable<ValidateOptions["profile"]>,
    now: new Date().toISOString(),
  };
  const name = file.state.field(nameField).trim();
  if (name !== "") chosen.fileName = name;
  if (request.value.trim() !== "") chosen.request = request.value;
  return chosen;
}

// --- drawing ------------------------------------------------------------------------------------------------

function drawEditors(text: string): void {
  const content = payload?.content ?? "";
  show(payloadView, content);
  colour(payloadView, payload?.kind === "json");
  file.dispatch({ effects: setMarkers.of(report === undefined ? [] : toMarkers(report, text)) });
  payloadView.dispatch({ effects: setMarkers.of(report === undefined || payload === null ? [] : toPayloadMarkers(report, content)) });
  payloadNote.textContent = payloadWords(text);
  element("payload-editor", HTMLDivElement).classList.toggle("blank", content === "");
  element("unwrap-button", HTMLButtonElement).disabled = payload === null;
  element("copy-payload-button", HTMLButtonElement).disabled = payload === null;
}

function payloadWords(text: string): string {
  if (payload !== null) return payload.kind === "json" ? "decoded from the file" : "decoded from the file, plain text";
  return text === "" ? "what the file holds encoded appears here" : "nothing encoded in this file";
}

function drawFindings(): void {
  const empty = report === undefined;
  welcome.hidden = !empty;
  detected.hidden = empty;
  list.show(rows);
  const safe = report === undefined ? 0 : countSafe(report);
  const fixAll = element("fix-all-button", HTMLButtonElement);
  fixAll.textContent = safe === 0 ? "Fix all safe" : `Fix all safe (${safe})`;
  fixAll.disabled = safe === 0;
  for (const id of ["previous-button", "next-button", "copy-findings-button"]) element(id, HTMLButtonElement).disabled = rows.length === 0;
  if (report === undefined) {
    verdict.replaceChildren();
    say("");
    return;
  }
  const words = counts(report.diagnostics);
  const worst = report.diagnostics.some((it) => it.severity === "warning") ? "warning" : "ok";
  const look = report.valid ? worst : "error";
  const text = rows.length === 0 ? "Valid, no findings" : report.valid ? `Valid, ${words}` : words;
  verdict.className = `verdict ${look}`;
  verdict.replaceChildren(icon(look), text);
  const known = report.format.id === null ? "Format not known" : `Checked as ${formatTitles.get(report.format.id) ?? report.format.id}`;
  detected.replaceChildren(...prose(report.format.reason === "" ? known : `${known}: ${report.format.reason}`));
  say(text);
}

function drawRecord(): void {
  const name = file.state.field(nameField);
  if (fileName.value !== name) fileName.value = name;
  ledger.show(file.state.field(entriesField), findings);
  element("undo-button", HTMLButtonElement).disabled = undoDepth(file.state) === 0;
  element("redo-button", HTMLButtonElement).disabled = redoDepth(file.state) === 0;
}

// --- which finding is worked on -----------------------------------------------------------------------------

let over: number | null = null;
let within: number | null = null;

function light(from: "file" | "payload" | "list", scroll: boolean): void {
  const id = over ?? within;
  file.dispatch({ effects: setLit.of(id) });
  payloadView.dispatch({ effects: setLit.of(id) });
  list.light(id, scroll && from !== "list");
}

function marksHost(from: "file" | "payload"): MarksHost {
  const other = (): EditorView => (from === "file" ? payloadView : file);
  return {
    hovered(id) {
      over = id;
      light(from, false);
    },
    entered(id) {
      within = id;
      light(from, true);
      const there = markersOf(other().state).find((it) => it.id === id);
      if (there !== undefined) reveal(other(), there.from, there.to, false);
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
    const { title, safety, edits } = chosen;
    const entry = toEntry(file.state.doc.toString(), { code: it.code, message: it.message, title, safety, edits });
    const name = chosen.file?.kind === "rename" ? { name: chosen.file.name } : {};
    const changes = edits.map(({ from, to, text }) => ({ from, to, insert: text }));
    file.dispatch(oneStep(changes, { ...name, entries: [...file.state.field(entriesField), entry] }));
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
  const view = payloadView.hasFocus ? payloadView : file;
  const { from, to } = view.state.selection.main;
  const next = step(markersOf(view.state), direction === 1 ? from : Math.min(from, to), direction);
  if (next !== undefined) jumpTo(view, next);
}

function fixAll(): void {
  if (checker === undefined) return;
  const text = file.state.doc.toString();
  const fixed = checker.fix(text, options());
  if (fixed.applied.length === 0) return;
  const entries = [...file.state.field(entriesField), ...toEntries(text, fixed.applied)];
  file.dispatch(oneStep(toChanges(text, fixed), { entries }));
  tell(fixed.applied.length === 1 ? "1 fix applied" : `${fixed.applied.length} fixes applied`);
}

/** The edits one after the other when they lead to the text that came out; else what differs, as one edit. */
function toChanges(text: string, fixed: { text: string; applied: { edits: { from: number; to: number; text: string }[] }[] }): ChangeSpec {
  let all = ChangeSet.empty(text.length);
  for (const { edits } of fixed.applied) {
    if (edits.some((it) => it.to > all.newLength)) break;
    all = all.compose(ChangeSet.of(edits.map(({ from, to, text: insert }) => ({ from, to, insert })), all.newLength, "\n"));
  }
  if (all.apply(file.state.doc).toString() === fixed.text) return all;
  const edit = difference(text, fixed.text);
  return edit === null ? [] : { from: edit.from, to: edit.to, insert: edit.text };
}

// --- the file -----------------------------------------------------------------------------------------------

/** Puts a whole text into the editor; undo brings back what was there. */
function put(text: string, name?: string): void {
  const all = { from: 0, to: file.state.doc.length, insert: file.state.toText(text) };
  file.dispatch({ ...oneStep(all, { entries: [], ...(name === undefined ? {} : { name }) }), selection: { anchor: 0 }, scrollIntoView: true });
}

function load(opened: Opened | undefined, asked: Opened | undefined): void {
  if (asked !== undefined) setRequest(asked.text);
  if (opened === undefined) return;
  raw = opened.bytes === null ? null : { text: opened.text, bytes: opened.bytes };
  put(opened.text, opened.name);
  tell(`${opened.name} opened`);
}

function setRequest(text: string): void {
  request.value = text;
  openRequest(text !== "");
  showRequestState();
}

function openRequest(open: boolean): void {
  requestPanel.hidden = !open;
  requestToggle.setAttribute("aria-expanded", String(open));
}

function showRequestState(): void {
  requestToggle.classList.toggle("set", request.value.trim() !== "");
}

async function readHash(): Promise<void> {
  const rule = /^#rules\/([a-z0-9-]+)$/.exec(location.hash)?.[1];
  if (rule !== undefined) return explain(rule);
  const shared = await decode(location.hash);
  if (shared === null) {
    if (location.hash.startsWith("#s=")) tell("This link is damaged: nothing could be read from it");
    return;
  }
  format.value = shared.format;
  if (format.selectedIndex === -1) format.value = "auto";
  profile.value = shared.profile;
  if (profile.selectedIndex === -1) profile.value = "default";
  setRequest(shared.request);
  put(shared.text, shared.fileName);
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
      void import("./editor/search.ts").then((it) => it.open(view));
      return true;
    },
  },
]);
const file = fileEditor(element("file-editor", HTMLDivElement), marksHost("file"), changed, keys);
const payloadView = payloadEditor(element("payload-editor", HTMLDivElement), marksHost("payload"), keys);
const formatTitles = new Map<string, string>();

theme.start();
list.start(findings);
samples.start((it) => put(it.text, it.fileName));
intake.start({ load, pasted: (text) => put(text) });
share.start(() => ({
  text: file.state.doc.toString(),
  fileName: file.state.field(nameField),
  format: format.value,
  profile: profile.value,
  request: request.value,
}));
unwrapDialog.start({ payload: () => payload, put: (text) => put(text, "") });

fileName.addEventListener("input", () =>
  file.dispatch({ effects: setName.of(fileName.value), annotations: Transaction.addToHistory.of(false) }),
);
for (const it of [format, profile]) it.addEventListener("change", check);
request.addEventListener("input", () => {
  showRequestState();
  check();
});
requestToggle.addEventListener("click", () => {
  openRequest(requestPanel.hidden !== false);
  if (!requestPanel.hidden) request.focus();
});

const press = (id: string, act: () => void): void => element(id, HTMLButtonElement).addEventListener("click", act);
press("copy-button", () => void copy(file.state.doc.toString(), "File"));
press("download-button", () => download(file.state.field(nameField) || ".agent-response.json", file.state.doc.toString()));
press("clear-button", () => {
  put("", "");
  setRequest("");
  file.focus();
});
press("copy-payload-button", () => void copy(payload?.content ?? "", "Payload"));
press("copy-findings-button", () => void copy(toMarkdown(rows, file.state.field(nameField)), "List of findings"));
press("fix-all-button", fixAll);
press("previous-button", () => go(-1));
press("next-button", () => go(1));
press("undo-button", () => undo(file));
press("redo-button", () => redo(file));
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
  try {
    checker = await ready;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    welcome.replaceChildren(make("p", { class: "lead" }, "The checker could not be started."), make("p", {}, reason));
    welcome.append(button({}, () => location.reload(), "Load again"));
    return;
  }
  for (const it of checker.formats()) {
    formatTitles.set(it.id, it.title);
    format.append(make("option", { value: it.id }, it.title));
  }
  wrapDialog.start(checker, { text: () => file.state.doc.toString(), request: () => request.value, options, put: (text) => put(text) });
  check();
  await readHash();
  if (file.state.doc.length === 0 && matchMedia("(hover: hover)").matches && document.activeElement === document.body) file.focus();
  if (import.meta.env.PROD && "serviceWorker" in navigator) navigator.serviceWorker.register("./sw.js").catch(() => undefined);
}
