/** Several files at once: the list, the result of checking each, and which one is shown. */
import { undoDepth } from "@codemirror/commands";
import type { EditorState, Text } from "@codemirror/state";
import type { Report } from "agent-response/editor";
import type { Opened } from "../adapters/files.ts";
import { baseOf, commonFolder, type Paired, pairs, summary } from "../adapters/folder.ts";
import { counts as inWords } from "../adapters/severity.ts";
import { filesOfKept, filesToKept, type KeptState } from "../adapters/share.ts";
import { IS_SINGLE } from "../checker.ts";
import { baseField, handleField, nameField } from "../editor/record.ts";
import * as search from "../editor/search.ts";
import { stringOf } from "../editor/text.ts";
import { button, element, icon, make } from "../elements.ts";
import { during, later } from "../idle.ts";
import { check } from "../session.ts";
import { tell } from "../ui/notice.ts";
import * as settings from "../ui/settings.ts";
import { besideOf, file, NO_REQUEST, put, session } from "./file.ts";
import * as schema from "./schema.ts";
import * as tools from "./tools.ts";

const KEPT = "agent-response files";
const MOST = 1000;
/** How long checking the other files may block the page at a time, in milliseconds. */
const SLICE = 12;

const bar = element("files", HTMLElement);
const note = element("files-note", HTMLParagraphElement);
const list = element("files-list", HTMLOListElement);

interface Item extends Paired {
  /** the editor's state while another file is shown: its text and its history */
  state: EditorState | null;
  /** its state before the page was reloaded */
  now: KeptState | null;
  counts: ReturnType<typeof countsOf> | null;
}

let items: Item[] = [];
let current = -1;
let redraw: () => void;

/** `drawn` redraws what belongs to a file when another one is shown. */
export function start(drawn: () => void): void {
  redraw = drawn;
  element("files-close", HTMLButtonElement).addEventListener("click", () => {
    const isWanted =
      !areChanged() || confirm("Other files in the list were changed. Close it and lose that?");
    if (isWanted) forget();
  });
}

/** Takes several files; returns false if they are only one, with or without its request, which has no errors. */
export function take(all: readonly Opened[]): boolean {
  const found = pairs(all, hasErrors);
  if (found.length < 2) return false;
  if (found.length > MOST) tell(`The first ${MOST} of ${found.length} files are opened`);
  add(found.slice(0, MOST));
  return true;
}

/** Whether a request has errors of its own, whatever its response is checked as. */
function hasErrors({ name, text, bytes }: Opened): boolean {
  const { request: _, ...others } = session.host.options();
  const options = { ...others, format: "auto", fileName: baseOf(name) } as const;
  return session.checker?.validate(bytes ?? text, options).valid === false;
}

/**
 * Adds one file to the list; returns false if it may replace what is open, because no other file was changed. With
 * `isShownKept`, changes to the shown file count too.
 */
export function takeBeside(it: Paired, isShownKept = false): boolean {
  if (!areChanged() && !(isShownKept && changed().length > 0)) return false;
  add([it]);
  return true;
}

/** Shows the first of the found files. Changed files stay in the list, before them. */
function add(found: readonly Paired[]): void {
  const before = changed();
  items = [...before, ...found.map((it) => ({ ...it, state: null, now: null, counts: null }))];
  current = -1;
  bar.hidden = false;
  show(before.length);
  void during(checkRest());
}

/** The files whose changes would be lost with the list, or with the file that is open without a list. */
function changed(): Item[] {
  const { state } = file;
  const shown = items[current];
  if (shown !== undefined) shown.state = state;
  return (items.length === 0 ? [alone(state)] : items).filter(isChanged);
}

/** The file that was open before there was a list. */
function alone(state: EditorState): Item {
  const name = state.field(nameField) || "without a name";
  const opened = { name, text: state.field(baseField), bytes: null, isLossy: false };
  return { file: opened, request: undefined, state, now: null, counts: null };
}

const saved = new WeakSet<Text>();
/** Notes that a text is not lost with the page: it comes from the disk, from a sample, or was saved. */
export const noteSaved = (doc: Text): void => void saved.add(doc);

function isChanged({ now, state }: Item): boolean {
  if (state === null) return now !== null;
  const isTyped = undoDepth(state) > 0 || stringOf(state.doc) !== state.field(baseField);
  return isTyped && state.doc.length > 0 && !saved.has(state.doc);
}

/** Keeps the files for this tab, except the state of the shown one; throws if there is no room. */
export function keep(): void {
  sessionStorage.removeItem(KEPT);
  if (items.length === 0) return;
  const all = items.map(({ file: from, request, state, now }, idx) => ({
    file: from,
    request,
    now: idx === current ? null : state === null || undoDepth(state) === 0 ? now : stateOf(state),
  }));
  sessionStorage.setItem(KEPT, filesToKept(all, current));
}

const stateOf = (state: EditorState): KeptState => ({
  ...besideOf(state),
  text: stringOf(state.doc),
  name: state.field(nameField),
});

/** Where the files can be saved in place. */
export const handles = (): (FileSystemFileHandle | null)[] =>
  items.map(({ file: from, state }, idx) => {
    const shown = idx === current ? file.state : state;
    return shown === null ? (from.handle ?? null) : shown.field(handleField).handle;
  });

