/** Violations of a schema in the command's wording (`words.rs`), as far as the library says enough for it. */

import type { OutputUnit, Schema } from "@cfworker/json-schema";
import type { Lookup } from "./index.js";
import { namesAt } from "./known.js";
import { isOurs } from "./steps.js";
import { either, inWords, listed, nearest, shown, typeName, typeOf, unescaped } from "./words.js";

export interface Violation {
  /** RFC 6901 pointer of the value in the payload. */
  pointer: string;
  /** Whether the violation is about the key of that value. */
  key: boolean;
  message: string;
  /** What was probably meant: JSON, or the name of a key. */
  meant?: string;
}

/** Keywords whose errors only say that something below is wrong, which has an error of its own. */
const WRAPPERS = new Set([
  ...[
    "$ref",
    "$recursiveRef",
    "properties",
    "patternProperties",
    "additionalProperties",
    "items",
    "prefixItems",
  ],
  ...[
    "unevaluatedProperties",
    "additionalItems",
    "unevaluatedItems",
    "allOf",
    "if",
    "dependentSchemas",
    "dependencies",
  ],
]);

/** How many violations of one payload are reported, and among how many names the one is looked for that was meant. */
const [MOST, MOST_NAMES] = [100, 1000];

/** What messages call the value, and its schema. */
interface Words {
  value: string;
  schema: string;
}

export function violationsOf(
  payload: string,
  root: Schema | boolean,
  lookup: Lookup,
  judge: (value: unknown) => OutputUnit[],
  words: Words,
): Violation[] {
  const unable = (why: string): Violation[] => [
    { pointer: "", key: false, message: `${words.value} cannot be compared with its schema: ${why}` },
  ];
  let value: unknown;
  try {
    value = JSON.parse(payload);
  } catch {
    return unable("it is not JSON");
  }
  let errors: OutputUnit[];
  try {
    errors = judge(value);
  } catch (error) {
    return unable(
      isOurs(error) ? error.message : "they are nested too deeply, or the schema has a faulty part",
    );
  }
  const said = new Said(root, lookup, value, words);
  said.all(errors);
  return said.finish();
}

class Said {
  private readonly list: Violation[] = [];
  /** The values that have another type than they must. */
  private readonly otherTypes = new Set<string>();
  /** The violation of each object with missing members, and their names. */
  private readonly missing = new Map<string, { violation: Violation; names: Set<string> }>();

  /** The arrays whose refused items have been reported. */
  private readonly refusing = new Set<string>();
  /** The names that each object can have but has not. */
  private readonly absent = new Map<string, string[]>();

  constructor(
    private readonly root: Schema | boolean,
    private readonly lookup: Lookup,
    private readonly payload: unknown,
    private readonly words: Words,
  ) {}

  /** Errors that wrap others come before them. */
  all(errors: readonly OutputUnit[], key = false): void {
    for (let idx = 0; idx < errors.length && this.list.length < MOST; idx++) {
      const error = errors[idx] as OutputUnit;
      const below = insideOf(errors, idx);
      if (error.keyword === "propertyNames") this.all(below, true);
      else if (error.keyword === "anyOf" || error.keyword === "oneOf") this.noneOf(error, below, key);
      else {
        this.one(error, errors[idx - 1], below.length > 0, key);
        continue;
      }
      idx += below.length;
    }
  }

  /** A member that is missing because its key has another name is reported only at that key. */
  finish(): Violation[] {
    for (const [pointer, { violation, names }] of this.missing) {
      const renamed = new Set(
        this.list.filter((it) => it.key && parentOf(it.pointer) === pointer).map((it) => it.meant),
      );
      const left = [...names].filter((it) => !renamed.has(it));
      const them = left.length === 1 ? "it" : "them";
      violation.message =
        left.length > 0
          ? `Missing ${listed(left.map(shown), " and ")}; ${this.words.schema} requires ${them}`
          : "";
    }
    return this.list.filter((it) => it.message !== "");
  }

