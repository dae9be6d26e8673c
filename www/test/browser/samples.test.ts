import assert from "node:assert/strict";
import { test } from "node:test";
import { fix, validate } from "agent-response/tools";
import { pick, REQUEST, sample, set, valid } from "../main-page.ts";
import { pageTest } from "../site.ts";
import { idle } from "../support.ts";

const NAME = ".agent-response-phase8.json";

/** What each sample shows: its errors, and whether the safe fixes make it valid. */
const EXPECTED: Record<string, { errors: string[]; fixed: boolean; name?: string }> = {
  "wrong-name": { errors: ["misnamed-field"], fixed: true },
  object: { errors: ["payload-not-string"], fixed: true },
  "missing-fields": { errors: ["missing-field"], fixed: false },
  "broken-payload": { errors: ["trailing-comma", "missing-comma"], fixed: true },
  boundaries: { errors: ["section-without-field", "not-a-section"], fixed: false },
  "raw-payload": { errors: ["missing-envelope"], fixed: true },
  fenced: { errors: ["markdown-fence"], fixed: true },
  "unescaped-quotes": { errors: ["unescaped-quote"], fixed: false },
  "encoded-twice": { errors: ["double-encoded"], fixed: true },
  truncated: { errors: ["truncated"], fixed: false },
  good: { errors: [], fixed: true },
  "tools/tool-call": {
    errors: ["arguments-schema", "arguments-schema"],
    fixed: false,
    name: "request.json",
  },
  "tools/transcript": {
    errors: ["trailing-comma", "orphan-result", "missing-comma", "arguments-schema"],
    fixed: false,
    name: "train.jsonl",
  },
};

for (const [id, expected] of Object.entries(EXPECTED)) {
  test(`the sample ${id} shows its mistake and no other`, () => {
    const text = sample(id);
    const options = { fileName: expected.name ?? NAME, now: "2025-11-25T00:00:00Z" };
    const errors = validate(text, options).diagnostics.flatMap((it) =>
      it.severity === "error" ? [it.code] : [],
    );
    assert.deepEqual(errors, expected.errors);
    if (expected.fixed) assert.ok(fix(text, options).report.valid);
  });
}

pageTest("a sample stands alone: the request of the file before it is gone", async ({ page }) => {
  await set(page, { request: REQUEST });
  await pick(page, "A good one");
  await valid(page);
  assert.equal(await page.inputValue("#request"), "");
});

pageTest("every sample of the menu can be loaded", async ({ page }) => {
  const entries = page.locator("#samples-list button");
  assert.equal(await entries.count(), Object.keys(EXPECTED).length);
  for (const [idx, { errors }] of Object.values(EXPECTED).entries()) {
    await page.click("#samples-button");
    await entries.nth(idx).click();
    const shown = page.locator("#findings li:has(.sign.error) a.code");
    await page.waitForFunction(
      (n) => document.querySelectorAll("#findings li .main .sign.error").length === n,
      errors.length,
    );
    assert.deepEqual(await shown.allTextContents(), errors);
  }
});

for (const [where, options] of Object.entries({
  "at 200 %": { viewport: { width: 640, height: 410 } },
  "on a phone": { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true },
}))
  pageTest(
    `after a sample is opened, its tools and its verdict are on the screen ${where}`,
    async ({ page }) => {
      const seen = async (): Promise<void> => {
        await idle(page);
        for (const id of ["file-title", "open-button", "bottom-verdict"]) {
          const box = await page.locator(`#${id}`).boundingBox();
          assert.ok(box !== null && box.y >= 0 && box.y + box.height <= options.viewport.height, id);
        }
        assert.equal(await page.evaluate(() => scrollY), 0);
      };
      await page.locator("#welcome-samples button").last().click();
      await seen();
      await page.evaluate(() => scrollTo(0, 500));
      await page.setInputFiles("#file-input", {
        name: NAME,
        mimeType: "",
        buffer: Buffer.from(sample("object")),
      });
      await seen();
    },
    options,
  );
