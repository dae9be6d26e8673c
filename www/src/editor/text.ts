import type { Text } from "@codemirror/state";

const texts = new WeakMap<Text, string>();

/** The text of a document as a string, created only once: every query about the text after a keystroke needs it. */
export function stringOf(doc: Text): string {
  const known = texts.get(doc);
  if (known !== undefined) return known;
  const text = doc.toString();
  texts.set(doc, text);
  return text;
}
