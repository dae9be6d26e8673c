import type { Extension } from "@codemirror/state";
import { EditorView } from "@codemirror/view";

/** The editors in the page's colors and fonts. */
export const look: Extension = EditorView.theme({
  "&": { color: "var(--ink)", backgroundColor: "transparent", height: "100%" },
  "&.cm-focused": { outline: "none" },
  ".cm-scroller": {
    fontFamily: "var(--mono)",
    fontSize: "var(--code-size)",
    lineHeight: "1.6",
    overflow: "auto",
  },
  ".cm-content": { padding: "10px 0 24px", caretColor: "var(--ink)" },
  ".cm-line": { padding: "0 16px 0 6px", overflowWrap: "anywhere" },
  ".cm-gutters": {
    backgroundColor: "transparent",
    color: "var(--faint)",
    border: "none",
    paddingLeft: "4px",
  },
  ".cm-lineNumbers .cm-gutterElement": { minWidth: "2.2em", padding: "0 6px 0 2px" },
  "&.cm-focused .cm-activeLineGutter": { backgroundColor: "transparent", color: "var(--ink)" },
  ".cm-activeLineGutter": { backgroundColor: "transparent" },
  ".cm-content ::selection, .cm-line::selection": { backgroundColor: "var(--selection)" },
  ".cm-placeholder": { color: "var(--muted)" },
  ".cm-unseen": {
    border: "1px solid var(--muted)",
    borderRadius: "3px",
    padding: "0 2px",
    fontSize: "0.8em",
  },
  ".cm-searchMatch": { backgroundColor: "var(--match)" },
  ".cm-searchMatch-selected": { backgroundColor: "var(--match-2)" },
});