  private add(pointer: string, key: boolean, message: string, meant?: string): void {
    this.list.push(meant === undefined ? { pointer, key, message } : { pointer, key, message, meant });
  }

  private one(error: OutputUnit, before: OutputUnit | undefined, isWrapper: boolean, key: boolean): void {
    const { keyword } = error;
    const pointer = pointerOf(error.instanceLocation);
    const lacks = /^Instance .*does not have (?:required property )?"(.*)"\.$/s.exec(error.error);
    if (keyword === "false") this.refused(pointer, before?.keyword);
    else if (lacks && /^(?:required|dependentRequired|dependencies)$/.test(keyword))
      this.lacks(pointer, lacks[1] ?? "");
    else if (isWrapper || WRAPPERS.has(keyword)) return;
    else {
      const part = schemaAt(error.keywordLocation, this.root, this.lookup);
      const found = key ? lastOf(pointer) : valueAt(this.payload, pointer);
      const name = this.nameOf(pointer, key);
      const isAmong = keyword === "enum" || keyword === "const";
      // Of a value of another type, its type is what is wrong.
      if (isAmong && this.otherTypes.has(pointer)) return;
      if (keyword === "type") this.otherTypes.add(pointer);
      if (isAmong) {
        this.notAmong(keyword === "const" ? [part?.const] : (part?.enum ?? []), found, pointer, key);
      } else
        this.add(
          pointer,
          key,
          `${name}${limit(keyword, part ?? {}, found, this.words.schema) ?? `: ${shown(error.error)}`}`,
        );
    }
  }

  /** What a value is called in a message. */
  private nameOf(pointer: string, key: boolean): string {
    if (pointer === "") return this.words.value;
    const name = shown(lastOf(pointer));
    const above = parentOf(pointer);
    if (key) return `The key \`${name}\``;
    if (!/^\d+$/.test(name)) return `\`${name}\``;
    return above === "" ? `Item ${name}` : `\`${shown(lastOf(above))}[${name}]\``;
  }

  /** A value where the schema is `false`: mostly one whose key the schema does not have. */
  private refused(pointer: string, by: string | undefined): void {
    const object = parentOf(pointer);
    if (by !== undefined && /items$/i.test(by)) {
      const name = this.nameOf(object, false);
      const n = (valueAt(this.payload, object) as unknown[]).length;
      const found = `${name} has ${n} item${n === 1 ? "" : "s"}; expected at most ${lastOf(pointer)}`;
      const message =
        by === "unevaluatedItems" ? `${name} contains items that the schema does not allow` : found;
      // The first item's finding speaks for all of them.
      if (!this.refusing.has(object)) this.add(object, false, message);
      this.refusing.add(object);
      return;
    }
    if (by !== "additionalProperties" && by !== "unevaluatedProperties") {
      this.add(
        pointer,
        pointer !== "",
        `${this.nameOf(pointer, false)} is not allowed by ${this.words.schema}`,
      );
      return;
    }
    const key = lastOf(pointer);
    const near = nearest(key, this.absentIn(object));
    const hint = near === undefined ? "" : `; did you mean \`${shown(near)}\`?`;
    this.add(pointer, true, `\`${shown(key)}\` is not allowed by ${this.words.schema}${hint}`, near);
  }

  private absentIn(object: string): string[] {
    const known = this.absent.get(object);
    if (known) return known;
    const there = valueAt(this.payload, object) as object;
    const names = namesAt(object, this.root, this.lookup).filter((it) => !Object.hasOwn(there, it));
    this.absent.set(object, names.slice(0, MOST_NAMES));
    return names.slice(0, MOST_NAMES);
  }

  /** One finding for all members that an object lacks. */
  private lacks(pointer: string, name: string): void {
    const known = this.missing.get(pointer);
    if (known) {
      known.names.add(name);
      return;
    }
    const violation: Violation = { pointer, key: false, message: "" };
    this.list.push(violation);
    this.missing.set(pointer, { violation, names: new Set([name]) });
  }