/** Restores the kept files, with their handles; the state of the shown one has already been restored. */
export function restore(kept: readonly (FileSystemFileHandle | null)[]): void {
  const stored = sessionStorage.getItem(KEPT);
  if (stored === null) return;
  const { current: shown, all } = filesOfKept(stored);
  items = all.map((it, idx) => {
    const handle = kept[idx];
    return { ...it, file: handle == null ? it.file : { ...it.file, handle }, state: null, counts: null };
  });
  current = shown;
  bar.hidden = false;
  noted();
  redraw();
  void during(checkRest());
}

/** Returns the page to a single file. */
export function forget(): void {
  items = [];
  current = -1;
  bar.hidden = true;
}

/** Records the result of checking the shown file. */
export function noted(): void {
  const item = items[current];
  const { report } = session;
  if (item === undefined || report === undefined) return;
  item.counts = countsOf(report.diagnostics);
  draw();
}

function countsOf(found: Report["diagnostics"]) {
  const errors = found.filter((it) => it.severity === "error");
  const warnings = found.filter((it) => it.severity === "warning");
  return { errors: errors.length, warnings: warnings.length, words: inWords([...errors, ...warnings]) };
}

function show(idx: number): void {
  const [from, to] = [items[current], items[idx]];
  if (to === undefined || idx === current) return;
  if (from !== undefined) from.state = file.state;
  search.forget(file);
  current = idx;
  file.setState(to.state ?? session.fresh());
  if (to.state === null && to.now !== null)
    put(to.now.text, { ...to.now, handle: to.file.handle ?? null }, false);
  else if (to.state === null) {
    const { name, text, bytes, isLossy, written = "", handle = null } = to.file;
    const raw = bytes && { text, bytes, isLossy };
    const request = to.request === undefined ? NO_REQUEST : { text: to.request.text, isAside: false };
    put(text, { name: baseOf(name), raw, written, handle, request, envelope: null }, false);
  }
  redraw();
  check(session);
}

/** Checks all files again, because the options have changed. */
export function recheck(): void {
  if (items.length === 0) return;
  items = items.map((it) => ({ ...it, counts: null }));
  noted();
  void during(checkRest());
}

/** Checks the files that have not been checked yet, in time slices. */
async function checkRest(): Promise<void> {
  const all = items;
  let end = performance.now() + SLICE;
  for (const item of all) {
    if (item.counts !== null) continue;
    const found = await checked(item);
    if (items !== all) return;
    item.counts ??= countsOf(found);
    if (performance.now() < end) continue;
    draw();
    await new Promise<void>((done) => later(done));
    if (items !== all) return;
    end = performance.now() + SLICE;
  }
  draw();
}

/** What is found in a file that is not shown, once the schema has answered. */
async function checked(item: Item): Promise<Report["diagnostics"]> {
  const { checker, asked } = session;
  const { request: _, ...others } = asked;
  const { source, name, request } = asIs(item);
  const judge = schema.optionOfOther();
  const options = { ...others, ...judge, ...(request === "" ? {} : { request }), fileName: baseOf(name) };
  let found = checker?.validate(source, options);
  for (let it = judge.schema?.settled(); it !== undefined; it = judge.schema?.settled()) {
    await it;
    found = checker?.validate(source, options);
  }
  // If that needs checks that are only being loaded, all files are checked again.
  if (!IS_SINGLE && typeof source === "string") tools.want(name, source, found?.format.id);
  return found?.diagnostics ?? [];
}

/** What the checker gets for a file that is not shown. */
function asIs({ file: from, request, state, now }: Item) {
  if (state === null && now === null)
    return { source: from.bytes ?? from.text, name: from.name, request: request?.text ?? "" };
  const it = state === null ? (now as KeptState) : stateOf(state);
  return { source: it.raw?.bytes ?? it.text, name: it.name, request: settings.asked(it.request) };
}

function draw(): void {
  note.textContent = summary(items.map((it) => it.counts));
  const focused = [...list.children].findIndex((it) => it.contains(document.activeElement));
  const start = commonFolder(items.map((it) => it.file.name));
  list.replaceChildren(...items.map((it, idx) => entry(it, idx, start)));
  if (focused !== -1) list.children[focused]?.querySelector("button")?.focus();
}

function entry({ file: { name }, request, counts }: Item, idx: number, start: number): HTMLLIElement {
  const look =
    counts === null ? "hint" : counts.errors > 0 ? "error" : counts.warnings > 0 ? "warning" : "ok";
  const words = counts === null ? "not checked yet" : look === "ok" ? "valid" : counts.words;
  const title = request === undefined ? name : `${name}, with its request`;
  return make(
    "li",
    {},
    button(
      { class: look, title, ...(idx === current ? { "aria-current": "true" } : {}) },
      () => show(idx),
      icon(look),
      name.slice(start),
      make("span", { class: "sr" }, ` ${words}`),
    ),
  );
}

/** Whether a file that is not shown was changed. */
export const areChanged = (): boolean => items.some((it, idx) => idx !== current && isChanged(it));
