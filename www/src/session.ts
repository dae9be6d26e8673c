/**
 * A file that is edited and checked: its editor, what was found in it, and what can be done about it. The main page has
 * one, each live example has one, and so does the element for other sites.
 */
import type { EditorState, Extension, Text } from "@codemirror/state";
import type { EditorView } from "@codemirror/view";
import type { Completion, Diagnostic, Fix, FixOptions, Report, ValidateOptions } from "agent-response/editor";
import { toProposals } from "./adapters/completion.ts";
import { type Change, type Entry, follow, toEntries, toEntry } from "./adapters/ledger.ts";
import { type Marker, markerAt, step, toMarkers } from "./adapters/markers.ts";
import { type Payload, toPayload } from "./adapters/payload.ts";
import { type Row, toRows } from "./adapters/rows.ts";
import { counts, plain } from "./adapters/severity.ts";
import type { Checker } from "./checker.ts";
import type { Known } from "./editor/cards.ts";
import { completion } from "./editor/completion.ts";
import { fileEditor, reveal } from "./editor/editors.ts";
import { type MarksHost, markersOf, setMarkers } from "./editor/marks.ts";
import { entriesField, isUnread, oneStep, rawOf, toChanges, writtenField } from "./editor/record.ts";
import { stringOf } from "./editor/text.ts";
import { make, prose } from "./elements.ts";
import { during, later } from "./idle.ts";
import { download } from "./ui/download.ts";
import { card, type FindingHost } from "./ui/finding.ts";

/** Longer texts are checked when typing pauses. */
const AT_ONCE = 2 * 1024 * 1024;
const PAUSE = 250;

/** Where a finding is pointed at. */
export type Place = "file" | "payload" | "list";

export interface SessionHost {
  parent: HTMLElement;
  label?: string;
  /** more extensions of the editor */
  extensions?: Extension;
  /** how the text is checked */
  options(): ValidateOptions;
  /** what is checked for a text: the text, or the bytes it was read from; null when there is nothing to check */
  source(text: string): string | Uint8Array | null;
  /** resolves once the schema has answered what it was asked; undefined if it has */
  settled?(): Promise<void> | undefined;
  /** shows what was found, after each check */
  show(text: string): void;
  /** shows what belongs to the file besides its text */
  noted?(): void;
  /** shows which finding is meant; `from` is where it was pointed at */
  lit(id: number | null, from: Place, scroll: boolean): void;
  /** the cursor entered a finding in the editor, or left them all */
  entered?(id: number | null): void;
  /** what is known about a place in the file, if more than the checker says */
  about?: MarksHost["about"];
  /** shows a rule page here; without this, links lead to it */
  explain?(code: string): void;
  /** shows what to write to the model that made the file */
  prompt?(): void;
  /** makes a response of what is in the file */
  wrap?(): void;
  /** the address of that page; null if there is none */
  address?(code: string): string | null;
  /** shows how a fix changes the text, if better than by its edits */
  compare?(before: string, after: string): HTMLElement | null;
  tell(text: string): void;
  /** tells a screen reader where the cursor went */
  say?(text: string): void;
}

export interface Session {
  readonly host: SessionHost;
  readonly view: EditorView;
  /** the state of the editor without a file */
  readonly fresh: () => EditorState;
  readonly findings: FindingHost;
  /** none until it has been loaded */
  checker: Checker | undefined;
  /** the text that was checked last, how, and what was found in it */
  seen: Text | undefined;
  asked: ValidateOptions;
  report: Report | undefined;
  rows: readonly Row[];
  payload: Payload | null;
  /** the finding under the pointer, and the one around the cursor */
  over: number | null;
  within: number | null;
  /** whether a check waits for the schema */
  isWaiting: boolean;
  /** stops the check that waits until typing pauses */
  stop: (() => void) | undefined;
}

export function open(host: SessionHost): Session {
  const session = {
    host,
    rows: [],
    payload: null,
    over: null,
    within: null,
    isWaiting: false,
    asked: {},
  } as unknown as Session;
  const { parent, extensions = [], label } = host;
  const changed = (): void => {
    host.noted?.();
    checkSoon(session);
  };
  const known = completion(async (offset) => toProposals(await proposals(session, offset)));
  return Object.assign(session, {
    findings: findingHost(session),
    ...fileEditor(
      parent,
      marksHost(session, "file", host.entered, host.about),
      changed,
      [known, extensions],
      label,
    ),
  });
}

// --- checking -----------------------------------------------------------------------------------------------

/** Checks the file, or waits until typing pauses. */
export function checkSoon(session: Session): void {
  session.stop?.();
  if (session.view.state.doc.length > AT_ONCE) session.stop = later(() => check(session), PAUSE);
  else check(session);
}

