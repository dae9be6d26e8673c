/**
 * JSON Schemas for payloads where nothing can be compiled at run time (web extension hosts, pages with a content
 * security policy): the library @cfworker/json-schema interprets them. The command uses a crate for this
 * (`crates/cli/src/schema`), which takes 2.5 MB as WebAssembly; places and rules are the same, and so is the wording
 * where the library says enough.
 */

import { dereference, type Schema, type SchemaDraft, validate } from "@cfworker/json-schema";
import { checkSchema } from "./check.js";
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
  const draft = draftOf(root);
  // From 2019-09 on, formats are annotations for people.
  if (draft.startsWith("20")) for (const part of parts(lookup)) delete part.format;
  return {
    violations: (payload) => violationsOf(payload, root, lookup, (it) => judged(it, root, draft, lookup)),
    known: (pointer) => knownAt(pointer, root, lookup),
  };
}

const judged = (value: unknown, root: Schema | boolean, draft: SchemaDraft, lookup: Lookup) =>
  validate(value, root, draft, lookup, false).errors;

function parsed(text: string): Schema | boolean {
  let value: unknown;
  try {
    value = JSON.parse(text.replace(/^\ufeff/, ""));
  } catch {
    throw new Error("is not JSON");
  }
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
