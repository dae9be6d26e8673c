/**
 * The project file: from its text to what it asks for, and what is wrong with it. Knows nothing of VS Code.
 * `src/surface/cli/config/read.rs` is the same in Rust; both pass `tests/config/cases.json`.
 */

import { formats, rules, type ValidateOptions } from "agent-response";
import { type Glob, globFault, readGlob } from "./glob.js";
import { type Fault, lineFault, twice } from "./line.js";
import { type Member, type Node, type Table, type Toml, tree } from "./tree.js";
import { listed, nearest, shown } from "./words.js";

type Format = NonNullable<ValidateOptions["format"]>;

/** What a project file asks for; what it does not name is left to others. */
export interface Wishes {
  profile: NonNullable<ValidateOptions["profile"]> | undefined;
  payloads: NonNullable<ValidateOptions["payloads"]> | undefined;
  rules: NonNullable<ValidateOptions["rules"]>;
  /** more files that are checked, and as what */
  files: { text: string; glob: Glob; format: Format }[];
}

const LARGEST = 1 << 20;
const MOST_FAULTS = 1000;
const KEYS = ["profile", "payloads", "rules", "files"];
const FILE_KEYS = ["glob", "format", "payload-schema"];
const PROFILES = ["default", "strict", "upstream"] as const;
const SWITCH = ["on", "off"] as const;
const SEVERITIES = ["off", "error", "warning", "info", "hint"] as const;

export const noWishes = (): Wishes => ({ profile: undefined, payloads: undefined, rules: {}, files: [] });

/** Reads a text. Of one that is no TOML nothing counts; otherwise a wrong entry is left out, and the others count. */
export function readConfig(text: string, toml: Toml): { wishes: Wishes; faults: Fault[]; isToml: boolean } {
  const wishes = noWishes();
  if (text.length * 3 > LARGEST && new TextEncoder().encode(text).length > LARGEST) {
    return {
      wishes,
      faults: [{ message: "The file is larger than a megabyte", from: 0, to: 0 }],
      isToml: false,
    };
  }
  let root: Table;
  try {
    root = tree(text, toml);
  } catch (error) {
    return { wishes, faults: [noToml(text, error)], isToml: false };
  }
  const faults = readRoot(root, wishes);
  return { wishes, faults: faults.sort((a, b) => a.from - b.from || a.to - b.to), isToml: true };
}

/** What the parser found missing when it was in the next line already; and a value is missing behind a `=`. */
const BEHIND = /same line|^Expected equal|^Unspecified|^Unterminated/;

function noToml(text: string, error: unknown): Fault {
  // Whatever else a parser throws, it did not get beyond the first line.
  const { index = 0, message = "" } = error as { index?: number; message?: string };
  if (/multiple times/.test(message)) return twice(text, index);
  const before = text.slice(0, index).trimEnd();
  const noValue = before.endsWith("=") && text.slice(before.length, index).includes("\n");
  return lineFault(text, noValue || BEHIND.test(message) ? before.length : index);
}

function readRoot(root: Table, wishes: Wishes): Fault[] {
  const faults: Fault[] = [];
  for (const [key, member] of root.members) {
    const { node } = member;
    if (key === "profile") wishes.profile = oneOf(PROFILES, key, member);
    else if (key === "payloads") wishes.payloads = oneOf(SWITCH, key, member);
    else if (key === "rules") {
      if (node.kind !== "table") wrongType(member, key, "must be a table, but is");
      else for (const [code, it] of node.members) rule(code, it);
    } else if (key === "files") {
      if (node.kind !== "array") wrongType(member, key, "must be an array of tables, but is");
      else for (const it of node.items) entry(member, it);
    } else unknownKey(member, key, "this file", KEYS);
  }
  return faults;

  function rule(code: string, member: Member): void {
    const severity = oneOf(SEVERITIES, code, member);
    const codes = rules().map((it) => it.code);
    const known = codes.find((it) => it === code);
    if (known === undefined) {
      const near = nearest(code, codes);
      say(member, `\`${shown(code)}\` is not a rule${near ? `; did you mean \`${near}\`?` : ""}`, near);
    } else if (severity !== undefined) wishes.rules[known] = severity;
  }

  /** One of the tables `[[files]]`. */
  function entry(files: Member, node: Node): void {
    if (node.kind !== "table") {
      wrongType({ ...files, node }, "files", "must be an array of tables, but contains");
      return;
    }
    let format: Format = "auto";
    for (const [key, member] of node.members) {
      if (key === "format") {
        const known = ["auto", ...formats().map((it) => it.id)] as Format[];
        format = oneOf(known, key, member) ?? "auto";
      } else if (key === "payload-schema") schemaOf(member);
      else if (key !== "glob") unknownKey(member, key, "`[[files]]`", FILE_KEYS);
    }
    const glob = node.members.get("glob");
    const text = glob && string("glob", glob, "a string");
    const fault = text === undefined ? undefined : globFault(text);
    if (glob === undefined) say(node, "Missing `glob`; it selects the files");
    else if (fault !== undefined) say(mark(glob), fault);
    else if (text !== undefined) wishes.files.push({ text, glob: readGlob(text), format });
  }

  /** The path of a JSON Schema, which the command and the language server read. */
  function schemaOf(member: Member): void {
    const path = string("payload-schema", member, "a string");
    if (path === undefined) return;
    const found = path === "" ? "empty" : `\`${shown(path)}\``;
    const wrong = (expected: string) => say(mark(member), `\`payload-schema\` is ${found}; ${expected}`);
    if (path.includes("://")) wrong("expected the path of a file; nothing is downloaded");
    else if (path.includes("\\")) wrong("separate folders with `/`");
    else if (path === "" || path.startsWith("/") || /^[a-z]:/i.test(path) || path.includes("\0"))
      wrong("expected a path relative to this file, such as `schemas/report.schema.json`");
  }

  function oneOf<T extends string>(known: readonly T[], key: string, member: Member): T | undefined {
    const expected = listed(known, " or ");
    const text = string(key, member, expected);
    if (text === undefined) return undefined;
    const found = known.find((it) => it === text);
    if (found === undefined) {
      say(member.node, `\`${shown(key)}\` is \`${shown(text)}\`; expected ${expected}`);
    }
    return found;
  }

  function string(key: string, member: Member, expected: string): string | undefined {
    if (member.node.kind === "string") return member.node.value;
    wrongType(member, key, `must be ${expected}, but is`);
    return undefined;
  }

  function wrongType(member: Member, key: string, wrong: string): void {
    const { kind } = member.node;
    const found = kind === "array" ? "an array" : `a ${kind}`;
    say(mark(member), `\`${shown(key)}\` ${wrong} ${found}`);
  }

  function unknownKey(member: Member, key: string, place: string, known: readonly string[]): void {
    const near = nearest(key, known);
    const hint = near ? `did you mean \`${near}\`?` : `expected ${listed(known, " or ")}`;
    say(member, `\`${shown(key)}\` is not a key of ${place}; ${hint}`, near);
  }

  function say({ from, to }: { from: number; to: number }, message: string, meant?: string): void {
    if (faults.length < MOST_FAULTS) faults.push({ message, from, to, meant });
  }
}

/** The place of a value: where it stands, or its key where it has grown from headings and dots. */
const mark = (member: Member): { from: number; to: number } =>
  member.node.from >= member.to ? member.node : member;
