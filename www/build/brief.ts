import type { Setup } from "../src/adapters/setup.ts";
import { readPage, writtenRules } from "./pages.ts";
import type { Prose } from "./prose.ts";

/**
 * The pages of all rules, for the dialog: without what the checker finds in their examples, and like beside like, so that
 * they pack well.
 */
export interface BriefRules {
  /** the tree of each page, in which `backticks` mark code; its examples are taken one after the other */
  pages: Record<string, Prose[]>;
  /** of all examples: the text, what stands above it, and how it is checked, or whether it is what a fix leaves */
  texts: string[];
  captions: string[];
  hows: (Setup | boolean)[];
}

export function briefRules(): BriefRules {
  const all: BriefRules = { pages: {}, texts: [], captions: [], hows: [] };
  for (const [code, { page }] of writtenRules()) {
    const { tree, examples } = readPage(page, null);
    all.pages[code] = tree.map(brief);
    for (const { text, caption, setup, isRepaired } of examples) {
      all.texts.push(text);
      all.captions.push(caption);
      all.hows.push(setup ?? isRepaired);
    }
  }
  return all;
}

/** A tree in which code is part of the text around it. */
function brief(part: Prose): Prose {
  if (typeof part === "string") return plain(part);
  if (part[0] === "example") return ["example"];
  const out: Prose[] = [];
  for (const it of part.map((it) => (isCode(it) ? `\`${plain(it[1])}\`` : brief(it)))) {
    const last = out.at(-1);
    // The first one is the name of the tag, and the second of a link is its address.
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
