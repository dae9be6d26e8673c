/** What a schema says about a value, existing or not, for hover and completion; the same as `known.rs` in the command. */

import type { Schema } from "@cfworker/json-schema";
import type { Lookup } from "./index.js";
import { either, inWords, isType, listed, typeName, unescaped } from "./words.js";

export interface Known {
  title?: string;
  description?: string;
  /** What the value has to be, in words. */
  shape?: string;
  /** JSON */
  example?: string;
  members: KnownMember[];
  values: KnownValue[];
}

export interface KnownMember {
  name: string;
  required: boolean;
  shape?: string;
  description?: string;
  /** A value to start with, as JSON. */
  value?: string;
}

export interface KnownValue {
  json: string;
  description?: string;
}

/** A part of a schema that may apply to a value; it surely does unless it is one of several alternatives. */
interface Part {
  value: Schema;
  isSure: boolean;
}

/** How many parts are examined for one value, and for all of its members; a schema has a few dozen. */
const [MOST_PARTS, MOST_INSIDE] = [2000, 50_000];

export function knownAt(pointer: string, root: Schema | boolean, lookup: Lookup): Known {
  const known: Known = { members: [], values: [] };
  const shapes: string[] = [];
  const found: Found = { members: new Map(), values: new Set(), left: MOST_INSIDE };
  for (const part of partsAt(pointer, root, lookup)) {
    const { value } = part;
    add(known, "title", text(value.title));
    add(known, "description", text(value.description));
    add(known, "example", example(value));
    shapes.push(...shapesOf(value));
    addMembers(part, known.members, found, lookup);
    addValues(value, known.values, found);
  }
  add(known, "shape", either(shapes) || undefined);
  return known;
}

/** The names of the members that a value can have. */
export function namesAt(pointer: string, root: Schema | boolean, lookup: Lookup): string[] {
  const names = new Set<string>();
  for (const { value, isSure } of partsAt(pointer, root, lookup)) {
    for (const name of Object.keys(value.properties ?? {})) names.add(name);
    if (isSure && Array.isArray(value.required)) for (const name of value.required) names.add(name);
  }
  return [...names];
}

/** What has been found, each once. */
interface Found {
  members: Map<string, KnownMember>;
  values: Set<string>;
  /** How many parts of members may still be examined. */
  left: number;
}

/** The parts that may apply to the value at a pointer. */
function partsAt(pointer: string, root: Schema | boolean, lookup: Lookup): Part[] {
  let parts = applied([{ value: root, isSure: true }], lookup);
  for (const token of pointer.split("/").slice(1)) {
    parts = applied(
      parts.flatMap((it) => inside(it, unescaped(token))),
      lookup,
    );
  }
  return parts;
}

/** The first value that is found counts. */
function add<T extends object, K extends keyof T>(to: T, key: K, value: T[K] | undefined): void {
  if (to[key] === undefined && value !== undefined) to[key] = value;
}

const text = (value: unknown): string | undefined => (typeof value === "string" ? value : undefined);

/** The parts, along with those that they refer to or consist of. */
function applied(
  parts: { value: unknown; isSure: boolean }[],
  lookup: Lookup,
  most: number = MOST_PARTS,
): Part[] {
  const waiting = [...parts].reverse();
  const seen = new Set<unknown>();
  const out: Part[] = [];
  for (let next = waiting.pop(); next !== undefined && out.length < most; next = waiting.pop()) {
    const { value, isSure } = next;
    if (typeof value !== "object" || value === null || seen.has(value)) continue;
    seen.add(value);
    const schema: Schema = value;
    out.push({ value: schema, isSure });
    const more: { value: unknown; isSure: boolean }[] = [];
    if (schema.__absolute_ref__) more.push({ value: lookup[schema.__absolute_ref__], isSure });
    for (const part of schema.allOf ?? []) more.push({ value: part, isSure });
    for (const part of [...(schema.anyOf ?? []), ...(schema.oneOf ?? []), schema.then, schema.else])
      more.push({ value: part, isSure: false });
    waiting.push(...more.reverse());
  }
  return out;
}

