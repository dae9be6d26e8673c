import assert from "node:assert/strict";
import { test } from "node:test";
import { rules } from "agent-response/editor";
import { briefRules } from "../../build/brief.ts";
import { readPage, writtenRules } from "../../build/pages.ts";
import { countExamples } from "../../src/adapters/examples.ts";

for (const whose of ["page", "tools"] as const)
  test(`the dialog has the beginning of every page of ${whose}, and says where there is more`, () => {
    const { pages, texts, captions, hows, longer } = briefRules(true, whose);
    let nExamples = 0;
    for (const [code, { page }] of writtenRules(whose)) {
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

test("what is loaded with the dialog has the rules of the page, and names the others", () => {
  const { pages, others } = briefRules(true);
  assert.deepEqual(
    Object.keys(pages),
    rules().map((it) => it.code),
  );
  assert.deepEqual(others, Object.keys(briefRules(true, "tools").pages));
  // A quick build of the page knows all rules itself.
  assert.ok([...Object.keys(pages), ...(others ?? [])].includes("arguments-schema"));
});
