/**
 * The functions of every entry point: those of the binding, and what it cannot do itself. Lone surrogates are replaced
 * before a text goes in and restored in results; after a crash, the next call uses a new instance.
 */

import type * as Api from "../dist/index.js";
import { guarded } from "./guarded.ts";
import { drop, instance, settle } from "./instance.ts";
import { prepared, textsOf, withStandIns } from "./prepared.ts";
import {
  applyToEscapes,
  asEscape,
  hasSurrogateEscape,
  replaced,
  restored,
  standIn,
  standInFor,
  texts,
  within,
} from "./surrogates.ts";

export * from "./payload.ts";

export function validate(text: string | Uint8Array, options?: Api.ValidateOptions): Api.Report {
  const lone = standInFor(text);
  const core = instance();
  try {
    return restored(core.validate(replaced(text, lone), options), lone);
  } catch (error) {
    if (core.isMeant(error)) throw error;
    drop();
    return crashed(error);
  } finally {
    settle(core);
  }
}

export function fix(text: string, options?: Api.FixOptions): Api.FixResult;
export function fix(bytes: Uint8Array, options?: Api.FixOptions): Api.FixBytesResult;
export function fix(text: string | Uint8Array, options?: Api.FixOptions): Api.FixResult | Api.FixBytesResult {
  const lone = standInFor(text);
  return guarded((core) => restored(core.fix(replaced(text, lone), options), lone));
}

export function wrap(content: string, options?: Api.WrapOptions): string {
  const lone = standInFor(content, ...texts(options));
  return guarded((core) => {
    if (!lone) return core.wrap(content, options);
    const there = replaced(content, lone);
    const text = core.wrap(there, within(options, lone));
    return text === there ? content : lone.restore(text, asEscape);
  });
}

export function unwrap<T = unknown>(text: string): Api.Unwrapped<T> | null {
  const lone = standInFor(text) ?? (hasSurrogateEscape(text) ? standIn([text]) : undefined);
  const there = lone ? applyToEscapes(replaced(text, lone), lone) : text;
  return guarded((core) => restored(core.unwrap<T>(there), lone));
}

export function locate(text: string, pointer: string): Api.Location | null {
  const lone = standInFor(text, pointer);
  return guarded((core) => restored(core.locate(replaced(text, lone), replaced(pointer, lone)), lone));
}

export function applyEdits(text: string, edits: readonly Api.InnerEdit[]): string {
  const { lone } = prepared(text, ...textsOf(edits));
  // Escapes were replaced only for reading: only the original text is returned.
  const plain = replaced(text, lone);
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

export function explain(code: string): Api.RuleInfo | null {
  return guarded((core) => core.explain(code));
}

export function rules(): Api.RuleInfo[] {
  return guarded((core) => core.rules());
}

export function formats(): Api.FormatInfo[] {
  return guarded((core) => core.formats());
}

/** The report of `validate` after a crash: no text makes it throw. */
function crashed(error: unknown): Api.Report {
  const nowhere = { line: 0, character: 0 };
  const reason = "the check stopped with an internal error";
  return {
    valid: false,
    format: { id: null, reason },
    diagnostics: [
      {
        code: "internal-error",
        severity: "error",
        message: `${reason}: ${error instanceof Error ? error.message : error}`,
        docs: "rules/internal-error",
        range: { start: { ...nowhere }, end: { ...nowhere } },
        from: 0,
        to: 0,
        bytes: { from: 0, to: 0 },
        pointer: "",
        inner: [],
        related: [],
        fixes: [],
      },
    ],
    paths: [],
  };
}
