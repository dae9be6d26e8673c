/** The questions of editors: what this module exports is what every entry point for them exports. */

import type * as Api from "../dist/editor.js";
import { guarded } from "./guarded.ts";
import { asked, prepared, textsOf, withStandIns } from "./prepared.ts";
import { replaced, restored } from "./surrogates.ts";

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

export function readers(text: string | Uint8Array, options?: Api.ValidateOptions): Api.Reading[] {
  const { there, lone } = prepared(text as string);
  return guarded((core) => restored(core.readers(there, options), lone));
}

export function format(text: string, pointer: string, options?: Api.FormatOptions): Api.TextEdit[] {
  const { there, lone, inside } = asked(text, options, pointer);
  return guarded((core) => restored(core.format(there, replaced(pointer, lone), inside), lone));
}
