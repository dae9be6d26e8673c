/**
 * The functions for editors. Each calls the binding with lone surrogates replaced, including those that are written as
 * escapes; the text of the previous call is not prepared again.
 */

import { given } from "../../src/wasm/fast.js";
import type * as Api from "../dist/editor.js";
import { guarded } from "./guarded.ts";
import { applyToEscapes, isWellFormed, restored, type StandIn, standIn } from "./surrogates.ts";

export function documents(text: string, options?: Api.ValidateOptions): Api.InnerDocument[] {
  const { there, lone } = prepared(text);
  return guarded((core) => restored(core.documents(there, options), lone));
}

export function document(
  text: string,
  pointer: string,
  options?: Api.ValidateOptions,
): Api.InnerDocument | null {
  const { there, lone } = prepared(text, pointer);
  return guarded((core) => restored(core.document(there, replaced(pointer, lone), options), lone));
}

export function edit(
  text: string,
  pointer: string,
  edits: readonly Api.InnerEdit[],
  options?: Api.ValidateOptions,
): Api.TextEdit[] {
  const { there, lone } = prepared(text, pointer, ...textsOf(edits));
  return guarded((core) =>
    restored(core.edit(there, replaced(pointer, lone), withStandIns(edits, lone), options), lone),
  );
}

export function toFile(
  text: string,
  pointer: string,
  from: number,
  to: number,
  options?: Api.ValidateOptions,
): Api.Place {
  const { there, lone } = prepared(text, pointer);
  return guarded((core) => core.toFile(there, replaced(pointer, lone), from, to, options));
}

export function toInner(text: string, offset: number, options?: Api.ValidateOptions): Api.InnerOffset[] {
  const { there, lone } = prepared(text);
  return guarded((core) => restored(core.toInner(there, offset, options), lone));
}

export function applyEdits(text: string, edits: readonly Api.InnerEdit[]): string {
  const { there, lone } = prepared(text, ...textsOf(edits));
  // Escapes were replaced only for reading: only the original text is returned.
  const plain = lone && isString(text) ? lone.apply(text) : there;
  return guarded((core) => restored(core.applyEdits(plain, withStandIns(edits, lone)), lone));
}

export function locateAll(
  text: string,
  pointers: readonly string[],
  options?: Api.LocateOptions,
): (Api.Location | null)[] {
  const { there, lone } = prepared(text, ...(Array.isArray(pointers) ? pointers : []));
  const asked = lone && Array.isArray(pointers) ? pointers.map((it) => replaced(it, lone)) : pointers;
  return guarded((core) => restored(core.locateAll(there, asked, options), lone));
}

export function hover(text: string, offset: number, options?: Api.InsideOptions): Api.Hover | null {
  const { there, lone, inside } = asked(text, options);
  return guarded((core) => restored(core.hover(there, offset, inside), lone));
}

export function complete(text: string, offset: number, options?: Api.InsideOptions): Api.Completion[] {
  const { there, lone, inside } = asked(text, options);
  return guarded((core) => restored(core.complete(there, offset, inside), lone));
}

export function symbols(text: string, options?: Api.InsideOptions): Api.DocumentSymbol[] {
  const { there, lone, inside } = asked(text, options);
  return guarded((core) => restored(core.symbols(there, inside), lone));
}

export function definition(text: string, offset: number, options?: Api.InsideOptions): Api.Definition[] {
  const { there, lone, inside } = asked(text, options);
  return guarded((core) => restored(core.definition(there, offset, inside), lone));
}

export function folding(text: string, options?: Api.InsideOptions): Api.Fold[] {
  const { there, inside } = asked(text, options);
  return guarded((core) => core.folding(there, inside));
}

export function selectionRanges(
  text: string,
  offsets: readonly number[],
  options?: Api.InsideOptions,
): Api.Place[][] {
  const { there, inside } = asked(text, options);
  return guarded((core) => core.selectionRanges(there, offsets, inside));
}

export function tokens(text: string, options?: Api.InsideOptions): Api.Tokens {
  const { there, inside } = asked(text, options);
  return guarded((core) => core.tokens(there, inside));
}

export function tokenTypes(): string[] {
  return guarded((core) => core.tokenTypes());
}

export function format(text: string, pointer: string, options?: Api.FormatOptions): Api.TextEdit[] {
  const { there, lone, inside } = asked(text, options, pointer);
  return guarded((core) => restored(core.format(there, replaced(pointer, lone), inside), lone));
}

interface Prepared {
  /** The text as the binding reads it. */
  there: string;
  lone: StandIn | undefined;
}

let last: (Prepared & { text: string }) | undefined;

/** The text with stand-ins for the lone surrogates in it and in the other arguments. */
function prepared(text: string, ...others: unknown[]): Prepared {
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
function asked<T extends { inside?: string | undefined }>(
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

function replaced<T>(text: T, lone: StandIn | undefined): T {
  return lone && isString(text) ? (lone.apply(text) as T) : text;
}

function textsOf(edits: unknown): unknown[] {
  return Array.isArray(edits) ? edits.map((it) => given(it, "text")) : [];
}

/** The edits as they are, or with stand-ins in their texts. */
function withStandIns(edits: readonly Api.InnerEdit[], lone: StandIn | undefined): readonly Api.InnerEdit[] {
  if (!lone || !Array.isArray(edits)) return edits;
  return edits.map((it) => {
    const text = given<Api.InnerEdit, "text">(it, "text");
    return isString(text) ? { ...it, text: lone.apply(text) } : it;
  });
}
