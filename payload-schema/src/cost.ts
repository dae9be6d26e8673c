/**
 * How much work it is to check a payload against a schema; the same as `cost.rs` in the command. A validator remembers nothing:
 * where a schema leads twice to the same part, that part is checked twice. Here, the steps for each part of the schema and of
 * the payload are counted once, before a validator begins.
 */

import type { Schema } from "@cfworker/json-schema";
import type { Lookup } from "./index.js";
import { exponent } from "./patterns.js";

/** The most steps for one payload. */
const MOST_STEPS = 1_000_000;
export const IN_WORDS = "1,000,000";
/** The most parts that lead to one another. */
const DEEPEST = 400;
/** How many characters a regular expression reads in the time of a step. */
const CHARACTERS = 200;

/** Keywords with a schema for each member or item that no other keyword describes; counted for all of them. */
const REST = [
  "additionalProperties",
  "unevaluatedProperties",
  "items",
  "additionalItems",
  "unevaluatedItems",
  "contains",
] as const;

/** What the count says: whether the payload can be checked, is too much work, or makes the schema lead back to itself. */
export type Verdict = "fine" | "costly" | "endless";

export function costOf(value: unknown, root: Schema | boolean, lookup: Lookup): Verdict {
  const known = new Map<Schema, Map<unknown, number | undefined>>();
  let nKnown = 0;
  let isEndless = false;

  const steps = (schema: Schema | boolean, value: unknown, depth: number): number => {
    if (typeof schema === "boolean") return 1;
    if (depth > DEEPEST || nKnown > MOST_STEPS) throw COSTLY;
    const ofSchema = known.get(schema) ?? new Map();
    known.set(schema, ofSchema);
    if (ofSchema.has(value)) {
      const found = ofSchema.get(value);
      isEndless ||= found === undefined;
      return found ?? 0;
    }
    ofSchema.set(value, undefined);
    nKnown++;
    let sum = 0;
    const add = (more: number): void => {
      sum += more;
      if (sum > MOST_STEPS) throw COSTLY;
    };
    add(1 + ownSteps(schema, value));
    for (const part of here(schema, lookup)) add(steps(part, value, depth + 1));
    for (const [part, inside] of parts(schema, value)) add(steps(part, inside, depth + 1));
    ofSchema.set(value, sum);
    return sum;
  };

  try {
    steps(root, value, 0);
  } catch (error) {
    if (error === COSTLY) return "costly";
    throw error;
  }
  return isEndless ? "endless" : "fine";
}

const COSTLY = Symbol("costly");

/** The parts that apply to the same value. */
function* here(schema: Schema, lookup: Lookup): Generator<Schema | boolean> {
  for (const address of [schema.__absolute_ref__, schema.__absolute_recursive_ref__]) {
    const target = address === undefined ? undefined : lookup[address];
    if (target !== undefined) yield target;
  }
  for (const key of ["allOf", "anyOf", "oneOf"] as const) yield* schema[key] ?? [];
  for (const key of ["not", "if", "then", "else"] as const) if (schema[key] !== undefined) yield schema[key];
  for (const key of ["dependentSchemas", "dependencies"] as const)
    for (const it of Object.values(schema[key] ?? {})) if (!Array.isArray(it)) yield it;
}

/** The parts that apply to the members and items of a value, each with what it applies to. */
function* parts(schema: Schema, value: unknown): Generator<[Schema | boolean, unknown]> {
  if (typeof value !== "object" || value === null) return;
  const rest = REST.flatMap((it) => (isSchema(schema[it]) ? [schema[it]] : []));
  const patterns = Object.values(schema.patternProperties ?? {});
  const listed = schema.prefixItems ?? (Array.isArray(schema.items) ? schema.items : []);
  for (const [key, inside] of Object.entries(value)) {
    const named = Array.isArray(value) ? listed[Number(key)] : own(schema.properties, key);
    for (const part of [...(named === undefined ? [] : [named]), ...patterns, ...rest]) yield [part, inside];
    if (schema.propertyNames !== undefined && !Array.isArray(value)) yield [schema.propertyNames, key];
  }
}

const isSchema = (it: unknown): it is Schema | boolean =>
  typeof it === "boolean" || (typeof it === "object" && it !== null && !Array.isArray(it));

const own = <T>(members: Record<string, T> | undefined, key: string): T | undefined =>
  members !== undefined && Object.hasOwn(members, key) ? members[key] : undefined;

/** The steps of keywords that look at the whole value at once. */
function ownSteps(schema: Schema, value: unknown): number {
  const { pattern, patternProperties, uniqueItems, required, properties } = schema;
  const isDeep = typeof value === "object" && value !== null;
  // Members of what is allowed are compared one by one.
  const allowed = (schema.enum?.length ?? 0) * (isDeep ? 1 + Object.keys(value).length : 1);
  const listed = (allowed + (required?.length ?? 0) + Object.keys(properties ?? {}).length) / 8;
  if (typeof value === "string") return listed + (pattern === undefined ? 0 : ofPattern(pattern, value));
  // Each item is compared with each.
  if (Array.isArray(value)) return listed + (uniqueItems === true ? value.length ** 2 / 16 : 0);
  if (!isDeep) return listed;
  const patterns = Object.keys(patternProperties ?? {});
  return Object.keys(value).reduce(
    (sum, key) => patterns.reduce((sum, it) => sum + ofPattern(it, key), sum),
    listed,
  );
}

function ofPattern(pattern: string, text: string): number {
  const known = exponents.get(pattern) ?? exponent(pattern) ?? Number.POSITIVE_INFINITY;
  exponents.set(pattern, known);
  return text.length ** known / CHARACTERS;
}

const exponents = new Map<string, number>();
