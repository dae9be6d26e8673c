/**
 * Checks the payload against the caller's schema: any Standard Schema, or a validate function of ajv. The schema judges
 * the decoded value; violations are reported at their places inside the string.
 */

import { given, refusal } from "../../src/wasm/fast.js";
import type * as Api from "../dist/index.js";
import { guarded } from "./guarded.ts";
import { isWellFormed, restored, standIn } from "./surrogates.ts";

export function validateWith(
  text: string,
  judge: (payload: string) => readonly Api.PayloadViolation[],
  options?: Api.ValidateOptions,
): Api.Report {
  const lone = typeof text === "string" && !isWellFormed(text) ? standIn([text]) : undefined;
  const there = lone && typeof text === "string" ? lone.apply(text) : text;
  // An error that the caller's function throws must not look like a crash of the wasm.
  let thrown: { error: unknown } | undefined;
  const guardedJudge = (payload: string) => {
    try {
      return judge(restored(payload, lone));
    } catch (error) {
      thrown ??= { error };
      return [];
    }
  };
  const isFunction = typeof judge === "function";
  const report = guarded((core) =>
    restored(core.validateWith(there, isFunction ? guardedJudge : judge, options), lone),
  );
  if (thrown) throw thrown.error;
  return report;
}

export function checkPayload(
  text: string,
  validator: Api.PayloadValidator,
  options?: Api.ValidateOptions,
): Api.Report {
  const judge = judgeOf(validator);
  return validateWith(text, (payload) => judge(JSON.parse(payload)), options);
}

type Judge = (value: unknown) => Api.PayloadViolation[];

const ASYNC = "validator must answer at once, but is asynchronous";

function judgeOf(validator: unknown): Judge {
  const isObject = (typeof validator === "object" && validator !== null) || typeof validator === "function";
  const standard = isObject ? (validator as Partial<Api.StandardSchema>)["~standard"] : undefined;
  if (typeof standard?.validate === "function")
    return (value) => ofStandard((standard as Api.StandardSchema["~standard"]).validate(value), value);
  if (typeof validator === "function") return (value) => ofAjv(validator as Api.AjvValidate, value);
  throw refusal(
    "validator must be a Standard Schema (zod, valibot, arktype, …) or a validate function of ajv",
  );
}

/** An issue, with the properties that libraries add to the standard. */
interface Issue {
  readonly message: string;
  readonly path?:
    | readonly (PropertyKey | { readonly key: PropertyKey; readonly origin?: unknown })[]
    | undefined;
  /** zod: the keys that the schema does not have */
  readonly keys?: unknown;
  readonly code?: unknown;
}

function ofStandard(result: unknown, value: unknown): Api.PayloadViolation[] {
  if (isPromise(result)) throw refusal(ASYNC);
  // Copies, because arktype's lists are subclasses whose `map` creates another such list, not always of these items.
  const issues = [...(given(result as { issues?: readonly Issue[] | undefined }, "issues") ?? [])];
  return issues.flatMap((issue) => {
    const steps = [...(given(issue, "path") ?? [])];
    const path = steps.map((it) => String(typeof it === "object" ? it.key : it));
    const last = steps.at(-1);
    const names = given(issue, "code") === "unrecognized_keys" ? given(issue, "keys") : undefined;
    const keys = Array.isArray(names) ? names.map(String) : [];
    if (keys.length > 0)
      return keys.map((key) => ({ ...violation([...path, key], `Unrecognized key: "${key}"`), key: true }));
    // valibot and arktype put the excess key at the end of the path.
    const isKey =
      (typeof last === "object" && given(last, "origin") === "key") || /must be removed/.test(issue.message);
    return [{ ...violation(path, issue.message), key: isKey && isThere(value, path) }];
  });
}

interface AjvError {
  readonly keyword: string;
  readonly instancePath: string;
  readonly params: Readonly<Record<string, unknown>>;
  readonly message?: string | undefined;
}

function ofAjv(validate: Api.AjvValidate, value: unknown): Api.PayloadViolation[] {
  const isValid: unknown = validate(value);
  if (isPromise(isValid)) {
    // Nothing awaits it, and a rejection is not a crash.
    void Promise.resolve(isValid).catch(() => undefined);
    throw refusal(ASYNC);
  }
  if (isValid) return [];
  const errors = (validate.errors ?? []) as readonly AjvError[];
  return errors.map(({ instancePath, params, keyword, message = keyword }) => {
    const names = ["additionalProperty", "unevaluatedProperty", "propertyName"];
    const key = names.map((it) => given(params, it)).find((it) => typeof it === "string");
    const path = instancePath.split("/").slice(1).map(unescaped);
    if (key === undefined) return violation(path, message);
    return { ...violation([...path, String(key)], message), key: true };
  });
}

/** A violation. Its message gets the name of the value it is about, unless the name is already in it. */
function violation(path: readonly string[], message: string): Api.PayloadViolation {
  const name = path.at(-1);
  const isNamed = name === undefined || message.includes(name);
  const pointer = path.map((it) => `/${it.replaceAll("~", "~0").replaceAll("/", "~1")}`).join("");
  const about = /^\d+$/.test(name ?? "") && path.length > 1 ? `${path.at(-2)}[${name}]` : name;
  return { pointer, message: isNamed ? message : `\`${about}\`: ${message}` };
}

/** Whether the value has a member or an item at the path. */
function isThere(value: unknown, path: readonly string[]): boolean {
  let at: unknown = value;
  for (const key of path) {
    if (typeof at !== "object" || at === null || !Object.hasOwn(at, key)) return false;
    at = (at as Record<string, unknown>)[key];
  }
  return true;
}

const unescaped = (token: string): string => token.replaceAll("~1", "/").replaceAll("~0", "~");

function isPromise(value: unknown): boolean {
  return (
    typeof value === "object" && value !== null && typeof (value as { then?: unknown }).then === "function"
  );
}
