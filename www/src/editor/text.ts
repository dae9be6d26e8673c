import type { Text } from "@codemirror/state";

const texts = new WeakMap<Text, string>();

/** The text of a document as a string, which is made once: all that is asked about a text after a keystroke needs it. */
export function stringOf(doc: Text): string {
  const known = texts.get(doc);
  if (known !== undefined) return known;
  const text = doc.toString();
  texts.set(doc, text);
  return text;
}
