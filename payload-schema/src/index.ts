/**
 * JSON Schemas for payloads where nothing can be compiled at run time (web extension hosts, pages with a content
 * security policy): the library @cfworker/json-schema interprets them. The command uses a crate for this
 * (`crates/cli/src/schema`), which takes 2.5 MB as WebAssembly; places and rules are the same, and so is the wording
 * where the library says enough.
 */

import { dereference, type Schema, type SchemaDraft, validate } from "@cfworker/json-schema";
import { checkSchema } from "./check.js";
import { costOf, IN_WORDS } from "./cost.js";
import { type Known, knownAt } from "./known.js";
import { type Violation, violationsOf } from "./say.js";
import { shown } from "./words.js";

export type { Known, KnownMember, KnownValue } from "./known.js";
export type { Violation } from "./say.js";

/** A schema that payloads are compared with: the option `schema` of the functions of the package. */
export interface PayloadSchema {
  /** What is wrong with a payload, which is given as JSON. */
  violations(payload: string): Violation[];
  /** What is known about the value at a pointer (RFC 6901), whether or not the value exists. */
  known(pointer: string): Known;
}

/** All parts of the schemas that were read, by their addresses. */
export type Lookup = Record<string, Schema | boolean>;

/** How many files may refer to each other. */
const MOST_FILES = 100;

/**
 * Reads a schema. `address` is the URL of its file; `read` returns the content of another file that it refers to. If
 * the schema is faulty, throws an error whose message is the end of a sentence.
 */
export async function readSchema(
  text: string,
  address: string,
  read: (address: string) => Promise<string>,
): Promise<PayloadSchema> {
  const root = parsed(text);
  const lookup: Lookup = Object.create(null);
  add(root, address, lookup);
  const seen = new Set([address]);
  for (let next = unread(lookup, seen); next !== undefined; next = unread(lookup, seen)) {
    if (seen.size === MOST_FILES) throw new Error("refers to too many files");
    seen.add(next);
    const isFile = new URL(next).protocol === new URL(address).protocol;
    const name = shown((isFile && next.slice(next.lastIndexOf("/") + 1)) || next);
    if (!isFile) throw new Error(`refers to \`${name}\`, which is no file; nothing is downloaded`);
    let other: Schema | boolean;
    try {
      other = parsed(await read(next));
    } catch (error) {
      throw new Error(`refers to \`${name}\`, which ${error instanceof Error ? error.message : error}`);
    }
    add(other, next, lookup);
  }
  const missing = parts(lookup).find((it) => it.__absolute_ref__ && !(it.__absolute_ref__ in lookup));
  if (missing) throw new Error(`has a reference that leads nowhere: \`${shown(String(missing.$ref))}\``);
  // What applies to any value.
  if (costOf(null, root, lookup) === "costly")
    throw new Error(`takes more than ${IN_WORDS} steps for one value: its references multiply`);
  const draft = draftOf(root);
  // From 2019-09 on, formats are annotations for people.
  if (draft.startsWith("20")) for (const part of parts(lookup)) delete part.format;
  return {
    violations: (payload) => violationsOf(payload, root, lookup, (it) => judged(it, root, draft, lookup)),
    known: (pointer) => knownAt(pointer, root, lookup),
  };
}

/** What is wrong with a value, or why that was not found out. */
function judged(value: unknown, root: Schema | boolean, draft: SchemaDraft, lookup: Lookup) {
  const verdict = costOf(value, root, lookup);
  if (verdict === "costly")
    return `The schema takes more than ${IN_WORDS} steps for this payload, so it was not checked against it`;
  // The library would follow the reference without an end.
  return verdict === "endless" ? [] : validate(value, root, draft, lookup, false).errors;
}

/** Objects without a prototype: the library reads keywords as properties, and every object has those of its prototype. */
const bare = (_: string, value: unknown): unknown =>
  typeof value === "object" && value !== null && !Array.isArray(value)
    ? Object.assign(Object.create(null), value)
    : value;

/** Larger files are no schemas of payloads. */
const LARGEST = 1 << 20;
/** A schema and the files that it refers to have at most this many values, each in at most this many others. */
const MOST_VALUES = 50_000;
const DEEPEST = 128;

/** How many values there are in a value; Infinity if they are nested too deeply. */
function countOf(value: unknown): number {
  const waiting: [unknown, number][] = [[value, 0]];
  let count = 0;
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const [it, depth] = next;
    if (depth > DEEPEST) return Number.POSITIVE_INFINITY;
    count++;
    if (typeof it === "object" && it !== null)
      for (const inside of Object.values(it)) waiting.push([inside, depth + 1]);
  }
  return count;
}

function parsed(text: string): Schema | boolean {
  if (text.length > LARGEST) throw new Error("is larger than 1 MiB");
  let value: unknown;
  try {
    value = JSON.parse(text.replace(/^\ufeff/, ""), bare);
  } catch {
    throw new Error("is not JSON");
  }
  if (countOf(value) > MOST_VALUES)
    throw new Error("has more than 50,000 values, or they are nested more than 128 levels deep");
  checkSchema(value);
  return value;
}

function add(schema: Schema | boolean, address: string, lookup: Lookup): void {
  try {
    dereference(schema, lookup, new URL(address));
  } catch (error) {
    throw new Error(`is not a valid JSON Schema: ${shown(String((error as Error).message))}`);
  }
  // Also under the address of its file, in case the schema gives itself another one.
  lookup[new URL(address).href] ??= schema;
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
