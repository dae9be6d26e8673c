/**
 * A TOML text as nested values, each with its place: what the parser gives as lines and headings, put together.
 */

import type { AST } from "toml-eslint-parser";

export type Toml = typeof import("toml-eslint-parser");

/** A value, and where it stands, in UTF-16 code units. */
export type Node = Table | Items | { kind: "string"; value: string; from: number; to: number } | Other;

export interface Table {
  kind: "table";
  /** in the order of the text */
  members: Map<string, Member>;
  from: number;
  to: number;
}

interface Items {
  kind: "array";
  items: Node[];
  from: number;
  to: number;
}

interface Other {
  kind: "number" | "boolean" | "time";
  from: number;
  to: number;
}

/** A value under a key; the place is that of the key. */
export interface Member {
  node: Node;
  from: number;
  to: number;
}

/** Throws what the parser throws when the text is no TOML. */
export function tree(text: string, toml: Toml): Table {
  const root = table(0, 0);
  const [program] = toml.parseTOML(text, { tomlVersion: "1.1" }).body;
  for (const it of program.body) {
    if (it.type === "TOMLKeyValue") assign(root, it);
    else {
      const heading = open(root, it, text);
      for (const line of it.body) assign(heading, line);
    }
  }
  return root;
}

const table = (from: number, to: number): Table => ({ kind: "table", members: new Map(), from, to });

const nameOf = (key: AST.TOMLBare | AST.TOMLQuoted): string =>
  key.type === "TOMLBare" ? key.name : key.value;

/** The table that a heading opens. */
function open(root: Table, { key, kind, range }: AST.TOMLTable, text: string): Table {
  const end = (bracket: string): number => text.indexOf(bracket, key.range[1]) + bracket.length;
  const last = key.keys.at(-1);
  const parent = follow(root, key.keys.slice(0, -1));
  if (last === undefined) return parent;
  if (kind === "standard") return inside(parent, last, () => table(range[0], end("]")));
  const one = table(range[0], end("]]"));
  const { node } = member(parent, last, () => ({ kind: "array", items: [], from: one.from, to: one.to }));
  if (node.kind === "array") node.items.push(one);
  return one;
}

function assign(into: Table, { key, value }: AST.TOMLKeyValue): void {
  const last = key.keys.at(-1);
  if (last !== undefined) member(follow(into, key.keys.slice(0, -1)), last, () => read(value));
}

/** Through the tables that a key with dots names. */
function follow(from: Table, keys: (AST.TOMLBare | AST.TOMLQuoted)[]): Table {
  return keys.reduce((at, key) => inside(at, key, () => table(key.range[0], key.range[1])), from);
}

/** The table under a key; of an array of tables the last. */
function inside(parent: Table, key: AST.TOMLBare | AST.TOMLQuoted, make: () => Table): Table {
  const { node } = member(parent, key, make);
  const found = node.kind === "array" ? node.items.at(-1) : node;
  // Anything else the parser has refused.
  return found?.kind === "table" ? found : make();
}

function member(parent: Table, key: AST.TOMLBare | AST.TOMLQuoted, make: () => Node): Member {
  const name = nameOf(key);
  let found = parent.members.get(name);
  if (found === undefined) {
    found = { node: make(), from: key.range[0], to: key.range[1] };
    parent.members.set(name, found);
  }
  return found;
}

function read(value: AST.TOMLContentNode): Node {
  const [from, to] = value.range;
  if (value.type === "TOMLArray") return { kind: "array", items: value.elements.map(read), from, to };
  if (value.type === "TOMLInlineTable") {
    const out = table(from, to);
    for (const it of value.body) assign(out, it);
    return out;
  }
  if (value.kind === "string") return { kind: "string", value: value.value, from, to };
  if (value.kind === "boolean") return { kind: "boolean", from, to };
  return { kind: value.kind === "integer" || value.kind === "float" ? "number" : "time", from, to };
}
