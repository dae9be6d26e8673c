import { countExamples } from "../src/adapters/examples.ts";
import type { Setup } from "../src/adapters/setup.ts";
import type { Example } from "./examples.ts";
import { factsOf } from "./facts.ts";
import { readPage, type Whose, writtenRules } from "./pages.ts";
import type { Prose } from "./prose.ts";

/** The dialog shows the beginning of each page, with at most this many examples; the rest is on the page itself. */
const MOST = 4;

/**
 * The pages of all rules, for the dialog: without the findings in their examples, and with similar data side by side,
 * so that they compress well.
 */
export interface BriefRules {
  /** the tree of each page, in which `backticks` mark code; it uses the examples one after the other */
  pages: Record<string, Prose[]>;
  /** for each example: the text, the paragraph above it, and how it is checked or whether it is the result of a fix */
  texts: string[];
  captions: string[];
  hows: (Setup | boolean)[];
  /** the rules whose pages are longer */
  longer: string[];
  /** the rules that are not here because only the checks of tool calls know them */
  others?: string[];
  /** for each rule, what the list of rules is filtered by: the safest fix, and the ids of the formats */
  facts?: Record<string, [fix: string, ...formats: string[]]>;
}

/** The page in one file has no other pages, and no room for filters. */
export function briefRules(isSite: boolean, whose: Exclude<Whose, "both"> = "page"): BriefRules {
  const all: BriefRules = { pages: {}, texts: [], captions: [], hows: [], longer: [] };
  if (isSite) {
    all.facts = facts(whose);
    all.others = writtenRules(whose === "page" ? "tools" : "page").map(([code]) => code);
  }
  for (const [code, { page }] of writtenRules(whose)) {
    const { tree, examples } = readPage(page, null);
    const shown = beginning(tree, examples);
    if (isSite && shown.length < tree.length) all.longer.push(code);
    all.pages[code] = shown.map(brief);
    for (const { text, caption, setup, isRepaired } of examples.slice(0, countExamples(shown))) {
      all.texts.push(text);
      all.captions.push(caption);
      all.hows.push(setup ?? isRepaired);
    }
  }
  return all;
}

const facts = (whose: Whose): NonNullable<BriefRules["facts"]> =>
  Object.fromEntries(
    writtenRules(whose).map(([code, { page }]) => {
      const { fix, formats } = factsOf(code, readPage(page, code).examples);
      return [code, [fix, ...formats]];
    }),
  );

/** The parts up to the last of the first examples, including the result of its fix. */
function beginning(tree: Prose[], examples: readonly Example[]): Prose[] {
  let nExamples = 0;
  const end = tree.findIndex((node) => {
    const before = nExamples;
    nExamples += countExamples(node);
    return nExamples > MOST && !(before === MOST && nExamples === MOST + 1 && examples[before]?.isRepaired);
  });
  const shown = end < 0 ? tree : tree.slice(0, end);
  // The text that introduces an omitted example is omitted too.
  while (shown.length < tree.length && countExamples(shown.at(-1) ?? ["example"]) === 0) shown.pop();
  return shown;
}

/** A tree in which code is part of the text around it. */
function brief(part: Prose): Prose {
  if (typeof part === "string") return plain(part);
  if (part[0] === "example") return ["example"];
  const out: Prose[] = [];
  for (const it of part.map((it) => (isCode(it) ? `\`${plain(it[1])}\`` : brief(it)))) {
    const last = out.at(-1);
    // The first item is the name of the tag; a link's second item is its address.
    if (typeof it === "string" && typeof last === "string" && out.length > (out[0] === "a" ? 2 : 1))
      out[out.length - 1] = last + it;
    else out.push(it);
  }
  return out;
}

const isCode = (it: Prose): it is [string, string] =>
  Array.isArray(it) && it[0] === "code" && it.length === 2 && typeof it[1] === "string";

function plain(text: string): string {
  if (text.includes("`"))
    throw new Error(`the dialog could not tell this backtick from a mark of code: ${text}`);
  return text;
}
