import { closeSearchPanel, findNext, findPrevious, openSearchPanel, search } from "@codemirror/search";
import { StateEffect } from "@codemirror/state";
import { type EditorView, type KeyBinding, keymap } from "@codemirror/view";

const equipped = new WeakSet<EditorView>();

/** What belongs to searching. The list of the library has more, which would come with the first search only. */
const keys: readonly KeyBinding[] = [
  { key: "F3", run: findNext, shift: findPrevious, scope: "editor search-panel", preventDefault: true },
  { key: "Mod-g", run: findNext, shift: findPrevious, scope: "editor search-panel", preventDefault: true },
  { key: "Mod-f", run: openSearchPanel, scope: "search-panel" },
  { key: "Escape", run: closeSearchPanel, scope: "editor search-panel" },
];

/** Opens the search panel; it is fetched and set up when it is first asked for. */
export function open(view: EditorView): void {
  if (!equipped.has(view)) {
    equipped.add(view);
    view.dispatch({ effects: StateEffect.appendConfig.of([search(), keymap.of(keys)]) });
  }
  openSearchPanel(view);
}
