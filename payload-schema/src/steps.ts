/**
 * How many steps a validator takes for a payload, counted before it begins: the library evaluates every part of a schema for
 * every value again and again, while the count remembers each pair.
 */

import type { Schema, SchemaDraft } from "@cfworker/json-schema";
import type { Lookup } from "./index.js";
import type { Pattern } from "./pattern.js";

type Part = Schema | boolean;

export const MOST_STEPS = 1_000_000;
const MOST_LEVELS = 512;
/** How deep evaluations may be nested: a validator has its own stack for each. */
const MOST_NESTED = 1000;
/** Comparisons that take as long as one evaluation: of any values, of numbers, strings and characters. */
const [PER_COMPARISON, PER_SCALAR] = [64, 512];
/** The same for keys of a schema or of a value, and for bytes that an error repeats. */
const [PER_KEY, PER_BYTE] = [4, 256];

const TOO_MANY = `the schema takes more than ${MOST_STEPS.toLocaleString("en")} steps for one payload`;
const CIRCULAR = "the schema refers to itself without going into the value";
const TOO_DEEP = `the schema has a faulty part, or more than ${MOST_NESTED.toLocaleString("en")} that apply inside each other`;

export interface Judging {
  root: Part;
  draft: SchemaDraft;
  lookup: Lookup;
  patterns: ReadonlyMap<string, Pattern>;
}

/** Throws an error that says why a value cannot be compared. */
export function checkSteps(value: unknown, judging: Judging): void {
  checkParts([judging.root], value, judging);
}

function checkParts(all: Part[], value: unknown, judging: Judging): void {
  const sizes = sizesOf(value);
  const { draft, lookup, patterns } = judging;
  const anchors = Object.values(lookup).filter(
    (it) => typeof it === "object" && it.$recursiveAnchor === true,
  );
  const memo = new Map<Schema, Map<unknown, number | "open">>();
  let pairs = 0;
  try {
    for (const part of all) count(part, value, 0);
  } catch (error) {
    throw isOurs(error) ? error : new Error(TOO_DEEP, { cause: error });
  }

  function count(schema: Part | undefined, value: unknown, depth: number): number {
    if (typeof schema !== "object" || schema === null) return 1;
    const known = memo.get(schema) ?? new Map<unknown, number | "open">();
    memo.set(schema, known);
    const before = known.get(value);
    // The library would follow it without an end.
    if (before === "open") throw new Error(CIRCULAR);
    if (before !== undefined) return before;
    if (depth > MOST_NESTED) throw new Error(TOO_DEEP);
    if (++pairs > MOST_STEPS) throw new Error(TOO_MANY);
    known.set(value, "open");
    let sum = 0;
    add(1);
    each(schema, value, (part, of) => add(count(part, of, depth + 1)), add);
    known.set(value, sum);
    return sum;

    function add(n: number): void {
      sum += n;
      if (sum > MOST_STEPS) throw new Error(TOO_MANY);
    }
  }

  /** Visits all parts of a schema that apply to a value or to what it contains. */
  function each(
    schema: Schema,
    value: unknown,
    visit: (part: Part | undefined, of: unknown) => void,
    add: (steps: number) => void,
  ): void {
    const { __absolute_ref__: to, $recursiveRef } = schema;
    if (to !== undefined) {
      visit(lookup[to], value);
      if (draft === "4" || draft === "7") return;
    }
    if ($recursiveRef !== undefined) for (const it of [judging.root, ...anchors]) visit(it, value);
    for (const key of ["allOf", "anyOf", "oneOf"] as const)
      for (const it of schema[key] ?? []) visit(it, value);
    for (const key of ["not", "if", "then", "else"] as const) visit(schema[key], value);
    if (typeof value === "string") {
      const { pattern, minLength, maxLength } = schema;
      if (minLength !== undefined || maxLength !== undefined) add(Math.floor(value.length / PER_SCALAR));
      if (pattern !== undefined) add(patterns.get(pattern)?.steps(value) ?? 1);
      // Some of the library's formats are regular expressions that backtrack.
      if (schema.format !== undefined) add(Math.ceil(value.length ** 2 / PER_COMPARISON));
    }
    const size = typeof value === "object" && value !== null ? (sizes.get(value) ?? 1) : 1;
    add(Math.ceil(((schema.enum?.length ?? 0) * size) / PER_COMPARISON));
    if (schema.const !== undefined) add(Math.ceil(size / PER_COMPARISON));
    for (const key of ["enum", "const", "type"] as const) add(Math.floor(bytesOf(schema[key]) / PER_BYTE));
    if (Array.isArray(value)) eachItem(schema, value, visit, add, size);
    else if (typeof value === "object" && value !== null) eachMember(schema, value, visit, add);
  }

  function eachItem(
    schema: Schema,
    value: unknown[],
    visit: (part: Part | undefined, of: unknown) => void,
    add: (steps: number) => void,
    size: number,
  ): void {
    const { items, prefixItems, additionalItems, unevaluatedItems, contains } = schema;
    for (const [idx, it] of value.entries()) {
      visit(prefixItems?.[idx], it);
      for (const part of [
        Array.isArray(items) ? items[idx] : items,
        additionalItems,
        unevaluatedItems,
        contains,
      ])
        if (part !== undefined) visit(part, it);
    }
    if (!schema.uniqueItems) return;
    const pairs = value.length ** 2;
    if (value.every((it) => typeof it !== "object" || it === null)) add(Math.ceil(pairs / PER_SCALAR));
    else add(Math.max(pairs, Math.ceil((value.length * size) / PER_COMPARISON)));
  }

  function eachMember(
    schema: Schema,
    value: object,
    visit: (part: Part | undefined, of: unknown) => void,
    add: (steps: number) => void,
  ): void {
    const { properties = {}, patternProperties = {}, dependentSchemas = {}, dependencies = {} } = schema;
    const { propertyNames, additionalProperties, unevaluatedProperties, dependentRequired = {} } = schema;
    for (const it of [properties, dependentSchemas, dependencies, dependentRequired])
      add(Math.floor(keysOf(it).length / PER_KEY));
    add(Math.floor(keysOf(value).length / PER_KEY));
    // Each name can be one error.
    if (Array.isArray(schema.required)) add(schema.required.length);
    for (const all of [dependentSchemas, dependencies, dependentRequired])
      for (const key of keysOf(all)) {
        const it = (all as Record<string, unknown>)[key];
        if (!Object.hasOwn(value, key)) continue;
        if (Array.isArray(it)) add(it.length);
        else visit(it as Part, value);
      }
    const matching = Object.entries(patternProperties);
    for (const [key, it] of Object.entries(value)) {
      if (propertyNames !== undefined) visit(propertyNames, key);
      if (Object.hasOwn(properties, key)) visit(properties[key], it);
      else if (additionalProperties !== undefined) visit(additionalProperties, it);
      for (const [source, part] of matching) {
        const pattern = patterns.get(source);
        add(pattern?.steps(key) ?? 1);
        if (pattern?.matches(key)) visit(part, it);
      }
      if (unevaluatedProperties !== undefined) visit(unevaluatedProperties, it);
    }
  }
}

