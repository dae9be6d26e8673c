import { openSearchPanel, search, searchKeymap } from "@codemirror/search";
import { StateEffect } from "@codemirror/state";
import { type EditorView, keymap } from "@codemirror/view";

const equipped = new WeakSet<EditorView>();

/** Opens the search panel; it is fetched and set up when it is first asked for. */
export function open(view: EditorView): void {
  if (!equipped.has(view)) {
    equipped.add(view);
    view.dispatch({ effects: StateEffect.appendConfig.of([search(), keymap.of(searchKeymap)]) });
  }
  openSearchPanel(view);
}
