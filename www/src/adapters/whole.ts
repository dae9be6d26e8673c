import type { Report, Unwrapped } from "agent-response/editor";

/** The functions of the checker that tell messages from other texts. */
interface Judge {
  unwrap(text: string): Unwrapped | null;
  validate(text: string): Pick<Report, "format" | "diagnostics">;
}

/** Whether a text is an envelope, also one whose content is under a wrong key, or a request; content alone is none. */
export function isMessage(text: string, { unwrap, validate }: Judge): boolean {
  if (unwrap(text) !== null) return true;
  const { format, diagnostics } = validate(text);
  if (format.id !== "agent-response" || !/^\s*\{[\s\S]*\}\s*$/.test(text))
    return format.id === "agent-request";
  return diagnostics.every((it) => it.code !== "missing-envelope");
}

/** What the checker says about a text, as far as it is needed here. */
export interface Reader {
  /** the names of the members at the top of a text */
  names(text: string): string[];
  /** whether it is an envelope, or a request */
  isMessage(text: string): boolean;
  /** whether it has a known format */
  isKnown(text: string): boolean;
}

/** From the first bracket to the last one, in a fence or not. */
const COMPLETE = /^\s*(?:`{3,}.*\s+)?(?:\{[\s\S]*\}|\[[\s\S]*\])(?:\s*`{3,})?\s*$/;
const ENDS = /[}\]`]\s*$/;

/**
 * Whether a text that is pasted at a place of a file is another file: two files that are joined are not a file. Beside
 * the file, any complete text is one. Inside it, a message is, and so is another version of the file, which has members
 * of the same names; anything else is a part.
 */
export function isOtherFile(pasted: string, file: string, at: number, reader: Reader): boolean {
  const isKnown = (text: string): boolean => COMPLETE.test(text) || reader.isKnown(text);
  if (!isKnown(pasted) || !isKnown(file)) return false;
  const [before, after] = [file.slice(0, at), file.slice(at)];
  if (before.trim() === "" || (after.trim() === "" && ENDS.test(before)) || reader.isMessage(pasted))
    return true;
  const names = reader.names(file);
  return reader.names(pasted).some((it) => names.includes(it));
}
