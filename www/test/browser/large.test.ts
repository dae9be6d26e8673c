// Long files with a record in each line: checked in a worker, and only the open line is in the editor.
import assert from "node:assert/strict";
import type { Page } from "playwright-core";
import { faults } from "../axe.ts";
import { codes, pick, row, sample, shot, upload } from "../main-page.ts";
import { pageTest } from "../site.ts";
import { file, idle, LONG, textOf } from "../support.ts";

const LINES = sample("tools/transcript").trimEnd().split("\n");
const lines = (page: Page) => page.locator("#lines-list button");

/** A file of so many lines, six of which are those of the sample, again and again. */
const text = (count: number): string =>
  `${Array.from({ length: count }, (_, idx) => LINES[idx % LINES.length]).join("\n")}\n`;

/** Waits until every line was checked. */
const checked = (page: Page, summary: RegExp) =>
  page.locator("#lines-note").filter({ hasText: summary }).waitFor({ timeout: LONG });

pageTest("a long file is checked piece by piece, and a line of it opens like a file", async ({ page }) => {
  const whole = text(3600);
  await upload(page, ["log.jsonl", whole]);
  await checked(page, /^3600 lines: 2400 with errors$/);
  assert.equal(await file(page).innerText(), LINES[0]);
  assert.ok((await lines(page).count()) < 60);
  await lines(page).first().focus();
  await page.keyboard.press("End");
  await lines(page)
    .locator(".number", { hasText: /^3599$/ })
    .click();
  await idle(page);
  assert.deepEqual(await codes(page), ["arguments-schema"]);
  assert.equal(await page.locator("#payload-tabs [role=tab]").first().textContent(), "Line 3599");
  await shot(page, "large");
  assert.deepEqual(await faults(page), []);
  // What is changed in a line is there when it is opened again, and in the whole file.
  await page.click("#findings-tab");
  await row(page, "arguments-schema").getByRole("button", { name: "Rename" }).click();
  await idle(page);
  await page.click("#lines-tab");
  await checked(page, /^3600 lines: 2399 with errors$/);
  await lines(page)
    .locator(".number", { hasText: /^3600$/ })
    .click();
  await idle(page);
  await lines(page)
    .locator(".number", { hasText: /^3599$/ })
    .click();
  await idle(page);
  assert.match(await file(page).innerText(), /harbor\\"/);
  const expected = whole.split("\n");
  expected[3598] = expected[3598]?.replace("harbour", "harbor") ?? "";
  assert.equal(await textOf(page, "file"), expected.join("\n"));
  await page.click("#undo-button");
  await idle(page);
  assert.equal(await textOf(page, "file"), whole);
  // Another file is a whole one again.
  await pick(page, "A good one");
  assert.equal(await page.locator("#lines-tab").isVisible(), false);
  assert.equal(await textOf(page, "file"), sample("good"));
});

pageTest("50 MB are checked in steps that leave the page free", async ({ page }) => {
  await page.evaluate((first) => {
    const said = { role: "assistant", content: "a few words ".repeat(1700) };
    const line = `${JSON.stringify({ messages: [{ role: "user", content: "." }, said] })}\n`;
    const many = line.repeat(Math.ceil((50 * 1024 * 1024) / line.length));
    const all: number[] = [];
    Object.assign(window, { tasks: all });
    new PerformanceObserver((list) => all.push(...list.getEntries().map((entry) => entry.duration))).observe({
      type: "longtask",
    });
    const transfer = new DataTransfer();
    transfer.items.add(new File([`${first}\n`, many, '{"messages": [\n'], "log.jsonl"));
    const input = document.querySelector<HTMLInputElement>("#file-input");
    if (input === null) return;
    input.files = transfer.files;
    input.dispatchEvent(new Event("change"));
  }, LINES[0]);
  await checked(page, /lines: 1 with errors/);
  const steps = await page.evaluate(() => (window as unknown as { tasks: number[] }).tasks);
  console.log(`50 MB: long tasks of ${steps.map((it) => it.toFixed(0)).join(", ")} ms`);
  assert.ok(steps.length < 60, `${steps.length} long tasks`);
  assert.ok((await lines(page).count()) < 60);
  assert.ok((await page.locator("*").count()) < 2500);
});
