/** The arguments: each is checked here, and a wrong one is a TypeError that names it. The result is JSON for the wasm. */

import type { ValidateOptions, WrapOptions } from "../dist/index.js";

type Check = (value: unknown, name: string) => void;
type Checks = Readonly<Record<string, Check>>;

const FORMATS = [
  "auto",
  "agent-response",
  "agent-request",
  "enhancement",
  "analysis",
  "agents",
  "delegator",
  "factory",
];
const PROFILES = ["default", "strict", "upstream"];
const SWITCH = ["on", "off"];
const SEVERITIES = ["error", "warning", "info", "hint", "off"];
/** By format, what a new envelope may say of itself. */
const STATUSES = { "agent-response": ["success", "error", "timeout"], delegator: ["ok", "error"] };
const TIME =
  /^(\d{4}-\d\d-\d\d)[T ]([01]\d|2[0-3]):[0-5]\d(:([0-5]\d|60)([.,]\d+)?)?(Z|[+-]([01]\d|2[0-3])(:?[0-5]\d)?)?$/i;

// Without a prototype: `constructor` and `__proto__` are unknown options like any other.
const VALIDATE: Checks = checks({
  fileName: string,
  format: oneOf(FORMATS),
  profile: oneOf(PROFILES),
  payloads: oneOf(SWITCH),
  rules: severities,
  request: string,
  now: time,
  siblings: texts,
  files: list,
});
const FIX: Checks = checks({ ...VALIDATE, suggestions: boolean });
const WRAP: Checks = checks({
  format: oneOf(["agent-response", "delegator"]),
  tool: string,
  request: string,
  requestId: string,
  status: string,
  errorMessage: string,
  errorType: string,
  createdAt: time,
  ts: time,
  durationSeconds: duration,
  metadata: object,
  force: boolean,
});

/** What the last call had, when it was all plain values; most programs pass the same again. */
const last = { fileName: "", format: "", profile: "", payloads: "", request: "", now: "", json: "{}" };
const NOT_GIVEN = "\0";
let codes: ReadonlySet<string> | undefined;
let readCodes: () => Iterable<string> = () => [];

/** Names the function that knows the codes of all rules; it is asked when an option first names one. */
export function setCodes(read: () => Iterable<string>): void {
  readCodes = read;
}

/** Checks the options of `validate`. */
export function validateOptions(options: ValidateOptions | undefined): string {
  if (options === undefined) return "{}";
  check(options, VALIDATE);
  if (options.rules || options.siblings || options.files) return JSON.stringify(options);
  const {
    fileName = NOT_GIVEN,
    format = NOT_GIVEN,
    profile = NOT_GIVEN,
    payloads = NOT_GIVEN,
    request = NOT_GIVEN,
    now = NOT_GIVEN,
  } = options;
  if (
    fileName !== last.fileName ||
    format !== last.format ||
    profile !== last.profile ||
    payloads !== last.payloads ||
    request !== last.request ||
    now !== last.now
  ) {
    Object.assign(last, { fileName, format, profile, payloads, request, now, json: JSON.stringify(options) });
  }
  return last.json;
}

/** Checks the options of `fix`; `suggestions` goes its own way. */
export function fixOptions(options: (ValidateOptions & { suggestions?: boolean }) | undefined): string {
  if (options === undefined) return "{}";
  check(options, FIX);
  const { suggestions: _, ...rest } = options;
  return JSON.stringify(rest);
}

/** Checks the options of `wrap`; the result is their texts. */
export function wrapTexts(options: WrapOptions | undefined): string[] {
  if (options === undefined) return [];
  check(options, WRAP);
  const { format = "agent-response", status } = options;
  if (status !== undefined) oneOf(STATUSES[format])(status, "options.status");
  return Object.values(options).filter((it) => typeof it === "string");
}

