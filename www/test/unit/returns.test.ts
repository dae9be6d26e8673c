import assert from "node:assert/strict";
import { test } from "node:test";
import { deleteGroupBackward, deleteGroupForward, history, undo } from "@codemirror/commands";
import { EditorState, type StateCommand, type Transaction } from "@codemirror/state";
import { returns } from "../../src/editor/returns.ts";

/** Runs a command at "|" and returns the text with the cursor; undo must restore the old text. */
function after(shown: string, run: StateCommand): string {
  const anchor = shown.indexOf("|");
  const doc = shown.replace("|", "");
  let state = EditorState.create({
    doc,
    selection: { anchor },
    extensions: [EditorState.lineSeparator.of("\n"), returns, history()],
  });
  const dispatch = (tr: Transaction): void => {
    ({ state } = tr);
  };
  run({ state, dispatch });
  const text = state.doc.toString();
  const { head } = state.selection.main;
  undo({ state, dispatch });
  assert.equal(state.doc.toString(), doc);
  assert.equal(state.selection.main.head, anchor);
  return `${text.slice(0, head)}|${text.slice(head)}`;
}

/** Deletes from the cursor to a place, as commands that need a screen do. */
const to =
  (place: number): StateCommand =>
  ({ state, dispatch }) => {
    const { head } = state.selection.main;
    const [from, end] = place < head ? [place, head] : [head, place];
    dispatch(state.update({ changes: { from, to: end }, userEvent: "delete.forward" }));
    return true;
  };

test("what is deleted leaves no half of a line end of Windows", () => {
  for (const [before, run, expected] of [
    ["ab\r\n|cd", deleteGroupBackward, "ab|cd"],
    ["ab\r\n\r\n|cd", deleteGroupBackward, "ab\r\n|cd"],
    ["ab\r\nc|d", deleteGroupBackward, "ab\r\n|d"],
    ["ab|\r\ncd", deleteGroupForward, "ab|cd"],
    ["ab|  \r\ncd", deleteGroupForward, "ab|\r\ncd"],
    ["ab| \r\ncd", deleteGroupForward, "ab|\r\ncd"],
    ["a|b\r\ncd", to(3), "a|\r\ncd"],
    ["ab|\r\ncd", to(3), "ab|cd"],
    ["ab\r\n|cd", to(3), "ab|cd"],
    ["ab|\ncd", to(3), "ab|cd"],
    ["ab|\rcd", to(3), "ab|cd"],
  ] as const)
    assert.equal(after(before, run), expected, JSON.stringify(before));
});

test("other changes may take a half", () => {
  const state = EditorState.create({
    doc: "ab\r\n",
    extensions: [EditorState.lineSeparator.of("\n"), returns],
  });
  assert.equal(state.update({ changes: { from: 2, to: 3 } }).newDoc.toString(), "ab\n");
});
