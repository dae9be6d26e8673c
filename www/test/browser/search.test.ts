import assert from "node:assert/strict";
import { hasFocus, pick, sample, selection, shot } from "../main-page.ts";
import { pageTest } from "../site.ts";
import { file, textOf, write } from "../support.ts";

const count = '.search [role="status"]';

pageTest("text is searched for below the editor, by the keyboard", async ({ page }) => {
  await write(page, sample("good"));
  await page.keyboard.press("ControlOrMeta+f");
  const sought = page.getByLabel("Find", { exact: true });
  assert.ok(await hasFocus(sought));
  await page.keyboard.type("STATUS");
  await page.locator(count, { hasText: "1 found" }).waitFor();
  await page.keyboard.press("Enter");
  await page.locator(count, { hasText: "1 of 1" }).waitFor();
  assert.equal(await page.locator(".cm-searchMatch-selected").textContent(), "status");
  await page.getByLabel("Match case").check();
  await page.locator(count, { hasText: "Not found" }).waitFor();
  await shot(page, "search");
  await page.keyboard.press("Escape");
  assert.ok(await hasFocus(file(page)));
  assert.equal(await selection(page), "status");
  assert.equal(await page.locator(".search, .cm-searchMatch").count(), 0);
});

pageTest("F3 goes from match to match, also from the editor and backwards", async ({ page }) => {
  await write(page, "a1 a2 a3");
  await page.keyboard.press("ControlOrMeta+f");
  await page.keyboard.type("a\\d");
  await page.locator(count, { hasText: "Not found" }).waitFor();
  await page.getByLabel("Regex").check();
  await page.locator(count, { hasText: "3 found" }).waitFor();
  await file(page).click();
  await page.keyboard.press("ControlOrMeta+Home");
  for (const it of ["a1", "a2", "a3", "a1"]) {
    await page.keyboard.press("F3");
    assert.equal(await selection(page), it);
  }
  await page.keyboard.press("Shift+F3");
  assert.equal(await selection(page), "a3");
  await page.keyboard.press("ControlOrMeta+f");
  await page.getByLabel("Find", { exact: true }).fill("(");
  await page.locator(count, { hasText: "Not a regular expression" }).waitFor();
});

pageTest("matches are replaced one by one and at once, and undone", async ({ page }) => {
  await write(page, '{"a": "x", "b": "x", "c": "x"}');
  await page.keyboard.press("ControlOrMeta+Home");
  await page.keyboard.press("ControlOrMeta+f");
  await page.getByLabel("Find", { exact: true }).fill('"x"');
  await page.keyboard.press("Enter");
  await page.getByLabel("Replace", { exact: true }).fill("1");
  const press = (name: string) => page.getByRole("button", { name, exact: true }).click();
  await press("Replace");
  assert.equal(await textOf(page, "file"), '{"a": 1, "b": "x", "c": "x"}');
  await press("Replace all");
  assert.equal(await textOf(page, "file"), '{"a": 1, "b": 1, "c": 1}');
  await page.click("#undo-button");
  assert.equal(await textOf(page, "file"), '{"a": 1, "b": "x", "c": "x"}');
});

pageTest("the payload can be searched too, and replaced in", async ({ page }) => {
  await pick(page, "A good one");
  await page.locator("#payload-editor .cm-content").click();
  await page.keyboard.press("ControlOrMeta+f");
  await page.keyboard.type("sections");
  await page.locator(count, { hasText: "found" }).waitFor();
  assert.equal(await page.locator("#payload-editor .search").count(), 1);
  await page.getByLabel("Replace", { exact: true }).fill("parts");
  await page.getByRole("button", { name: "Replace all", exact: true }).click();
  assert.ok("parts" in JSON.parse(JSON.parse(await textOf(page, "file")).response));
});