/** The options of `wrap` with each text passed through `apply`, and with the present time when they have none. */
export function wrapOptions(options: WrapOptions | undefined, apply: (text: string) => string): string {
  const { ts: _, ...others } = options ?? {};
  const all = Object.entries({
    ...others,
    createdAt: options?.createdAt ?? options?.ts ?? new Date().toISOString(),
  });
  return JSON.stringify(
    Object.fromEntries(all.map(([key, it]) => [key, typeof it === "string" ? apply(it) : it])),
  );
}

/** An argument that has to be text. */
export function string(value: unknown, name: string): void {
  if (typeof value !== "string") throw wrong(name, "a string", value);
}

/** `name must be expected, but is …` */
export function wrong(name: string, expected: string, value: unknown): TypeError {
  return new TypeError(`${name} must be ${expected}, but is ${shown(value)}`);
}

function check(options: object, known: Checks): void {
  if (typeof options !== "object" || options === null || Array.isArray(options))
    throw wrong("options", "an object", options);
  for (const key in options) {
    if (!Object.hasOwn(options, key)) continue;
    const test = known[key];
    if (!test)
      throw new TypeError(`options.${key} is not an option; known are ${Object.keys(known).join(", ")}`);
    const value = (options as Record<string, unknown>)[key];
    if (value !== undefined) test(value, `options.${key}`);
  }
}

function checks(all: Record<string, Check>): Checks {
  return Object.assign(Object.create(null), all);
}

function oneOf(all: readonly string[]): Check {
  return (value, name) => {
    if (!all.includes(value as string))
      throw wrong(name, `one of ${all.map((it) => `"${it}"`).join(", ")}`, value);
  };
}

function boolean(value: unknown, name: string): void {
  if (typeof value !== "boolean") throw wrong(name, "a boolean", value);
}

function time(value: unknown, name: string): void {
  const day = typeof value === "string" ? TIME.exec(value)?.[1] : undefined;
  // A day that the month does not have becomes one of the next, or none.
  if (!day || !new Date(day).toJSON()?.startsWith(day))
    throw wrong(name, "a time as ISO 8601 writes it", value);
}

function duration(value: unknown, name: string): void {
  if (typeof value !== "number" || !(value >= 0 && value < Infinity))
    throw wrong(name, "a number of seconds", value);
}

function object(value: unknown, name: string): void {
  if (typeof value !== "object" || value === null) throw wrong(name, "an object", value);
  let json: string | undefined;
  try {
    json = JSON.stringify(value);
  } catch (cause) {
    throw new TypeError(`${name} must be an object that JSON can write`, { cause });
  }
  if (!json?.startsWith("{")) throw wrong(name, "an object that JSON writes as one", value);
}

function record(value: unknown, name: string): [string, unknown][] {
  if (typeof value !== "object" || value === null || Array.isArray(value))
    throw wrong(name, "an object", value);
  return Object.entries(value);
}

function severities(value: unknown, name: string): void {
  for (const [code, severity] of record(value, name)) {
    codes ??= new Set(readCodes());
    if (!codes.has(code)) throw new TypeError(`${name} names \`${code}\`, which is no rule`);
    oneOf(SEVERITIES)(severity, `${name}["${code}"]`);
  }
}

function texts(value: unknown, name: string): void {
  for (const [key, text] of record(value, name)) string(text, `${name}[${JSON.stringify(key)}]`);
}

function list(value: unknown, name: string): void {
  if (!Array.isArray(value)) throw wrong(name, "an array of strings", value);
  for (const [index, it] of value.entries()) string(it, `${name}[${index}]`);
}

function shown(value: unknown): string {
  if (typeof value === "string") return JSON.stringify(value.length > 40 ? `${value.slice(0, 40)}…` : value);
  if (value === null) return "null";
  if (Array.isArray(value)) return "an array";
  return typeof value === "object" || typeof value === "function"
    ? `a ${typeof value}`.replace("a o", "an o")
    : String(value);
}
