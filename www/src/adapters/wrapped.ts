import type { AppliedFix, Diagnostic, Recovered, WrapOptions } from "agent-response/editor";

/** What wrapping has made of a content. */
export interface Wrapped {
  /** empty if there is no envelope */
  text: string;
  applied: readonly AppliedFix[];
  /** what was found in it */
  found: readonly Diagnostic[];
  /** what its payload is; "cut" if its end is missing */
  payload: Recovered["payload"];
  /** whether the content is an envelope already */
  isEnvelope: boolean;
  /** why there is no envelope, or why the content was not repaired */
  reason: string;
}

/** The functions of the checker that are needed here, with what is asked of the envelope. */
export interface Wrapper {
  recover(content: string, options: WrapOptions): Recovered;
  found(envelope: string): readonly Diagnostic[];
}

/** The entry for the envelope itself, in the list of what was done. */
const WRAPPED: AppliedFix["code"] = "missing-envelope";

/** Wraps a content, and repairs it as far as asked. */
export function wrapped(content: string, options: WrapOptions, { recover, found }: Wrapper): Wrapped {
  try {
    const { text, applied, payload, reason } = recover(content, options);
    return {
      text,
      applied: applied.filter((it) => it.code !== WRAPPED),
      found: found(text),
      payload,
      isEnvelope: applied.every((it) => it.code !== WRAPPED),
      reason: reason === null ? "" : `the content ${reason}`,
    };
  } catch (error) {
    const { message, code } = error as Error & { code?: string };
    const isEnvelope = code === "content-is-envelope";
    return { text: "", applied: [], found: [], payload: "text", isEnvelope, reason: message };
  }
}

/** The same with repairs, as far as they help: safe ones, or else suggestions, too; null if none helps. */
export function repaired(
  content: string,
  options: WrapOptions,
  wrapper: Wrapper,
  unrepaired: Wrapped,
): Wrapped | null {
  const isJson = unrepaired.payload === "json";
  if (isJson && faults(unrepaired) === 0) return null;
  for (const repair of [true, "all"] as const) {
    const made = wrapped(content, { ...options, repair }, wrapper);
    if (made.payload === "json" && (!isJson || faults(made) < faults(unrepaired))) return made;
  }
  return null;
}

const faults = ({ found }: Wrapped): number =>
  found.filter((it) => it.severity === "error" || it.severity === "warning").length;

export const errors = ({ found }: Pick<Wrapped, "found">): Diagnostic[] =>
  found.filter((it) => it.severity === "error");

/** Whether something was done that has to be looked at. */
export const isGuessed = ({ applied }: Wrapped): boolean => applied.some((it) => it.safety === "suggestion");

/** More repairs than this are only counted. */
const MOST = 3;

/** What was done to a content that is an envelope already, as a part of a sentence. */
export function done({ applied, isEnvelope, text }: Wrapped): string {
  if (text === "" || !isEnvelope) return "";
  if (applied.length === 0) return "already an envelope, so it stays as it is";
  const what = applied.length > MOST ? `${applied.length} fixes` : applied.map(lowered).join("; ");
  return `already an envelope, repaired: ${what}`;
}

const lowered = ({ title }: AppliedFix): string => title.charAt(0).toLowerCase() + title.slice(1);
