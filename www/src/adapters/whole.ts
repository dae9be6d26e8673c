import type { Report, Unwrapped } from "agent-response/editor";
import { looksLikeAnswer } from "../../../common/answer.ts";

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

const REASONING = /^\s*<think/i;

/**
 * Whether a text is a whole answer of a model: content of a known format without its envelope, or anything after reasoning.
 * Other words with a fence may be a section.
 */
export const isAnswer = (text: string, report: Pick<Report, "format" | "diagnostics">): boolean =>
  looksLikeAnswer(text, report) && (report.format.id !== null || REASONING.test(text));

/** What the checker says about a text, as far as it is needed here. */
export interface Reader {
  /** the names of the members at the top of a text */
  names(text: string): string[];
  /** whether it is an envelope, or a request */
  isMessage(text: string): boolean;
  /** whether it is the answer of a model */
  isAnswer(text: string): boolean;
  /** the id of its format; null if that is not known */
  format(text: string): string | null;
}

/** From the first bracket to the last one, in a fence or not. */
const COMPLETE = /^\s*(?:`{3,}.*\s+)?(?:\{[\s\S]*\}|\[[\s\S]*\])(?:\s*`{3,})?\s*$/;
const ENDS = /[}\]`]\s*$/;
/** Where a value is missing: content that is pasted there is one. */
const BEFORE_VALUE = /:\s*"?$/;

/**
 * Whether a text that is pasted at a place of a file is another file: two files that are joined are not a file. Beside
 * the file, any complete text is one. Inside it, a message is, and so is another version of the file, which has members
 * of the same names, and in a response the answer of a model; anything else is a part.
 */
export function isOtherFile(pasted: string, file: string, at: number, reader: Reader): boolean {
  const isKnown = (text: string): boolean => COMPLETE.test(text) || reader.format(text) !== null;
  const isAnswer = reader.isAnswer(pasted);
  if ((!isAnswer && !isKnown(pasted)) || !isKnown(file)) return false;
  const [before, after] = [file.slice(0, at), file.slice(at)];
  if (before.trim() === "" || (after.trim() === "" && ENDS.test(before)) || reader.isMessage(pasted))
    return true;
  const isResponse = reader.format(file) === "agent-response" && reader.isMessage(file);
  if (isAnswer && isResponse && !BEFORE_VALUE.test(before)) return true;
  const names = reader.names(file);
  return reader.names(pasted).some((it) => names.includes(it));
}
