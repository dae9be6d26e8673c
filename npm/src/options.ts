/** The arguments: each is checked here, and a wrong one is a TypeError that names it. The result is JSON for the wasm. */

import type { FixOptions, ValidateOptions, WrapOptions } from "../dist/index.js";

type Check = (value: unknown, name: string) => void;
type Checks = Readonly<Record<string, Check>>;

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
  format: (value, name) => oneOf(["auto", ...tables.formats()])(value, name),
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
  repair,
  force: boolean,
});

/** What the last call had, when it was all plain values, and its JSON; most programs pass the same again. */
let last: ValidateOptions = {};
let lastJson = "{}";
/** What the wasm knows; it is asked when an option first names one of them. */
interface Known {
  codes(): readonly string[];
  formats(): readonly string[];
}

let tables: Known;
let codes: ReadonlySet<string> | undefined;

/** Names the functions that know the rules and the formats. */
export function setKnown(it: Known): void {
  tables = it;
}

/** Checks the options of `validate`. */
export function validateOptions(options: ValidateOptions | undefined): string {
  if (options === undefined) return "{}";
  refuseUnknown(options, VALIDATE);
  const { fileName, format, profile, payloads, request, now, rules, siblings, files } = options;
  const isPlain = rules === undefined && siblings === undefined && files === undefined;
  const isSame =
    fileName === last.fileName &&
    format === last.format &&
    profile === last.profile &&
    payloads === last.payloads &&
    request === last.request &&
    now === last.now;
  if (isPlain && isSame) return lastJson;
  // Not read again: what was looked at is what is used.
  const seen = { fileName, format, profile, payloads, request, now, rules, siblings, files };
  const given = checked(seen, VALIDATE);
  const json = JSON.stringify(given);
  if (isPlain) {
    last = given;
    lastJson = json;
  }
  return json;
}

/** Checks the options of `fix`; `suggestions` goes its own way. */
export function fixOptions(options: FixOptions | undefined): { json: string; suggestions: boolean } {
  const { suggestions = false, ...others } = read(options, FIX);
  return { json: JSON.stringify(others), suggestions };
}

/** Checks the options of `wrap` and `recover`. Who gives no time means now. */
export function wrapOptions(options: WrapOptions | undefined): WrapOptions {
  const { ts, ...others } = read(options, WRAP);
  const { format = "agent-response", status, createdAt = ts ?? new Date().toISOString() } = others;
  if (status !== undefined) oneOf(STATUSES[format])(status, "options.status");
  return { ...others, createdAt };
}

/** An argument that has to be text. */
export function string(value: unknown, name: string): void {
  if (typeof value !== "string") throw wrong(name, "a string", value);
}

/** `name must be expected, but is …` */
export function wrong(name: string, expected: string, value: unknown): TypeError {
  return new TypeError(`${name} must be ${expected}, but is ${shown(value)}`);
}

function read<Options extends object>(options: Options | undefined, known: Checks): Partial<Options> {
  if (options === undefined) return {};
  refuseUnknown(options, known);
  return checked(options, known);
}

/** Those that are given. Each is read once, and inherited ones count, as they do elsewhere. */
function checked<Options extends object>(options: Options, known: Checks): Partial<Options> {
  const given: Record<string, unknown> = {};
  for (const key in known) {
    const value = (options as Record<string, unknown>)[key];
    if (value === undefined) continue;
    known[key]?.(value, `options.${key}`);
    given[key] = value;
  }
  return given as Partial<Options>;
}

function refuseUnknown(options: object, known: Checks): void {
  if (typeof options !== "object" || options === null || Array.isArray(options))
    throw wrong("options", "an object", options);
  for (const key of Object.keys(options)) {
    if (!known[key])
      throw new TypeError(`options.${key} is not an option; known are ${Object.keys(known).join(", ")}`);
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

function repair(value: unknown, name: string): void {
  if (typeof value !== "boolean" && value !== "all") throw wrong(name, 'true, false or "all"', value);
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
  if (!json?.startsWith("{") || isCollection(value))
    throw wrong(name, "an object that JSON writes as one", value);
}

function record(value: unknown, name: string): [string, unknown][] {
  if (typeof value !== "object" || value === null || isCollection(value))
    throw wrong(name, "an object", value);
  return Object.entries(value);
}

function severities(value: unknown, name: string): void {
  for (const [code, severity] of record(value, name)) {
    codes ??= new Set(tables.codes());
    if (!codes.has(code)) throw new TypeError(`${name} names \`${code}\`, which is no rule`);
    if (severity !== undefined) oneOf(SEVERITIES)(severity, `${name}["${code}"]`);
  }
}

function texts(value: unknown, name: string): void {
  for (const [key, text] of record(value, name)) string(text, `${name}[${JSON.stringify(key)}]`);
}

function list(value: unknown, name: string): void {
  if (!Array.isArray(value)) throw wrong(name, "an array of strings", value);
  for (const [index, it] of value.entries()) string(it, `${name}[${index}]`);
}

/** What would be taken for an object without members. */
function isCollection(value: object): boolean {
  return /^(Array|Map|Set)$/.test(kind(value));
}

/** What the language calls a value, also one from another window or another context of Node. */
export function kind(value: unknown): string {
  return Object.prototype.toString.call(value).slice(8, -1);
}

function shown(value: unknown): string {
  if (typeof value === "string") return JSON.stringify(value.length > 40 ? `${value.slice(0, 40)}…` : value);
  if (value === null || (typeof value !== "object" && typeof value !== "function")) return String(value);
  const name = kind(value).replace(/^(Array|Object|Function)$/, (it) => it.toLowerCase());
  return `${/^[aeio]/i.test(name) ? "an" : "a"} ${name}`;
}