  private notAmong(options: readonly unknown[], found: unknown, pointer: string, key: boolean): void {
    const MOST_SHOWN = 8;
    const more = options.length - MOST_SHOWN;
    const first = listed(options.slice(0, MOST_SHOWN).map(inWords), more > 0 ? ", " : " or ");
    const expected = more > 0 ? `${first} or ${more} others` : first;
    const isPlain = typeof found !== "object" || found === null;
    const what = isPlain ? `\`${inWords(found)}\`` : typeOf(found);
    const texts = options.filter((it) => typeof it === "string").slice(0, MOST_NAMES);
    const near = typeof found === "string" ? nearest(found, texts) : undefined;
    const meant = near === undefined || key ? near : JSON.stringify(near);
    this.add(pointer, key, `${this.nameOf(pointer, key)} is ${what}; expected ${expected}`, meant);
  }

  /** None of the alternatives fits, or more than one does. If all but one are out of the question, that one counts. */
  private noneOf(error: OutputUnit, below: readonly OutputUnit[], key: boolean): void {
    const pointer = pointerOf(error.instanceLocation);
    const branches = byBranch(error.keywordLocation, below);
    const name = this.nameOf(pointer, key);
    if (
      branches.length === 0 ||
      (error.keyword === "oneOf" && / match/.test(error.error) && below.length === 0)
    ) {
      this.add(pointer, key, `${name} matches more than one alternative of the schema`);
      return;
    }
    const left = branches.filter((it) => !it.some((one) => isOtherKind(one, pointer)));
    if (left.length === 1 && left[0]) {
      this.all(left[0], key);
      return;
    }
    const kinds = branches.map((it) => this.onlyKind(it));
    const message =
      !key && kinds.every((it) => it !== undefined)
        ? ` must be ${either(kinds)}, but is ${typeOf(valueAt(this.payload, pointer))}`
        : ` matches none of the ${branches.length} alternatives of the schema`;
    this.add(pointer, key, `${name}${message}`);
  }

  /** The types of an alternative that is otherwise valid. */
  private onlyKind(errors: readonly OutputUnit[]): string | undefined {
    const own = errors.filter((it) => it.keyword !== "$ref");
    const [only] = own;
    if (own.length !== 1 || only?.keyword !== "type") return undefined;
    return typesOf(schemaAt(only.keywordLocation, this.root, this.lookup));
  }
}

/** The errors inside the error at an index. For errors of the schema `false`, the library gives no place. */
function insideOf(errors: readonly OutputUnit[], idx: number): OutputUnit[] {
  const { keywordLocation: place, keyword } = errors[idx] as OutputUnit;
  const out: OutputUnit[] = [];
  for (let at = idx + 1; at < errors.length; at++) {
    const error = errors[at] as OutputUnit;
    const isNames =
      keyword === "propertyNames" && error.keyword !== "propertyNames" && error.keywordLocation === place;
    if (!error.keywordLocation.startsWith(`${place}/`) && error.keyword !== "false" && !isNames) break;
    out.push(error);
  }
  return out;
}

/** Errors grouped by the alternative that they come from. */
function byBranch(place: string, errors: readonly OutputUnit[]): OutputUnit[][] {
  const out = new Map<string, OutputUnit[]>();
  let branch = "0";
  for (const error of errors) {
    if (error.keyword !== "false")
      branch = /^\/(\d+)/.exec(error.keywordLocation.slice(place.length))?.[1] ?? branch;
    const found = out.get(branch) ?? [];
    found.push(error);
    out.set(branch, found);
  }
  return [...out.values()];
}

/** Whether an error says that a value is of another kind than an alternative: by its type, or by a constant in it. */
function isOtherKind({ keyword, instanceLocation }: OutputUnit, pointer: string): boolean {
  const below = pointerOf(instanceLocation).slice(pointer.length);
  if (keyword === "type") return below === "";
  return (keyword === "const" || keyword === "enum") && below.split("/").length <= 2;
}