export function check(session: Session): void {
  const { checker, host, view } = session;
  if (checker === undefined) return;
  session.stop?.();
  session.seen = view.state.doc;
  const text = stringOf(view.state.doc);
  const source = host.source(text);
  session.asked = host.options();
  const report = source === null ? undefined : checker.validate(source, session.asked);
  session.report = report;
  session.payload = report === undefined ? null : toPayload(text, report, checker.unwrap(text));
  session.rows = report === undefined ? [] : toRows(report);
  const markers = report === undefined ? [] : toMarkers(report, text);
  if (markers.length + markersOf(view.state).length > 0) view.dispatch({ effects: setMarkers.of(markers) });
  host.show(text);
  // After a check, nothing is under the pointer until it moves again.
  session.over = null;
  enter(session, markerAt(markersOf(view.state), view.state.selection.main.head)?.id ?? null, "file", false);
  const settled = session.isWaiting ? undefined : host.settled?.();
  if (settled === undefined) return;
  session.isWaiting = true;
  void during(
    settled.then(() => {
      session.isWaiting = false;
      check(session);
    }),
  );
}

/** Whether the report is about the current text; checks it if not, as when the check of a long text is delayed. */
export function isCurrent(session: Session): boolean {
  if (session.view.state.doc === session.seen) return true;
  check(session);
  return false;
}

/** The payload of the current text. */
export function currentPayload(session: Session): Payload | null {
  isCurrent(session);
  return session.payload;
}

/** The bytes of the file, if they differ from its text in UTF-8. */
export const bytesOf = ({ view }: Session) => rawOf(view.state)?.bytes;

// --- which finding is meant ---------------------------------------------------------------------------------

export function hover(session: Session, id: number | null, from: Place): void {
  session.over = id;
  session.host.lit(id ?? session.within, from, false);
}

export function enter(session: Session, id: number | null, from: Place, scroll: boolean): void {
  session.within = id;
  session.host.lit(session.over ?? id, from, scroll);
}

/** What an editor reports about the findings in it. */
export const marksHost = (
  session: Session,
  from: Place,
  entered = (id: number | null): void => enter(session, id, from, true),
  about: MarksHost["about"] = (offset) => aboutPlace(session, offset),
): MarksHost => ({
  about,
  hovered: (id) => hover(session, id, from),
  entered,
  card(id) {
    const row = session.rows[id];
    return row === undefined ? null : card(row, session.findings);
  },
});

/** The current text, for queries about a place in it; null if nothing was read. */
function textFor({ checker, report, view }: Session): string | null {
  return checker === undefined || report === undefined || isUnread(view.state)
    ? null
    : stringOf(view.state.doc);
}

/** The answer to a question, which is asked again when the answer of the schema arrives. */
async function answered<T>({ host }: Session, question: () => T): Promise<T> {
  let answer = question();
  for (let it = host.settled?.(); it !== undefined; it = host.settled?.()) {
    await it;
    answer = question();
  }
  return answer;
}

/** What is known about a place in the file, or in a document `inside` it. */
export async function aboutPlace(session: Session, offset: number, inside = ""): Promise<Known | null> {
  const { asked, checker } = session;
  const text = textFor(session);
  if (text === null) return null;
  const found = await answered(session, () => checker?.hover(text, offset, { ...asked, inside }));
  if (found == null) return null;
  const lines = found.text.split("\n").map((it) => make("p", {}, ...prose(it)));
  return { from: found.from, to: found.to, card: make("div", { class: "card about" }, ...lines) };
}

/** What can be inserted at a place in the file, or in a document `inside` it. */
export async function proposals(session: Session, offset: number, inside = ""): Promise<Completion[]> {
  const { asked, checker } = session;
  const text = textFor(session);
  if (text === null) return [];
  return answered(session, () => checker?.complete(text, offset, { ...asked, inside }) ?? []);
}

/** Goes to the next or previous finding in an editor; hints count only if there are no other findings. */
export function go(session: Session, view: EditorView, direction: 1 | -1): void {
  const { from, to } = view.state.selection.main;
  const all = markersOf(view.state);
  const serious = all.filter((it) => it.severity !== "hint");
  const markers = serious.length > 0 ? serious : all;
  const next = step(markers, direction === 1 ? from : Math.min(from, to), direction);
  if (next !== undefined) jumpTo(session, view, next);
}

function jumpTo({ rows, host }: Session, view: EditorView, to: Marker): void {
  show(view, to.from, to.to);
  const row = rows[to.id];
  if (row !== undefined)
    host.say?.(`${row.severity}, line ${row.place.replace(":", ", column ")}: ${plain(row.message)}`);
}

