import { EditorView, highlightSpecialChars } from "@codemirror/view";

/** Inserts what is typed over a selection: the browser would add a style attribute, which the policy forbids. */
export const typedOver = EditorView.domEventHandlers({
  beforeinput({ inputType, data, isComposing }, view) {
    const { state } = view;
    if (inputType !== "insertText" || data === null || isComposing || state.selection.main.empty)
      return false;
    view.dispatch(state.replaceSelection(data), { userEvent: "input.type", scrollIntoView: true });
    return true;
  },
});

/**
 * Shows the code points of characters that are invisible or reverse the text after them: they can hide a prompt. Not of
 * "\r", which ends lines, nor of joiners and selectors in an emoji or in the scripts that need them.
 */
export const unseen = highlightSpecialChars({
  specialChars:
    /(?![\t\n\r])\p{Cc}|\p{Zl}|\p{Zp}|\u2800|[\ufff9-\ufffb]|(?!\p{Join_C}|[\ufe00-\ufe0f])\p{DI}|(?<![\p{L}\p{M}\p{Emoji}])\p{Join_C}|(?<![\p{L}\p{S}\p{N}\p{Emoji}*#])[\ufe00-\ufe0f]/gu,
  render(code, description) {
    const span = document.createElement("span");
    span.className = "cm-unseen";
    span.textContent = `U+${code.toString(16).toUpperCase().padStart(4, "0")}`;
    span.title = description ?? "";
    return span;
  },
});
