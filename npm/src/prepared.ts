/**
 * Texts for several questions: lone surrogates are replaced, including those that are written as escapes; the text of the
 * previous call is not prepared again.
 */

import { given } from "../../src/wasm/fast.js";
import type * as Api from "../dist/editor.js";
import { applyToEscapes, isWellFormed, replaced, type StandIn, standIn } from "./surrogates.ts";

interface Prepared {
  /** The text as the binding reads it. */
  there: string;
  lone: StandIn | undefined;
}

let last: (Prepared & { text: string }) | undefined;

/** The text with stand-ins for the lone surrogates in it and in the other arguments. */
export function prepared(text: string, ...others: unknown[]): Prepared {
  const loose = others.filter((it): it is string => isString(it) && !isWellFormed(it));
  if (!isString(text)) return { there: text, lone: undefined };
  const isOwn = (it: unknown): boolean => isString(it) && last?.lone?.restore(it) !== it;
  // A stand-in of that text may be a real character in the other arguments of this call.
  if (last?.text === text && loose.length === 0 && !(last.lone && others.some(isOwn))) return last;
  const needed = loose.length > 0 || !isWellFormed(text) || hasLoneEscape(text);
  const lone = needed ? standIn([text, ...others.filter(isString)]) : undefined;
  const there = lone ? applyToEscapes(lone.apply(text), lone) : text;
  // With whole pairs only, nothing has to be restored.
  const found = { text, there, lone: there === text && loose.length === 0 ? undefined : lone };
  if (loose.length === 0) last = found;
  return found;
}

/** Like `prepared`, and the options with stand-ins in their pointer. */
export function asked<T extends { inside?: string | undefined }>(
  text: string,
  options: T | undefined,
  ...others: unknown[]
) {
  const pointer = given(options, "inside");
  const found = prepared(text, pointer, ...others);
  const isReplaced = found.lone !== undefined && isString(pointer);
  return {
    ...found,
    // What the class of the options has stays.
    inside: isReplaced
      ? (Object.setPrototypeOf({ ...options, inside: replaced(pointer, found.lone) }, options as T) as T)
      : options,
  };
}

/** Whether a lone surrogate is written as an escape. Most texts with surrogate escapes have only whole pairs. */
function hasLoneEscape(text: string): boolean {
  const escapes = /\\u[dD][89a-fA-F]/g;
  for (let found = escapes.exec(text); found; found = escapes.exec(text)) {
    const { index } = found;
    let start = index;
    while (text[start - 1] === "\\") start--;
    // After an escaped backslash, it is plain text.
    if ((index - start) % 2 === 1) continue;
    const isHigh = /[89abAB]/.test(text.charAt(index + 3));
    if (!isHigh || !/^\\u[dD][c-fC-F]/.test(text.slice(index + 6, index + 10))) return true;
    escapes.lastIndex = index + 12;
  }
  return false;
}

const isString = (it: unknown): it is string => typeof it === "string";

export function textsOf(edits: unknown): unknown[] {
  return Array.isArray(edits) ? edits.map((it) => given(it, "text")) : [];
}

/** The edits as they are, or with stand-ins in their texts. */
export function withStandIns(
  edits: readonly Api.InnerEdit[],
  lone: StandIn | undefined,
): readonly Api.InnerEdit[] {
  if (!lone || !Array.isArray(edits)) return edits;
  return edits.map((it) => {
    const text = given<Api.InnerEdit, "text">(it, "text");
    return isString(text) ? { ...it, text: lone.apply(text) } : it;
  });
}
