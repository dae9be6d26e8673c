/**
 * JSON Schemas for payloads where nothing can be compiled at run time (web extension hosts, pages with a content
 * security policy): the library @cfworker/json-schema interprets them. The command uses a crate for this
 * (`crates/cli/src/schema`), which takes 2.5 MB as WebAssembly; places and rules are the same, and so is the wording
 * where the library says enough.
 */

import { dereference, type OutputUnit, type Schema, type SchemaDraft, validate } from "@cfworker/json-schema";
import { checkSchema, fail } from "./check.js";
import { type Known, knownAt } from "./known.js";
import { compile, type Pattern } from "./pattern.js";
import { type Violation, violationsOf } from "./say.js";
import { checkAnyway, checkSteps, isOurs, type Judging } from "./steps.js";
import { escaped, shown } from "./words.js";

export type { Known, KnownMember, KnownValue } from "./known.js";
export type { Violation } from "./say.js";

/** A schema that payloads are compared with: the option `schema` of the functions of the package. */
export interface PayloadSchema {
  /** What is wrong with a payload or another value, which is given as JSON, with what messages call it and its schema. */
  violations(payload: string, value?: string, schema?: string): Violation[];
  /** What is known about the value at a pointer (RFC 6901), whether or not the value exists. */
  known(pointer: string): Known;
}

/** All parts of the schemas that were read, by their addresses. */
export type Lookup = Record<string, Schema | boolean>;

/** How many files may refer to each other. */
const MOST_FILES = 100;
/** How long one document may be, and all of them together, in bytes of UTF-8. */
const [LARGEST, MOST_BYTES] = [1 << 20, 4 << 20];
/** How many parts all documents together may have, and how deeply their JSON may be nested. */
const [MOST_PARTS, MOST_LEVELS] = [50_000, 128];
/** How long the pointers to all parts may be together; the library keeps them. */
const LONGEST_POINTERS = 32 << 20;
/** How many states all regular expressions together may have. */
const MOST_STATES = 50_000;

/** What has been read. */
interface Reading {
  lookup: Lookup;
  patterns: Map<string, Pattern>;
  /** Sums over all documents. */
  bytes: number;
  pointers: number;
  states: number;
}

/** The address of a schema that is no file. */
const NOWHERE = "agent-response:/schema.json";

/** A schema that refers to nothing outside of it. If it is faulty, throws an error whose message is the end of a sentence. */
export function compileSchema(text: string): PayloadSchema {
  const reading = begun();
  const root = parsed(text, reading);
  add(root, NOWHERE, reading);
  const next = unread(reading.lookup, new Set([NOWHERE]));
  if (next !== undefined) throw new Error(`refers to \`${shown(next)}\`, which is not in it`);
  return compiled(root, reading);
}

/**
 * Reads a schema. `address` is the URL of its file; `read` returns the content of another file that it refers to. If
 * the schema is faulty, throws an error whose message is the end of a sentence.
 */
export async function readSchema(
  text: string,
  address: string,
  read: (address: string) => Promise<string>,
): Promise<PayloadSchema> {
  const reading = begun();
  const { lookup } = reading;
  const root = parsed(text, reading);
  add(root, address, reading);
  const seen = new Set([address]);
  for (let next = unread(lookup, seen); next !== undefined; next = unread(lookup, seen)) {
    if (seen.size === MOST_FILES) throw new Error("refers to too many files");
    seen.add(next);
    const isFile = new URL(next).protocol === new URL(address).protocol;
    const name = shown((isFile && next.slice(next.lastIndexOf("/") + 1)) || next);
    if (!isFile) throw new Error(`refers to \`${name}\`, which is no file; nothing is downloaded`);
    try {
      add(parsed(await read(next), reading), next, reading);
    } catch (error) {
      throw new Error(`refers to \`${name}\`, which ${error instanceof Error ? error.message : error}`);
    }
    if (reading.bytes > MOST_BYTES) throw new Error("is larger than 4 MiB with what it refers to");
  }
  return compiled(root, reading);
}

function begun(): Reading {
  const lookup: Lookup = Object.create(null);
  return { lookup, patterns: new Map(), bytes: 0, pointers: 0, states: 0 };
}

