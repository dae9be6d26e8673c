import { invertedEffects, isolateHistory } from "@codemirror/commands";
import {
  ChangeSet,
  type ChangeSpec,
  EditorState,
  type Extension,
  StateEffect,
  type StateEffectType,
  StateField,
  type Transaction,
  type TransactionSpec,
} from "@codemirror/state";
import { difference, type Edit } from "../adapters/edits.ts";
import type { Envelope } from "../adapters/envelope.ts";
import { type Entry, follow } from "../adapters/ledger.ts";
import { stringOf } from "./text.ts";

/** A value that is recorded with the text. */
function note<T>(
  first: T,
  changed = (value: T, _tr: Transaction): T => value,
): { set: StateEffectType<T>; field: StateField<T> } {
  const set = StateEffect.define<T>();
  const field = StateField.define<T>({
    create: () => first,
    update: (value, tr) => tr.effects.findLast((it) => it.is(set))?.value ?? changed(value, tr),
  });
  return { set, field };
}

/** The edits that undo a fix move with the text; once the text there is changed, the fix can no longer be undone. */
function moved(all: readonly Entry[], { changes, docChanged }: Transaction): readonly Entry[] {
  if (!docChanged || all.length === 0) return all;
  return all.map((it) => ({ ...it, back: it.back === null ? null : follow(it.back, changes) }));
}

const name = note("");
const entries = note<readonly Entry[]>([], moved);
const request = note<Request>({ text: "", isAside: false });
const envelope = note<{ kept: Envelope | null }>({ kept: null });
const raw = note<{ file: Raw | null }>({ file: null });
const base = note("");
const written = note("");
const handle = note<{ handle: FileSystemFileHandle | null }>({ handle: null });

/** The name of the file. */
export const { set: setName, field: nameField } = name;
/** The fixes applied to the file. */
export const { set: setEntries, field: entriesField } = entries;
/** The request that the file answers. */
export const { set: setRequest, field: requestField } = request;
/** The envelope of the file, if the file is a payload that was taken out of one. */
export const { set: setEnvelope, field: envelopeField } = envelope;

/** Where the file can be saved in place. */
export const handleField = handle.field;

/** The original text of the file, from which the difference is shown. */
export const baseField = base.field;

/** When the file was written, in ISO 8601; empty if that is not known. */
export const writtenField = written.field;

/** The bytes of the file, if they differ from its text in UTF-8. */
export const rawField = raw.field;

/** The bytes that the text was decoded from; null once the text has changed. */
export function rawOf(state: EditorState): Raw | null {
  const { file } = state.field(rawField);
  return file !== null && file.text.length === state.doc.length && file.text === stringOf(state.doc)
    ? file
    : null;
}

/** Whether the shown text is not the file, because some of its bytes could not be decoded. */
export const isUnread = (state: EditorState): boolean => rawOf(state)?.isLossy === true;

/** Bytes, and the text that was decoded from them; once the text changes, they are no longer its file. */
export interface Raw {
  text: string;
  bytes: Uint8Array<ArrayBuffer>;
  isLossy: boolean;
}

/** The request of a file. */
export interface Request {
  text: string;
  /** it belongs to the previous file, so nothing is compared with it */
  isAside: boolean;
}

const inverted = <T>(tr: Transaction, { set, field }: { set: StateEffectType<T>; field: StateField<T> }) =>
  tr.effects.some((it) => it.is(set)) ? [set.of(tr.startState.field(field))] : [];

/** What belongs to the file besides its text is part of the editor's history and is undone with the text. */
export const record: Extension = [
  name.field,
  entries.field,
  request.field,
  envelope.field,
  raw.field,
  base.field,
  written.field,
  handle.field,
  invertedEffects.of((tr) => [
    ...inverted(tr, name),
    ...inverted(tr, entries),
    ...inverted(tr, request),
    ...inverted(tr, envelope),
    ...inverted(tr, raw),
    ...inverted(tr, base),
    ...inverted(tr, written),
    ...inverted(tr, handle),
  ]),
  // A text that is pasted where nothing is, or over all of it, is a file; in place of another, it may not answer its request.
  EditorState.transactionExtender.of((tr) => {
    const isOver = isWhole(tr);
    if (!tr.isUserEvent("input.paste") || !(isOver || tr.startState.doc.length === 0)) return null;
    const before = tr.startState.field(requestField);
    const aside = !isOver || before.text === "" ? [] : [setRequest.of({ ...before, isAside: true })];
    return {
      effects: [base.set.of(stringOf(tr.newDoc)), written.set.of(""), ...aside],
    };
  }),
];

/** Whether a change replaces the whole text. */
export function isWhole({ changes, startState: { doc } }: Transaction): boolean {
  let is = false;
  changes.iterChangedRanges((from, to) => {
    is = from === 0 && to === doc.length && to > 0;
  });
  return is;
}

/** Whether any recorded value has changed. */
export const isNoted = (before: EditorState, after: EditorState): boolean =>
  [nameField, entriesField, requestField, envelopeField, rawField, handleField].some(
    (it) => before.field<unknown>(it) !== after.field<unknown>(it),
  );

/** Values that can be recorded in one step with a change to the text. */
export interface Noted {
  name?: string;
  entries?: readonly Entry[];
  request?: Request;
  envelope?: Envelope | null;
  raw?: Raw | null;
  base?: string;
  written?: string;
  handle?: FileSystemFileHandle | null;
}

/** A change to the text and to what is recorded with it, as one step in the history. */
export function oneStep(changes: ChangeSpec, noted: Noted): TransactionSpec {
  const effects: StateEffect<unknown>[] = [];
  if (noted.name !== undefined) effects.push(setName.of(noted.name));
  if (noted.entries !== undefined) effects.push(setEntries.of(noted.entries));
  if (noted.request !== undefined) effects.push(setRequest.of(noted.request));
  if (noted.envelope !== undefined) effects.push(setEnvelope.of({ kept: noted.envelope }));
  if (noted.raw !== undefined) effects.push(raw.set.of({ file: noted.raw }));
  if (noted.handle !== undefined) effects.push(handle.set.of({ handle: noted.handle }));
  if (noted.base !== undefined) effects.push(base.set.of(noted.base));
  if (noted.written !== undefined) effects.push(written.set.of(noted.written));
  return { changes, effects, annotations: isolateHistory.of("full") };
}

/** The edits of fixes, one after the other, if they lead to the fixed text; otherwise the difference as one edit. */
export function toChanges(
  state: EditorState,
  fixed: { text: string; applied: { edits: Edit[] }[] },
): ChangeSpec {
  let { length } = state.doc;
  let sets: ChangeSet[] = [];
  for (const { edits } of fixed.applied) {
    if (edits.some((it) => it.to > length)) break;
    const changes = edits.map(({ from, to, text }) => ({ from, to, insert: text }));
    const set = ChangeSet.of(changes, length, "\n");
    length = set.newLength;
    sets.push(set);
  }
  // In pairs, because appending each to all earlier ones takes quadratic time.
  while (sets.length > 1)
    sets = sets.flatMap((it, idx) => {
      const next = sets[idx + 1];
      return idx % 2 === 1 ? [] : next === undefined ? it : it.compose(next);
    });
  const [all] = sets;
  if (all?.apply(state.doc).toString() === fixed.text) return all;
  const edit = difference(stringOf(state.doc), fixed.text);
  return edit === null ? [] : { from: edit.from, to: edit.to, insert: edit.text };
}
