// Windows line endings. Only "\n" ends a line in the editor, so a "\r" is at the end of the line before it, where it
// must not be shown, and the cursor must not go after it.
import { type ChangeSpec, EditorSelection, EditorState, type Extension, type Text } from "@codemirror/state";
import {
  type Command,
  Decoration,
  type DecorationSet,
  type EditorView,
  MatchDecorator,
  ViewPlugin,
  type ViewUpdate,
} from "@codemirror/view";

const isInside = (doc: Text, at: number): boolean => doc.sliceString(at - 1, at + 1) === "\r\n";

const finder = new MatchDecorator({ regexp: /\r$/g, decoration: Decoration.replace({}) });

// Without this, a step down goes to the end of the file, because a "\r" has no place on the screen.
const hidden = ViewPlugin.fromClass(
  class {
    decorations: DecorationSet;
    constructor(view: EditorView) {
      this.decorations = finder.createDeco(view);
    }
    update(update: ViewUpdate): void {
      this.decorations = finder.updateDeco(update, this.decorations);
    }
  },
  { decorations: (it) => it.decorations },
);

const outside = EditorState.transactionFilter.of((tr) => {
  const { anchor, head, goalColumn } = tr.newSelection.main;
  const before = (at: number): number => (isInside(tr.newDoc, at) ? at - 1 : at);
  if (before(anchor) === anchor && before(head) === head) return tr;
  const range = EditorSelection.range(before(anchor), before(head), goalColumn);
  return [tr, { selection: EditorSelection.create([range]), sequential: true }];
});

// A deletion up to a line ending keeps its "\r"; one that takes or splits the line ending takes both characters.
const deleted = EditorState.transactionFilter.of((tr) => {
  if (!tr.isUserEvent("delete")) return tr;
  const { doc } = tr.startState;
  const changes: ChangeSpec[] = [];
  tr.changes.iterChanges((from, to, at) => {
    if (isInside(doc, from)) changes.push({ from: at - 1, to: at });
    if (isInside(doc, to))
      changes.push(from < to - 1 ? { from: at, insert: "\r" } : { from: at, to: at + 1 });
  });
  return changes.length === 0 ? tr : [tr, { changes, sequential: true }];
});

/** Treats a Windows line ending as one character. */
export const returns: Extension = [hidden, outside, deleted];

/** A step to the right that also crosses such a line ending. */
export const over =
  (run: Command, isSelecting = false): Command =>
  (view) => {
    const { anchor, head } = view.state.selection.main;
    const ran = run(view);
    const { doc, selection } = view.state;
    if (selection.main.head !== head || !isInside(doc, head + 1)) return ran;
    const next = head + 2;
    view.dispatch({
      selection: { anchor: isSelecting ? anchor : next, head: next },
      scrollIntoView: true,
    });
    return true;
  };
