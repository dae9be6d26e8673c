import { invertedEffects, isolateHistory } from "@codemirror/commands";
import {
  ChangeSet,
  type ChangeSpec,
  type EditorState,
  type Extension,
  StateEffect,
  StateField,
  type TransactionSpec,
} from "@codemirror/state";
import { difference, type Edit } from "../adapters/edits.ts";
import type { Entry } from "../adapters/ledger.ts";

export const setName = StateEffect.define<string>();
export const setEntries = StateEffect.define<readonly Entry[]>();

/** The name of the file. */
export const nameField = StateField.define<string>({
  create: () => "",
  update: (value, tr) => tr.effects.findLast((it) => it.is(setName))?.value ?? value,
});

/** The fixes applied to it. */
export const entriesField = StateField.define<readonly Entry[]>({
  create: () => [],
  update: (value, tr) => tr.effects.findLast((it) => it.is(setEntries))?.value ?? value,
});

/** What belongs to the file beside its text is part of the editor's history: undo takes it back with the text. */
export const record: Extension = [
  nameField,
  entriesField,
  invertedEffects.of((tr) =>
    tr.effects.flatMap((it): StateEffect<unknown>[] => {
      if (it.is(setName)) return [setName.of(tr.startState.field(nameField))];
      if (it.is(setEntries)) return [setEntries.of(tr.startState.field(entriesField))];
      return [];
    }),
  ),
];

/** A change of the text and of what is noted beside it, as one step of the history. */
export function oneStep(
  changes: ChangeSpec,
  noted: { name?: string; entries?: readonly Entry[] },
): TransactionSpec {
  const effects: StateEffect<unknown>[] = [];
  if (noted.name !== undefined) effects.push(setName.of(noted.name));
  if (noted.entries !== undefined) effects.push(setEntries.of(noted.entries));
  return { changes, effects, annotations: isolateHistory.of("full") };
}

/** The edits of fixes, one after the other, when they lead to the text that came out; else what differs, as one edit. */
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
  // In pairs, since putting each behind all that came before takes the square of their number.
  while (sets.length > 1)
    sets = sets.flatMap((it, idx) => {
      const next = sets[idx + 1];
      return idx % 2 === 1 ? [] : next === undefined ? it : it.compose(next);
    });
  const [all] = sets;
  if (all?.apply(state.doc).toString() === fixed.text) return all;
  const edit = difference(state.doc.toString(), fixed.text);
  return edit === null ? [] : { from: edit.from, to: edit.to, insert: edit.text };
}
