// What is pasted: another file, or a part of this one.
import assert from "node:assert/strict";
import type { Page } from "playwright-core";
import { faults, fitsIn } from "../axe.ts";
import {
  ANSWER,
  codes,
  hasFocus,
  more,
  NAME,
  pick,
  REQUEST,
  row,
  sample,
  shot,
  undo,
  upload,
  valid,
} from "../main-page.ts";
import { pageTest } from "../site.ts";
import { afterText, file, paste, textOf } from "../support.ts";

const inner = (page: Page) => page.locator("#payload-editor .cm-content");

pageTest("a file that is pasted is the original of the difference, also over another", async ({ page }) => {
  const words = async (): Promise<string> => (await page.locator("#output").textContent()) ?? "";
  await page.click("#open-here", { trial: true });
  for (const id of ["good", "wrong-name"]) {
    await file(page).click();
    await page.keyboard.press("ControlOrMeta+a");
    await paste(page, sample(id));
    await page.click("#difference-tab");
    assert.equal(await words(), "Nothing has changed.", id);
  }
  await page.click("#fix-all-button");
  await valid(page);
  assert.deepEqual(await page.locator("#output ins").allTextContents(), ["response"]);
});

pageTest("a text that is pasted over another drops its request; so does a sample", async ({ page }) => {
  await upload(page, [".agent-request-phase8.json", REQUEST], [NAME, sample("good")]);
  await row(page, "pair-id").waitFor();
  await file(page).click();
  await page.keyboard.press("ControlOrMeta+a");
  await paste(page, sample("object"));
  await row(page, "payload-not-string").waitFor();
  await page.locator("#request-aside").waitFor({ state: "visible" });
  assert.ok(!(await codes(page)).includes("pair-id"));
  await page.keyboard.press("ControlOrMeta+z");
  await row(page, "pair-id").waitFor();
  // Nothing that takes text has the focus.
  await page.locator("#findings-title").focus();
  await paste(page, sample("object"));
  await page.locator("#request-aside").waitFor({ state: "visible" });
  await undo(page);
  await row(page, "pair-id").waitFor();
  await more(page, "clear-button");
  assert.equal(await page.inputValue("#request"), "");
  await undo(page);
  await row(page, "pair-id").waitFor();
  assert.equal(await page.inputValue("#request"), REQUEST);
});

pageTest(
  "a whole file that is pasted beside another comes in its place; a part does not",
  async ({ page }) => {
    await pick(page, "instead of response");
    await file(page).click();
    await paste(page, sample("good"));
    await valid(page);
    assert.equal(await textOf(page, "file"), sample("good"));
    await undo(page);
    await row(page, "misnamed-field").waitFor();
    assert.equal(await textOf(page, "file"), sample("wrong-name"));
    await file(page).click();
    await page.keyboard.press("ControlOrMeta+Home");
    await paste(page, " ");
    assert.equal(await textOf(page, "file"), ` ${sample("wrong-name")}`);
  },
);

pageTest("what a pasted file has replaced comes back with the button of the notice", async ({ page }) => {
  const [first, second] = ['{"status": "success", "result": {"a": 1,}}', '{"other": [1, 2}'];
  await file(page).click();
  await paste(page, first);
  await paste(page, second);
  assert.equal(await page.locator("#notice").textContent(), "Pasted as a new file Undo");
  assert.deepEqual(await faults(page), []);
  assert.equal(await textOf(page, "file"), second);
  await paste(page, first);
  await page.keyboard.type(" ");
  await page.locator("#notice").getByRole("button", { name: "Undo" }).click();
  assert.equal(await textOf(page, "file"), second);
  assert.ok(await hasFocus(file(page)));
});

/** Puts the cursor into the third line of the file. */
async function toThird(page: Page): Promise<void> {
  await file(page).focus();
  for (const key of ["ControlOrMeta+Home", "ArrowDown", "ArrowDown"]) await page.keyboard.press(key);
}

pageTest(
  "a model's answer that is pasted into a response comes in its place; a part does not",
  async ({ page }) => {
    const said = page.locator("#notice");
    await pick(page, "A good one");
    const before = await textOf(page, "file");
    for (const pasted of [ANSWER, sample("raw-payload")]) {
      await toThird(page);
      await paste(page, pasted);
      await page.locator("#offer-button").waitFor();
      await shot(page, "pasted");
      await said.getByRole("button", { name: "Undo" }).click();
      assert.equal(await textOf(page, "file"), before);
      await valid(page);
      await page.click("#redo-button");
      assert.equal(await textOf(page, "file"), pasted);
      await undo(page);
    }
    await toThird(page);
    await paste(page, "some words");
    assert.equal((await textOf(page, "file")).length, before.length + "some words".length);
  },
);

pageTest("a notice with buttons can be closed, and gives back the focus", async ({ page }) => {
  const said = page.locator("#notice");
  const buttons = said.getByRole("button");
  await pick(page, "A good one");
  const before = await textOf(page, "file");
  const ask = async (): Promise<void> => {
    await inner(page).focus();
    await paste(page, sample("wrong-name"));
    await buttons.first().waitFor();
  };
  await ask();
  assert.deepEqual(await faults(page), []);
  await shot(page, "notice");
  await page.setViewportSize({ width: 390, height: 800 });
  await shot(page, "notice-narrow");
  assert.ok(await fitsIn(page));
  await page.setViewportSize({ width: 1280, height: 820 });
  await said.getByRole("button", { name: "Close" }).click();
  assert.equal(await buttons.count(), 0);
  assert.ok(await hasFocus(inner(page)));
  await ask();
  await buttons.first().focus();
  await page.keyboard.press("Escape");
  assert.equal(await buttons.count(), 0);
  assert.ok(await hasFocus(inner(page)));
  assert.equal(await textOf(page, "file"), before);
});

pageTest("a whole file is not pasted into the payload unless that is wanted", async ({ page }) => {
  await pick(page, "A good one");
  await valid(page);
  const before = await textOf(page, "file");
  await afterText(page, "(the cause is lost");
  await paste(page, sample("wrong-name"));
  assert.equal(await textOf(page, "file"), before);
  await inner(page).focus();
  await paste(page, sample("wrong-name"));
  const said = page.locator("#notice");
  await said.getByRole("button", { name: "Replace the file" }).click();
  await row(page, "misnamed-field").waitFor();
  assert.equal(await textOf(page, "file"), sample("wrong-name"));
  await page.click("#undo-button");
  assert.equal(await textOf(page, "file"), before);
  // It may be meant as an example.
  await afterText(page, "(the cause is lost");
  await paste(page, sample("wrong-name"));
  await said.getByRole("button", { name: "Paste it here" }).click();
  assert.ok((await textOf(page, "file")).length > before.length + 800);
  await page.click("#undo-button");
  // Content is what belongs there.
  await inner(page).focus();
  await page.keyboard.press("ControlOrMeta+a");
  await paste(page, '{"sections": []}');
  assert.equal(JSON.parse(await textOf(page, "file")).response, '{"sections": []}');
});
