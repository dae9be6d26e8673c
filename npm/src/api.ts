/**
 * The public functions: those of the binding, and what the binding cannot do itself. Lone surrogates are replaced
 * before a text goes in and restored in results; after a crash, the next call uses a new instance.
 */

import type * as Api from "../dist/index.js";
import { guarded } from "./guarded.ts";
import { drop, instance, settle } from "./instance.ts";
import {
  applyToEscapes,
  asEscape,
  hasSurrogateEscape,
  isWellFormed,
  restored,
  type StandIn,
  standIn,
} from "./surrogates.ts";

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

export function recover(text: string, options?: Api.WrapOptions): Api.Recovered {
  const lone = standInFor(text, ...texts(options));
  return guarded((core) => restored(core.recover(replaced(text, lone), within(options, lone)), lone));
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

export function agentText(text: string, options?: Api.AgentOptions): string {
  const lone = standInFor(text);
  return guarded((core) => restored(core.agentText(replaced(text, lone), options), lone));
}

export function repairPrompt(text: string, options?: Api.AgentOptions): string {
  const lone = standInFor(text);
  return guarded((core) => restored(core.repairPrompt(replaced(text, lone), options), lone));
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
  return {
    valid: false,
    format: { id: null, reason: "the check stopped with an internal error" },
    diagnostics: [
      {
        code: "internal-error",
        severity: "error",
        message: `the check stopped with an internal error: ${error instanceof Error ? error.message : error}`,
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

/** A stand-in for lone surrogates in the arguments; the binding reports everything else that is wrong with them. */
function standInFor(...given: unknown[]): StandIn | undefined {
  for (const value of given)
    if (typeof value === "string" && !isWellFormed(value))
      return standIn(given.filter((it) => typeof it === "string"));
  return undefined;
}

function replaced<T>(text: T, lone: StandIn | undefined): T {
  return lone && typeof text === "string" ? (lone.apply(text) as T) : text;
}

/** The values of options. */
function texts(options: object | undefined): unknown[] {
  return typeof options === "object" && options !== null ? Object.values(options) : [];
}

/** The options with stand-ins in their texts. */
function within(
  options: Api.WrapOptions | undefined,
  lone: StandIn | undefined,
): Api.WrapOptions | undefined {
  if (!lone || typeof options !== "object" || options === null) return options;
  const own = Object.entries(options).map(([key, it]) => [key, replaced(it, lone)]);
  return Object.setPrototypeOf(Object.fromEntries(own), options); // which still has those of its class
}