/** On a touch screen, focusing the editor would bring up the keyboard: there, the place is only shown. */
export function show(view: EditorView, from: number, to: number): void {
  reveal(view, from, to, true);
  if (matchMedia("(pointer: coarse)").matches) view.dom.scrollIntoView({ block: "nearest" });
  else view.focus();
}

// --- what can be done with a finding ------------------------------------------------------------------------

const findingHost = (session: Session): FindingHost => ({
  jump(row) {
    const it = session.report?.diagnostics[row.id];
    if (it !== undefined)
      jumpTo(session, session.view, { id: row.id, from: it.from, to: it.to, severity: it.severity });
  },
  fix: (row, idx) => fix(session, row.id, idx),
  ...(session.host.prompt === undefined ? {} : { prompt: session.host.prompt }),
  ...(session.host.wrap === undefined ? {} : { wrap: session.host.wrap }),
  complete: (known) => fixAll(session, { ...session.host.options(), ...known }),
  written: () => session.view.state.field(writtenField),
  preview: (row, idx) => preview(session, row.id, idx),
  reveal: (from, to) => show(session.view, from, to),
  hovered: (id) => hover(session, id, "list"),
  ...(session.host.explain === undefined ? {} : { explain: session.host.explain }),
  ...(session.host.address === undefined ? {} : { address: session.host.address }),
});

/** Applies a fix, unless the text has changed since. */
export function fix(session: Session, id: number, idx: number): void {
  const finding = session.report?.diagnostics[id];
  const chosen = finding?.fixes[idx];
  if (finding === undefined || chosen === undefined || !isCurrent(session)) return;
  apply(session, finding, chosen);
  session.host.tell(`Applied: ${plain(chosen.title)}`);
}

function apply({ view }: Session, { code, message }: Diagnostic, chosen: Fix): void {
  const { title, safety, edits, file } = chosen;
  const entry = toEntry(view.state.doc, { code, message, title, safety, edits });
  const entries = [...view.state.field(entriesField), entry];
  const changes = edits.map(({ from, to, text }) => ({ from, to, insert: text }));
  const name = file?.kind === "rename" ? { name: file.name } : {};
  // A fixed file is its text, no longer its bytes, even if the text stays the same.
  view.dispatch(oneStep(changes, { ...name, entries, raw: null }));
  if (file?.kind === "create") download(file.name, file.text);
}

/** Undoes one fix, and leaves the others. */
export function revert({ view, host }: Session, entry: Entry): void {
  if (entry.back === null) return;
  const entries = view.state.field(entriesField).filter((it) => it !== entry);
  const changes = view.state.changes(entry.back.map(({ from, to, text }) => ({ from, to, insert: text })));
  const moved = entries.map((it) => ({ ...it, back: it.back && follow(it.back, changes) }));
  view.dispatch(oneStep(changes, { entries: moved }));
  host.tell(`Undone: ${plain(entry.title)}`);
}

/** What a fix would change in the current text. */
export function preview(session: Session, id: number, idx: number): HTMLElement | Change[] {
  const { host, report, view, seen } = session;
  const { doc } = view.state;
  const finding = report?.diagnostics[id];
  const chosen = finding?.fixes[idx];
  if (finding === undefined || chosen === undefined || doc !== seen) return [];
  const { title, safety, edits } = chosen;
  const changes = view.state.changes(edits.map(({ from, to, text }) => ({ from, to, insert: text })));
  const shown = host.compare?.(stringOf(doc), changes.apply(doc).toString());
  return shown ?? toEntry(doc, { code: finding.code, message: "", title, safety, edits }).changes;
}

/** Applies every safe fix, or those that the options choose. */
export function fixAll(session: Session, options: FixOptions = session.host.options()): void {
  const { checker, view, host } = session;
  if (checker === undefined) return;
  isCurrent(session);
  const encoded = session.rows.find((it) => it.code === "invalid-utf8");
  if (encoded?.fixes[0]?.safety === "safe") fix(session, encoded.id, 0);
  // U+FFFD is shown for bytes that could not be decoded; it must not be written.
  if (isUnread(view.state)) return;
  const fixed = checker.fix(stringOf(view.state.doc), options);
  const n = fixed.applied.length;
  if (n === 0) return;
  const entries = [...view.state.field(entriesField), ...toEntries(view.state.doc, fixed.applied)];
  view.dispatch(oneStep(toChanges(view.state, fixed), { entries }));
  const left = fixed.report.diagnostics.filter((it) => it.severity === "error" || it.severity === "warning");
  const rest = left.length === 0 ? "" : `; ${counts(left)} left`;
  host.tell(`${n === 1 ? "1 fix" : `${n} fixes`} applied${rest}`);
}
