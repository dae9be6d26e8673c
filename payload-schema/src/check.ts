/** Checks the basic form of a schema, so that a mistake in it is reported and stops nothing else. */

import type { Schema } from "@cfworker/json-schema";
import { escaped, isType, shown } from "./words.js";

type Test = (value: unknown) => boolean;

const isObject: Test = (it) => typeof it === "object" && it !== null && !Array.isArray(it);
const isSchema: Test = (it) => typeof it === "boolean" || isObject(it);
const isText: Test = (it) => typeof it === "string";
const isNumber: Test = (it) => typeof it === "number";
const isCount: Test = (it) => Number.isInteger(it) && Number(it) >= 0;
const isList: Test = (it) => Array.isArray(it);
const isNames: Test = (it) => Array.isArray(it) && it.every(isText);
const isPattern: Test = (value) => {
  if (typeof value !== "string") return false;
  try {
    new RegExp(value, "u");
    return true;
  } catch {
    return false;
  }
};

const SCHEMA: [Test, string] = [isSchema, "a schema"];
const SCHEMAS: [Test, string] = [(it) => Array.isArray(it) && it.every(isSchema), "an array of schemas"];
const MAP: [Test, string] = [isObject, "an object with schemas"];
const COUNT: [Test, string] = [isCount, "a whole number from 0 on"];
const NUMBER: [Test, string] = [isNumber, "a number"];
const TEXT: [Test, string] = [isText, "a string"];

/** What the value of a keyword has to be; in draft 4, exclusive limits are booleans. */
const KEYWORDS: Record<string, [Test, string]> = {
  $id: TEXT,
  $schema: TEXT,
  $ref: TEXT,
  $recursiveRef: TEXT,
  $anchor: TEXT,
  type: [(it) => isType(it) || (Array.isArray(it) && it.every(isType)), "a type of JSON, such as `string`"],
  enum: [isList, "an array"],
  required: [(it) => isNames(it) || typeof it === "boolean", "an array of names"],
  properties: MAP,
  patternProperties: [
    (it) => isObject(it) && Object.keys(it as object).every(isPattern),
    "an object with regular expressions as keys",
  ],
  $defs: MAP,
  definitions: MAP,
  dependentSchemas: MAP,
  items: [(it) => isSchema(it) || SCHEMAS[0](it), "a schema"],
  prefixItems: SCHEMAS,
  additionalProperties: SCHEMA,
  unevaluatedProperties: SCHEMA,
  additionalItems: SCHEMA,
  unevaluatedItems: SCHEMA,
  propertyNames: SCHEMA,
  contains: SCHEMA,
  not: SCHEMA,
  if: SCHEMA,
  // biome-ignore lint/suspicious/noThenProperty: the name of a keyword
  then: SCHEMA,
  else: SCHEMA,
  allOf: SCHEMAS,
  anyOf: SCHEMAS,
  oneOf: SCHEMAS,
  minimum: NUMBER,
  maximum: NUMBER,
  exclusiveMinimum: [(it) => isNumber(it) || typeof it === "boolean", "a number"],
  exclusiveMaximum: [(it) => isNumber(it) || typeof it === "boolean", "a number"],
  multipleOf: [(it) => isNumber(it) && Number(it) > 0, "a number above 0"],
  minLength: COUNT,
  maxLength: COUNT,
  minItems: COUNT,
  maxItems: COUNT,
  minProperties: COUNT,
  maxProperties: COUNT,
  pattern: [isPattern, "a regular expression"],
};

const MAPS = new Set(["properties", "patternProperties", "$defs", "definitions", "dependentSchemas"]);

/** Throws an error that says what is wrong, as the end of a sentence. */
export function checkSchema(value: unknown): asserts value is Schema | boolean {
  const waiting: [unknown, string][] = [[value, ""]];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const [schema, place] = next;
    if (typeof schema === "boolean") continue;
    if (!isObject(schema)) fail(place, "expected an object");
    for (const [key, it] of Object.entries(schema as object)) {
      const rule = Object.hasOwn(KEYWORDS, key) ? KEYWORDS[key] : undefined;
      if (rule === undefined) continue;
      const at = `${place}/${escaped(key)}`;
      if (!rule[0](it)) fail(at, `expected ${rule[1]}`);
      if (MAPS.has(key))
        for (const [name, one] of Object.entries(it)) waiting.push([one, `${at}/${escaped(name)}`]);
      else if (rule === SCHEMAS || (key === "items" && Array.isArray(it)))
        for (const [idx, one] of it.entries()) waiting.push([one, `${at}/${idx}`]);
      else if (rule === SCHEMA || key === "items") waiting.push([it, at]);
    }
  }
}

export function fail(place: string, why: string): never {
  throw new Error(`is not a valid JSON Schema${place === "" ? "" : ` at \`${shown(place)}\``}: ${why}`);
}
