import { EditorView, highlightSpecialChars } from "@codemirror/view";

/**
 * Puts in what is typed over a selection. The browser would keep the look of what it replaces, as a style on the element,
 * and the page's policy forbids those.
 */
export const typedOver = EditorView.domEventHandlers({
  beforeinput(event, view) {
    const { inputType, data, isComposing } = event;
    // The browser's own range: the editor may not have heard of a selection that was made a moment ago.
    const [range] = event.getTargetRanges();
    if (inputType !== "insertText" || data === null || isComposing || !range || range.collapsed) return false;
    const from = view.posAtDOM(range.startContainer, range.startOffset);
    const to = view.posAtDOM(range.endContainer, range.endOffset);
    view.dispatch({
      changes: { from, to, insert: data },
      selection: { anchor: from + data.length },
      userEvent: "input.type",
      scrollIntoView: true,
    });
    return true;
  },
});

/** Characters that cannot be seen, or turn around what is shown behind them, by their numbers; not "\r", which ends lines. */
export const unseen = highlightSpecialChars({
  specialChars:
    /(?![\t\n\r])\p{Cc}|[\u00ad\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff\ufff9-\ufffb]/gu,
  render(code, description) {
    const span = document.createElement("span");
    span.className = "cm-unseen";
    span.textContent = `U+${code.toString(16).toUpperCase().padStart(4, "0")}`;
    span.title = description ?? "";
    return span;
  },
});
