/** The schemas of the package, and values to test them with: examples with a change somewhere. */

import { readFileSync } from "node:fs";
import { Ajv2020 } from "ajv/dist/2020.js";
import formatsOfAjv from "ajv-formats";
import { installed } from "./consumer.mjs";

export const schema = (/** @type {string} */ name) =>
  JSON.parse(readFileSync(installed(`dist/schemas/${name}.schema.json`), "utf8"));

/** ajv at its strictest, with only the keywords of the standard. */
export const strict = (/** @type {object} */ schema) => {
  const ajv = new Ajv2020({ strict: true });
  formatsOfAjv.default(ajv);
  return ajv.compile(schema);
};

/** All words anywhere in a schema. */
export function wordsOf(/** @type {unknown} */ schema) {
  /** @type {Set<string>} */
  const out = new Set();
  (function walk(/** @type {unknown} */ part) {
    if (typeof part !== "object" || part === null) return;
    for (const [key, value] of Object.entries(part)) {
      if (key === "enum") for (const word of value) typeof word === "string" && out.add(word);
      else if (key === "const" && typeof value === "string") out.add(value);
      else walk(value);
    }
  })(schema);
  return [...out];
}

/**
 * The value with one change somewhere in it: a member or item is removed, added, renamed or given another value.
 * @param {(below: number) => number} random
 * @param {any} value
 * @param {string[]} words
 */
export function mutated(random, value, words) {
  /** @type {[any, any][]} */
  const places = [];
  (function walk(/** @type {any} */ it) {
    if (typeof it !== "object" || it === null) return;
    for (const key of Array.isArray(it) ? it.keys() : Object.keys(it)) {
      places.push([it, key]);
      walk(it[key]);
    }
  })(value);
  // Half of the changes are made at the top, where most requirements are.
  const near = places.filter((it) => it[0] === value);
  const from = random(2) === 0 ? near : places;
  const [holder, key] = from[random(from.length)] ?? [value, "status"];
  const word = words[random(words.length)] ?? "word";
  /** @type {any[]} */
  const others = [
    null,
    true,
    false,
    0,
    -1,
    1.5,
    7,
    1e9,
    "",
    " ",
    "text",
    "...",
    word,
    [],
    {},
    ["text"],
    [{}],
    { a: 1 },
  ];
  const kind = random(8);
  if (kind === 0 && Array.isArray(holder)) holder.splice(Number(key), 1);
  else if (kind === 0) delete holder[key];
  else if (kind === 1 && Array.isArray(holder)) holder.push(structuredClone(holder[key]));
  else if (kind === 1) {
    holder[`${key}_of_it`] = holder[key];
    delete holder[key];
  } else if (kind === 2 && !Array.isArray(holder)) holder.no_such_key = others[random(others.length)];
  else if (kind === 3 && typeof holder[key] === "string") holder[key] = word;
  else holder[key] = structuredClone(others[random(others.length)]);
  return value;
}
