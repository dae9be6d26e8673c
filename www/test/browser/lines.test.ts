// Files with a record in each line: a row for each line, which opens like a file.
import assert from "node:assert/strict";
import type { Page } from "playwright-core";
import { faults } from "../axe.ts";
import { codes, pick, row, sample, shot, upload } from "../main-page.ts";
import { pageTest } from "../site.ts";
import { afterText, idle, paste, textOf } from "../support.ts";

const LINES = sample("tools/transcript");

/** The rows of the list that are drawn, and the tabs of the payload pane. */
const lines = (page: Page) => page.locator("#lines-list button");
const tabs = (page: Page) => page.locator("#payload-tabs [role=tab]");

pageTest("each line has a row with its verdict, and opens like a file", async ({ page }) => {
  await upload(page, ["train.jsonl", LINES]);
  await lines(page).nth(5).waitFor();
  assert.equal(await page.locator("#lines-note").textContent(), "6 lines: 4 with errors");
  assert.deepEqual(await lines(page).evaluateAll((all) => all.map((it) => it.className)), [
    "ok",
    "error",
    "error",
    "error",
    "error",
    "ok",
  ]);
  assert.equal(await lines(page).nth(4).locator(".gist").textContent(), "Low water in Brevik?");
  await lines(page).nth(4).click();
  await idle(page);
  await shot(page, "lines");
  assert.deepEqual(await faults(page), []);
  // The line is laid out, and its call has a tab; both are written back into the line.
  assert.deepEqual(await tabs(page).allTextContents(), ["Line 5", "tide_table"]);
  assert.match(await page.locator("#payload-editor .cm-content").innerText(), /"role": "user",\n/);
  await tabs(page).nth(1).click();
  await page.locator("#payload-editor .cm-content").focus();
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.insertText('{"harbor": "Brevik"}');
  await idle(page);
  const before = LINES.split("\n");
  const after = (await textOf(page, "file")).split("\n");
  assert.equal(after[4], before[4]?.replace("harbour", "harbor"));
  assert.deepEqual([...after.slice(0, 4), ...after.slice(5)], [...before.slice(0, 4), ...before.slice(5)]);
  assert.equal(await page.locator("#lines-note").textContent(), "6 lines: 3 with errors");
  // Typing in the line that is laid out does the same.
  await tabs(page).nth(0).click();
  await afterText(page, "Low water");
  await page.keyboard.type(" today");
  await idle(page);
  assert.ok((await textOf(page, "file")).includes("Low water today in Brevik?"));
  await page.check("#lines-only");
  assert.deepEqual(await lines(page).locator(".number").allTextContents(), ["2", "3", "4"]);
});

pageTest("a click on a line counts although the list is drawn meanwhile", async ({ page }) => {
  await upload(page, ["train.jsonl", LINES]);
  await lines(page).nth(4).hover();
  await page.mouse.down();
  await page.evaluate(() =>
    document.querySelector(".rows")?.parentElement?.dispatchEvent(new Event("scroll")),
  );
  await page.mouse.up();
  await idle(page);
  assert.equal(await tabs(page).first().textContent(), "Line 5");
  assert.deepEqual(await lines(page).evaluateAll((all) => all.map((it) => it.ariaCurrent)), [
    null,
    null,
    null,
    null,
    "true",
    null,
  ]);
});

pageTest("safe fixes repair all lines; the findings are those of the whole file", async ({ page }) => {
  await upload(page, ["train.jsonl", LINES]);
  await page.click("#findings-tab");
  assert.deepEqual(await codes(page), [
    "trailing-comma",
    "orphan-result",
    "missing-comma",
    "arguments-schema",
  ]);
  await page.click("#fix-all-button");
  await idle(page);
  assert.deepEqual(await codes(page), ["orphan-result", "arguments-schema"]);
  // A mark in the pane is that of the line in which the cursor is.
  await row(page, "arguments-schema").locator(".main").click();
  await idle(page);
  assert.equal(await tabs(page).first().textContent(), "Line 5");
  await tabs(page).nth(1).click();
  await idle(page);
  assert.equal(await page.locator("#payload-editor .cm-finding").count(), 1);
  // Another file has no lines.
  await pick(page, "A good one");
  assert.equal(await page.locator("#lines-tab").isVisible(), false);
  assert.equal(await page.locator("#findings-view").isVisible(), true);
});

pageTest("records that are pasted are lines, and a long list has few elements", async ({ page }) => {
  const [first = ""] = LINES.split("\n");
  await paste(page, `${first}\n`.repeat(2000));
  await lines(page).first().waitFor();
  assert.equal(await page.inputValue("#file-name"), "records.jsonl");
  assert.equal(await page.locator("#lines-note").textContent(), "2000 lines, all valid");
  const count = await lines(page).count();
  assert.ok(count > 5 && count < 60, `${count} rows`);
  await lines(page).first().focus();
  await page.keyboard.press("End");
  await lines(page).locator(".number", { hasText: "2000" }).waitFor();
  await page.keyboard.press("Enter");
  await idle(page);
  assert.equal(await tabs(page).first().textContent(), "Line 2000");
  assert.ok((await lines(page).count()) < 60);
});