/** The schema, when everything that it refers to has been read. */
function compiled(root: Schema | boolean, { lookup, patterns }: Reading): PayloadSchema {
  const missing = parts(lookup).find((it) => it.__absolute_ref__ && !(it.__absolute_ref__ in lookup));
  if (missing) throw new Error(`has a reference that leads nowhere: \`${shown(String(missing.$ref))}\``);
  const draft = draftOf(root);
  // From 2019-09 on, formats are annotations for people.
  if (draft.startsWith("20")) for (const part of parts(lookup)) delete part.format;
  const judging: Judging = { root, draft, lookup, patterns };
  checkAnyway(judging);
  return {
    violations: (payload, value = "The payload", schema = "the schema") =>
      violationsOf(payload, root, lookup, (it) => judged(it, judging), { value, schema }),
    known: (pointer) => knownAt(pointer, root, lookup),
  };
}

function judged(value: unknown, judging: Judging): OutputUnit[] {
  checkSteps(value, judging);
  const { root, draft, lookup } = judging;
  return validate(value, root, draft, lookup, false).errors;
}

function parsed(text: string, reading: Reading): Schema | boolean {
  const bytes = text.length > LARGEST ? text.length : new TextEncoder().encode(text).length;
  if (bytes > LARGEST) throw new Error("is larger than 1 MiB");
  reading.bytes += bytes;
  let value: unknown;
  try {
    value = JSON.parse(text.replace(/^\ufeff/, ""));
  } catch {
    throw new Error("is not JSON");
  }
  isolate(value, reading);
  checkSchema(value);
  return value;
}

/** Takes the prototypes away, since the library reads keywords through them, and limits the size. */
function isolate(root: unknown, reading: Reading): void {
  const waiting = [{ value: root, level: 0, length: 0 }];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { value, level, length } = next;
    if (typeof value !== "object" || value === null) continue;
    if (level >= MOST_LEVELS) throw new Error(`has more than ${MOST_LEVELS} levels`);
    reading.pointers += length;
    if (reading.pointers > LONGEST_POINTERS) throw new Error("has too many parts with long names");
    if (!Array.isArray(value)) Object.setPrototypeOf(value, null);
    for (const [key, it] of Object.entries(value))
      waiting.push({ value: it, level: level + 1, length: length + 1 + key.length });
  }
}

function add(schema: Schema | boolean, address: string, reading: Reading): void {
  const { lookup } = reading;
  try {
    dereference(schema, lookup, new URL(address));
  } catch {
    throw new Error("is not a valid JSON Schema: expected addresses that are valid and occur once");
  }
  // Also under the address of its file, in case the schema gives itself another one.
  lookup[new URL(address).href] ??= schema;
  if (Object.keys(lookup).length > MOST_PARTS)
    throw new Error(`has more than ${MOST_PARTS.toLocaleString("en")} parts with what it refers to`);
  compileAll(reading);
}

/** Also those at places that are no keywords, to which a reference can lead. */
function compileAll(reading: Reading): void {
  const { lookup, patterns } = reading;
  for (const [address, part] of Object.entries(lookup)) {
    if (typeof part !== "object") continue;
    const at = address.replace(/^[^#]*#?/, "");
    take(part.pattern, "/pattern");
    for (const key of Object.keys(part.patternProperties ?? {}))
      take(key, `/patternProperties/${escaped(key)}`);

    function take(source: unknown, place: string): void {
      if (typeof source !== "string" || patterns.has(source)) return;
      try {
        const pattern = compile(source);
        patterns.set(source, pattern);
        reading.states += pattern.size;
      } catch (error) {
        const why = isOurs(error) ? error.message : "expected a shorter regular expression";
        fail(`${decodeURIComponent(at)}${place}`, why);
      }
      if (reading.states > MOST_STATES)
        throw new Error(`has regular expressions with more than ${MOST_STATES.toLocaleString("en")} states`);
    }
  }
}

const parts = (lookup: Lookup): Schema[] => Object.values(lookup).filter((it) => typeof it === "object");

/** A file that is referred to but has not been read. */
function unread(lookup: Lookup, seen: ReadonlySet<string>): string | undefined {
  for (const { __absolute_ref__: to } of parts(lookup)) {
    const file = to?.replace(/#.*$/s, "");
    if (to !== undefined && file && !(to in lookup) && !(file in lookup) && !seen.has(file)) return file;
  }
  return undefined;
}

function draftOf(root: Schema | boolean): SchemaDraft {
  const named = typeof root === "object" ? String(root.$schema ?? "") : "";
  if (named.includes("draft-04")) return "4";
  if (/draft-0[67]/.test(named)) return "7";
  return named.includes("2019-09") ? "2019-09" : "2020-12";
}
