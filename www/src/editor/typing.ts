import { EditorView, highlightSpecialChars } from "@codemirror/view";

/** Puts in what is typed over a selection: left to the browser it brings a style attribute, which the policy forbids. */
export const typedOver = EditorView.domEventHandlers({
  beforeinput({ inputType, data, isComposing }, view) {
    const { state } = view;
    if (inputType !== "insertText" || data === null || isComposing || state.selection.main.empty)
      return false;
    view.dispatch(state.replaceSelection(data), { userEvent: "input.type", scrollIntoView: true });
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
