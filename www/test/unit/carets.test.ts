import assert from "node:assert/strict";
import { test } from "node:test";
import { rules, validate } from "agent-response/editor";
import { Lexer, type Tokens } from "marked";
import { briefRules } from "../../build/brief.ts";
import { writtenRules } from "../../build/pages.ts";
import { withCarets } from "../../src/adapters/carets.ts";
import { countExamples } from "../../src/adapters/examples.ts";
import { toBytes, toOptions } from "../../src/adapters/setup.ts";

const all = rules();
const { pages, texts, hows } = briefRules(true);

const blocksOf = (markdown: string): string[] =>
  new Lexer({ gfm: true })
    .lex(markdown)
    .flatMap((it) => (it.type === "code" && it.text !== "" ? [(it as Tokens.Code).text] : []));

test("the checker brings back every finding that the pages of the rules are kept without", () => {
  let n = 0;
  let first = 0;
  for (const [rule, { page }] of writtenRules()) {
    const blocks = blocksOf(page).slice(0, countExamples(pages[rule] ?? []));
    const made = blocks.map((_, idx) => {
      const text = texts[first + idx] ?? "";
      const how = hows[first + idx] ?? false;
      const found =
        typeof how === "boolean"
          ? []
          : validate(toBytes(text, how), toOptions({ ...how, rule }, all)).diagnostics;
      n += found.length;
      return withCarets(text, found)
        .map((it) => it.text)
        .join("\n");
    });
    assert.deepEqual(made, blocks, rule);
    first += blocks.length;
  }
  assert.ok(n > 100, `only ${n} findings`);
});

test("the pages of the rules are kept without findings", () => {
  const checked = texts.filter((_, idx) => hows[idx] !== false);
  assert.doesNotMatch(checked.join("\n"), /^\s*\^/m);
});