/** Whether an error is not one of the engine, such as a full stack. */
export const isOurs = (error: unknown): error is Error =>
  error instanceof Error && error.constructor === Error;

/** Throws the end of a sentence if a part of the schema takes too many steps whatever the payload is. */
export function checkAnyway(judging: Judging): void {
  try {
    checkParts([judging.root, ...Object.values(judging.lookup)], null, judging);
  } catch (error) {
    throw new Error((error as Error).message.replace(/^the schema /, ""));
  }
}

const keys = new WeakMap<object, string[]>();
const bytes = new WeakMap<object, number>();

/** The keys of an object, which are asked for often. */
function keysOf(value: object): string[] {
  const known = keys.get(value) ?? Object.keys(value);
  keys.set(value, known);
  return known;
}

/** The bytes of a value of a keyword, about. */
function bytesOf(value: unknown): number {
  if (value === undefined) return 0;
  if (typeof value === "string") return 32 + value.length;
  if (typeof value !== "object" || value === null) return 32;
  const known = bytes.get(value);
  if (known !== undefined) return known;
  let sum = 32;
  for (const [key, it] of Object.entries(value)) sum += key.length + bytesOf(it);
  bytes.set(value, sum);
  return sum;
}

/** How many values each object and array contains, itself included. */
function sizesOf(root: unknown): Map<object, number> {
  const sizes = new Map<object, number>();
  const found: { value: object; parent: object | undefined }[] = [];
  const waiting: { value: unknown; parent: object | undefined; level: number }[] = [
    { value: root, parent: undefined, level: 0 },
  ];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { value, parent, level } = next;
    if (typeof value !== "object" || value === null) continue;
    if (level >= MOST_LEVELS) throw new Error(`it has more than ${MOST_LEVELS} levels`);
    found.push({ value, parent });
    const inside = Object.values(value);
    sizes.set(value, 1 + inside.length);
    for (const it of inside) waiting.push({ value: it, parent: value, level: level + 1 });
  }
  // Parents are found before what they contain.
  for (const { value, parent } of found.reverse())
    if (parent) sizes.set(parent, (sizes.get(parent) ?? 0) + (sizes.get(value) ?? 0) - 1);
  return sizes;
}