/** The parts that apply to a member or an item. */
function inside({ value, isSure }: Part, key: string): { value: unknown; isSure: boolean }[] {
  const own = value.properties && Object.hasOwn(value.properties, key) ? value.properties[key] : undefined;
  const out: unknown[] = [own ?? value.additionalProperties];
  if (/^(?:0|[1-9]\d*)$/.test(key)) {
    const list = value.prefixItems ?? (Array.isArray(value.items) ? value.items : []);
    const rest = Array.isArray(value.items) ? value.additionalItems : value.items;
    out.push(list[Number(key)] ?? rest);
  }
  return out.map((it) => ({ value: it, isSure }));
}

function addMembers({ value, isSure }: Part, out: KnownMember[], found: Found, lookup: Lookup): void {
  const keep = (member: KnownMember): void => {
    found.members.set(member.name, member);
    out.push(member);
  };
  for (const [name, it] of Object.entries(value.properties ?? {}))
    if (!found.members.has(name)) keep(memberOf(name, it, isSure, found, lookup));
  if (!isSure || !Array.isArray(value.required)) return;
  for (const name of value.required) {
    const known = found.members.get(name);
    if (known) known.required = true;
    else keep({ name, required: true });
  }
}

function memberOf(name: string, value: unknown, isSure: boolean, found: Found, lookup: Lookup): KnownMember {
  const out: KnownMember = { name, required: false };
  const shapes: string[] = [];
  for (const { value: part } of applied([{ value, isSure }], lookup, Math.min(found.left, MOST_PARTS))) {
    found.left--;
    add(out, "description", text(part.description));
    add(out, "value", firstValue(part));
    shapes.push(...shapesOf(part));
  }
  add(out, "shape", either(shapes) || undefined);
  return out;
}

function addValues(part: Schema, out: KnownValue[], found: Found): void {
  const description = text(part.description);
  const types = typesOf(part);
  const ofTypes = [
    ...(types.includes("boolean") ? [true, false] : []),
    ...(types.includes("null") ? [null] : []),
  ];
  const given = [part.const, ...(part.enum ?? []), part.default];
  const all = [
    ...given,
    ...(part.enum ? [] : ofTypes),
    ...(Array.isArray(part.examples) ? part.examples : []),
  ];
  for (const value of all) {
    if (value === undefined) continue;
    const json = JSON.stringify(value);
    if (found.values.has(json)) continue;
    found.values.add(json);
    out.push(description === undefined ? { json } : { json, description });
  }
}

function example(part: Schema): string | undefined {
  const value = Array.isArray(part.examples) && part.examples.length > 0 ? part.examples[0] : part.default;
  return value === undefined ? undefined : JSON.stringify(value);
}

const typesOf = ({ type }: Schema): string[] =>
  (Array.isArray(type) ? type : [type]).filter((it) => isType(it)).map(String);

/** What a value has to be, in words. */
function shapesOf(part: Schema): string[] {
  if (part.const !== undefined) return [`\`${inWords(part.const)}\``];
  if (part.enum) return [listed(part.enum.slice(0, 12).map(inWords), " or ")];
  return typesOf(part).map(typeName);
}

const BEGINNINGS: Record<string, string> = {
  string: '""',
  object: "{}",
  array: "[]",
  number: "0",
  integer: "0",
  boolean: "false",
  null: "null",
};

/** A value to start with. */
function firstValue(part: Schema): string | undefined {
  const given = part.default ?? part.const ?? (part.enum?.length === 1 ? part.enum[0] : undefined);
  if (given !== undefined) return JSON.stringify(given);
  const [type = typeof part.enum?.[0] === "string" ? "string" : ""] = typesOf(part);
  return BEGINNINGS[type];
}