/** Says what is too small, too large, or in another form; follows the name in a message. */
function limit(keyword: string, part: Schema, found: unknown, schema: string): string | undefined {
  const wanted = (part as Record<string, unknown>)[keyword];
  const value = inWords(found);
  const count = (n: number, unit: string): string => ` has ${n} ${unit}${n === 1 ? "" : "s"}`;
  const chars = (): string => count([...String(found)].length, "character");
  const items = (): string => count(Array.isArray(found) ? found.length : 0, "item");
  const members = (): string => count(Object.keys(Object(found)).length, "member");
  const contains = (): string => ` does not contain an item that ${schema} requires`;
  const isAbove = (it: unknown): string => (it === true ? "more than" : "at least");
  const isBelow = (it: unknown): string => (it === true ? "less than" : "at most");
  const words: Record<string, () => string> = {
    type: () => ` must be ${typesOf(part)}, but is ${typeOf(found)}`,
    minimum: () => ` is ${value}; expected ${isAbove(part.exclusiveMinimum)} ${wanted}`,
    maximum: () => ` is ${value}; expected ${isBelow(part.exclusiveMaximum)} ${wanted}`,
    exclusiveMinimum: () => ` is ${value}; expected more than ${wanted}`,
    exclusiveMaximum: () => ` is ${value}; expected less than ${wanted}`,
    multipleOf: () => ` is ${value}; expected a multiple of ${wanted}`,
    minLength: () => `${chars()}; expected at least ${wanted}`,
    maxLength: () => `${chars()}; expected at most ${wanted}`,
    minItems: () => `${items()}; expected at least ${wanted}`,
    maxItems: () => `${items()}; expected at most ${wanted}`,
    minProperties: () => `${members()}; expected at least ${wanted}`,
    maxProperties: () => `${members()}; expected at most ${wanted}`,
    uniqueItems: () => " contains the same item twice",
    contains,
    minContains: contains,
    maxContains: contains,
    pattern: () => ` is \`${value}\`; expected text that matches \`${shown(String(wanted))}\``,
    format: () => ` is \`${value}\`; expected the format \`${shown(String(wanted))}\``,
    not: () => " is what the schema excludes",
  };
  return words[keyword]?.();
}

const typesOf = (part: Schema | undefined): string =>
  either(
    [part?.type ?? []]
      .flat()
      .sort()
      .map((it) => typeName(String(it))),
  );

const parentOf = (pointer: string): string => pointer.slice(0, pointer.lastIndexOf("/"));
const lastOf = (pointer: string): string => unescaped(pointer.slice(pointer.lastIndexOf("/") + 1));

/** The pointer in a place as the library writes places: `#/a%20b`. */
const pointerOf = (place: string): string => place.slice(1).split("/").map(decodeURIComponent).join("/");

function valueAt(value: unknown, pointer: string): unknown {
  let at = value;
  for (const token of pointer.split("/").slice(1)) {
    const key = unescaped(token);
    at =
      typeof at === "object" && at !== null && Object.hasOwn(at, key)
        ? (at as Record<string, unknown>)[key]
        : undefined;
  }
  return at;
}

/** The part of the schema that has the keyword at a place; the place goes through references. */
function schemaAt(place: string, root: Schema | boolean, lookup: Lookup): Schema | undefined {
  let at: unknown = root;
  for (const token of pointerOf(place).split("/").slice(1, -1)) {
    if (typeof at !== "object" || at === null) return undefined;
    const { __absolute_ref__: to } = at as Schema;
    if (token === "$ref" && to !== undefined) at = lookup[to];
    else if (token === "$recursiveRef") at = root;
    else at = (at as Record<string, unknown>)[unescaped(token)];
  }
  return typeof at === "object" && at !== null ? (at as Schema) : undefined;
}
