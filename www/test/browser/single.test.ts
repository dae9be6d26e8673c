// The page as a single file, opened from the disk.
import assert from "node:assert/strict";
import { join } from "node:path";
import { test } from "node:test";
import { pathToFileURL } from "node:url";
import { SINGLE } from "../../build/files.ts";
import { ANSWER, pick, row, valid } from "../main-page.ts";
import { site } from "../site.ts";
import { DIST, open, textOf, underlines, weigh, write } from "../support.ts";

const path = join(DIST, SINGLE);
/** Bytes besides the wasm. */
const MOST = 194 * 1024;

test("the page in one file is small", () => {
  const { all, own } = weigh(SINGLE);
  console.log(
    `the page in one file: ${(all / 1024).toFixed(1)} KB gzip, ${(own / 1024).toFixed(1)} KB besides the wasm`,
  );
  assert.ok(own <= MOST, `${own} bytes besides the wasm, at most ${MOST}`);
});

test("the page in one file checks, repairs, edits and explains without anything else", async () => {
  const { page, context, complaints } = await open(site.browser, pathToFileURL(path).href);
  try {
    await pick(page, "A broken payload");
    assert.deepEqual(await underlines(page.locator("#file-editor .cm-finding-error")), ["underline wavy"]);
    await row(page, "missing-comma").locator("a.code").click();
    await page.locator("#rule-body .summary").waitFor();
    await page.locator("#rule-body pre").first().waitFor();
    assert.equal(await page.locator("#rule-body .more").count(), 0);
    await page.keyboard.press("Escape");
    await page.click("#fix-all-button");
    await valid(page);
    await page.getByRole("tab", { name: "boundaries", exact: true }).click();
    await page.locator("#payload-editor .cm-content").focus();
    await page.keyboard.press("ControlOrMeta+Home");
    await page.keyboard.type("# New");
    assert.match(
      JSON.parse(JSON.parse(await textOf(page, "file")).response).boundaries,
      /^# New## Boundaries/,
    );
    await page.click("#preview-button");
    await page.locator("#preview h3, #preview h4").first().waitFor();
    await page.locator("footer").getByRole("link", { name: "All rules" }).click();
    await page.locator("#rule-body li").first().waitFor();
    assert.equal(await page.locator('a[href^="./"]').count(), 0);
    await page.keyboard.press("Escape");
    await write(page, ANSWER);
    await page.click("#offer-button");
    assert.deepEqual(await page.locator("#wrap-done li .code").allTextContents(), [
      "leading-text",
      "trailing-comma",
    ]);
    await page.click("#wrap-use");
    await valid(page);
    await pick(page, "Missing fields");
    const form = row(page, "missing-field").locator("form.complete");
    await form.getByLabel("Seconds it ran").fill("1");
    await form.getByLabel("Id of the request").fill("93d5e8f1-2b7c-4c19-a6d4-1e0f5b8c7a36");
    await form.getByLabel("Id of the request").press("Enter");
    await valid(page);
    const broken = (await textOf(page, "file")).replace(/"created_at": "[^"]*"/, '"created_at": "noon"');
    await write(page, broken);
    await row(page, "bad-timestamp").getByRole("button", { name: "Ask the model to repair it" }).click();
    await page.locator("#output-view").getByText("created_at").first().waitFor();
    assert.deepEqual(complaints, []);
  } finally {
    await context.close();
  }
});
