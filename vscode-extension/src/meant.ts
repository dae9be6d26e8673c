/** Texts that may have been meant as envelopes. */
import { applyEdits, type Diagnostic, unwrap, validate } from "agent-response/editor";

/** Each fix that is tried is another copy of the text. */
const MOST_TRIED = 16;

/** What is said of the mistake whose fix makes a text an envelope with content. */
export function onlyMistake(
  text: string,
  isWanted: (code: Diagnostic["code"]) => boolean = () => true,
): string | undefined {
  return validate(text, { format: "agent-response" })
    .diagnostics.slice(0, MOST_TRIED)
    .find(({ code, fixes: [fix] }) => isWanted(code) && fix && unwrap(applyEdits(text, fix.edits)) !== null)
    ?.message;
}

/** Why the content of an envelope may itself have been meant as one. */
export function whyMeant(envelope: string): string | undefined {
  const inside = unwrap(envelope);
  if (inside?.kind !== "json") return undefined;
  if (unwrap(inside.content) !== null) return "its other fields are missing";
  return onlyMistake(inside.content, (it) => it !== "missing-envelope");
}
