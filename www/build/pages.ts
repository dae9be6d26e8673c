import { existsSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import type { FormatInfo } from "agent-response";
import { rules as ownRules } from "agent-response/editor";
import { rules as allRules } from "agent-response/tools";
import { type Example, reader } from "./examples.ts";
import { allFormats, type Facts, factsOf } from "./facts.ts";
import { type Prose, parse } from "./prose.ts";

/** A parsed page of the library: its text, and its examples in order. */
interface Read {
  tree: Prose[];
  examples: Example[];
}

export interface RulePage extends Read, Facts {
  code: string;
  severity: string;
  summary: string;
}

export interface FormatPage extends Read {
  info: FormatInfo;
  /** its first sentence */
  summary: string;
}

/** All rule and format pages. */
export interface Library {
  rules: RulePage[];
  formats: FormatPage[];
}

/** The rule pages and the format pages. */
export const RULES = resolve("../src/rules");
export const FORMATS = resolve("../src/formats");

interface Written {
  severity: string;
  summary: string;
  page: string;
}

/** Whose rules: those of the page, those that only the checks of tool calls know, or both. */
export type Whose = "page" | "tools" | "both";

export function writtenRules(whose: Whose = "both"): [string, Written][] {
  const own = new Set(ownRules().map((it) => it.code));
  return allRules()
    .filter((it) => whose === "both" || own.has(it.code) === (whose === "page"))
    .map(({ code, severity, summary }) => {
      const page = readFileSync(join(RULES, `${code}.md`), "utf8");
      return [code, { severity, summary, page }];
    });
}

export function readLibrary(): Library {
  const rules = writtenRules().map(([code, { severity, summary, page }]) => {
    const read = readPage(page, code);
    return { code, severity, summary, ...read, ...factsOf(code, read.examples) };
  });
  const formats = allFormats.flatMap((info): FormatPage[] => {
    const file = join(FORMATS, `${info.id}.md`);
    if (!existsSync(file)) return [];
    const read = readPage(readFileSync(file, "utf8"), null);
    return [{ info, summary: firstSentence(read.tree), ...read }];
  });
  return { rules, formats };
}

export function readPage(markdown: string, rule: string | null): Read {
  const examples: Example[] = [];
  const read = reader(allFormats, rule);
  const tree = parse(markdown.replace(/^#\s.*\n/, ""), (token) => {
    const example = read(token);
    // The fixed text of a file that becomes empty, or a block that is no example.
    if (example.text === "" && example.setup === null) return [];
    examples.push(example);
    return [["example", String(examples.length - 1)]];
  });
  return { tree, examples };
}

function firstSentence(tree: readonly Prose[]): string {
  const [first] = tree;
  if (!Array.isArray(first) || first[0] !== "p")
    throw new Error("a page of a format begins with a paragraph");
  const text = first.slice(1).map(plain).join("");
  return /^.*?\.(?=\s|$)/s.exec(text)?.[0].replaceAll("\n", " ") ?? text;
}

const plain = (it: Prose): string => {
  if (typeof it === "string") return it;
  const [name, ...rest] = it;
  const text = (name === "a" ? rest.slice(1) : rest).map(plain).join("");
  return name === "code" ? `\`${text}\`` : text;
};
