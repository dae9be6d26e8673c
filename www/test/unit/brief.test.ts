import assert from "node:assert/strict";
import { test } from "node:test";
import { briefRules } from "../../build/brief.ts";
import { readPage, writtenRules } from "../../build/pages.ts";
import { countExamples } from "../../src/adapters/examples.ts";

const { pages, texts, captions, hows, longer } = briefRules(true);

test("the dialog has the beginning of every page, and says where there is more", () => {
  let nExamples = 0;
  for (const [code, { page }] of writtenRules()) {
    const shown = pages[code] ?? [];
    const n = countExamples(shown);
    const all = readPage(page, null);
    assert.ok(n > 0 || all.examples.length === 0, code);
    assert.ok(n <= 5, `${code} shows ${n} examples`);
    assert.equal(longer.includes(code), n < all.examples.length, code);
    assert.deepEqual(
      texts.slice(nExamples, nExamples + n),
      all.examples.slice(0, n).map((it) => it.text),
    );
    nExamples += n;
  }
  assert.equal(texts.length, nExamples);
  assert.deepEqual([captions.length, hows.length], [nExamples, nExamples]);
});
