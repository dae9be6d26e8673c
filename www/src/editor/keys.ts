import {
  cursorCharLeft,
  cursorCharRight,
  cursorDocEnd,
  cursorDocStart,
  cursorGroupLeft,
  cursorGroupRight,
  cursorLineBoundaryBackward,
  cursorLineBoundaryForward,
  cursorLineBoundaryLeft,
  cursorLineBoundaryRight,
  cursorLineDown,
  cursorLineUp,
  cursorPageDown,
  cursorPageUp,
  deleteGroupBackward,
  deleteGroupForward,
  deleteLineBoundaryBackward,
  deleteLineBoundaryForward,
  historyKeymap,
  selectAll,
  selectCharLeft,
  selectCharRight,
  selectDocEnd,
  selectDocStart,
  selectGroupLeft,
  selectGroupRight,
  selectLineBoundaryBackward,
  selectLineBoundaryForward,
  selectLineBoundaryLeft,
  selectLineBoundaryRight,
  selectLineDown,
  selectLineUp,
  selectPageDown,
  selectPageUp,
} from "@codemirror/commands";
import { EditorSelection, findClusterBreak, type StateCommand } from "@codemirror/state";
import type { Command, KeyBinding } from "@codemirror/view";
import { over } from "./returns.ts";

/** Moving and selecting. The library's own list would bring all its language support with it. */
export const moving: readonly KeyBinding[] = [
  { key: "ArrowLeft", run: cursorCharLeft, shift: selectCharLeft, preventDefault: true },
  {
    key: "Mod-ArrowLeft",
    mac: "Alt-ArrowLeft",
    run: cursorGroupLeft,
    shift: selectGroupLeft,
    preventDefault: true,
  },
  { mac: "Cmd-ArrowLeft", run: cursorLineBoundaryLeft, shift: selectLineBoundaryLeft, preventDefault: true },
  { key: "ArrowRight", run: over(cursorCharRight), shift: over(selectCharRight, true), preventDefault: true },
  {
    key: "Mod-ArrowRight",
    mac: "Alt-ArrowRight",
    run: over(cursorGroupRight),
    shift: over(selectGroupRight, true),
    preventDefault: true,
  },
  {
    mac: "Cmd-ArrowRight",
    run: cursorLineBoundaryRight,
    shift: selectLineBoundaryRight,
    preventDefault: true,
  },
  { key: "ArrowUp", run: cursorLineUp, shift: selectLineUp, preventDefault: true },
  { mac: "Cmd-ArrowUp", run: cursorDocStart, shift: selectDocStart },
  { key: "ArrowDown", run: cursorLineDown, shift: selectLineDown, preventDefault: true },
  { mac: "Cmd-ArrowDown", run: cursorDocEnd, shift: selectDocEnd },
  { mac: "Ctrl-ArrowUp", run: cursorPageUp, shift: selectPageUp },
  { key: "PageUp", run: cursorPageUp, shift: selectPageUp },
  { mac: "Ctrl-ArrowDown", run: cursorPageDown, shift: selectPageDown },
  { key: "PageDown", run: cursorPageDown, shift: selectPageDown },
  { key: "Home", run: cursorLineBoundaryBackward, shift: selectLineBoundaryBackward, preventDefault: true },
  { key: "Mod-Home", run: cursorDocStart, shift: selectDocStart },
  { key: "End", run: cursorLineBoundaryForward, shift: selectLineBoundaryForward, preventDefault: true },
  { key: "Mod-End", run: cursorDocEnd, shift: selectDocEnd },
  { key: "Mod-a", run: selectAll },
];

/** Writing, deleting, undoing. */
export const writing: readonly KeyBinding[] = [
  ...historyKeymap,
  { key: "Enter", run: newLine, shift: newLine },
  { key: "Backspace", run: deleteCharacter(false), shift: deleteCharacter(false), preventDefault: true },
  { key: "Delete", run: deleteCharacter(true), preventDefault: true },
  { key: "Mod-Backspace", mac: "Alt-Backspace", run: deleteGroupBackward, preventDefault: true },
  { key: "Mod-Delete", mac: "Alt-Delete", run: deleteGroupForward, preventDefault: true },
  { mac: "Mod-Backspace", run: deleteLineBoundaryBackward, preventDefault: true },
  { mac: "Mod-Delete", run: deleteLineBoundaryForward, preventDefault: true },
];

/** A new line with the line ending of the first one and the indentation of the previous one. */
function newLine({ state, dispatch }: Parameters<StateCommand>[0]): boolean {
  const end = state.doc.line(1).text.endsWith("\r") ? "\r\n" : "\n";
  const changes = state.changeByRange(({ from, to }) => {
    const line = state.doc.lineAt(from);
    const insert = end + (/^\s*/.exec(line.text.slice(0, from - line.from))?.[0] ?? "");
    return { changes: { from, to, insert }, range: EditorSelection.cursor(from + insert.length) };
  });
  dispatch(state.update(changes, { scrollIntoView: true, userEvent: "input" }));
  return true;
}

/** Deletes the selection, or else the whole character next to the cursor. */
function deleteCharacter(forward: boolean): Command {
  return ({ state, dispatch }) => {
    if (state.readOnly) return false;
    const changes = state.changeByRange((range) => {
      if (!range.empty) return { changes: range, range: EditorSelection.cursor(range.from) };
      const line = state.doc.lineAt(range.head);
      const at = range.head - line.from;
      const last = forward ? line.length : 0;
      const beside =
        at === last ? range.head + (forward ? 1 : -1) : line.from + findClusterBreak(line.text, at, forward);
      const other = Math.min(Math.max(beside, 0), state.doc.length);
      const [from, to] = other < range.head ? [other, range.head] : [range.head, other];
      return { changes: { from, to }, range: EditorSelection.cursor(from) };
    });
    if (changes.changes.empty) return false;
    dispatch(
      state.update(changes, {
        scrollIntoView: true,
        userEvent: forward ? "delete.forward" : "delete.backward",
      }),
    );
    return true;
  };
}
