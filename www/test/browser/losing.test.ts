// Nothing gets lost, or it can be restored: envelopes, requests, bytes that are not UTF-8, large files.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import type { Page } from "playwright-core";
import { faults } from "../axe.ts";
import {
  codes,
  more,
  NAME,
  opened,
  pick,
  REQUEST,
  REQUEST_ID,
  row,
  sample,
  told,
  undo,
  upload,
  valid,
} from "../main-page.ts";
import { pageTest } from "../site.ts";
import { file, idle, paste, textOf, write } from "../support.ts";

/** Applies all safe fixes, if there are any; the button is disabled if there are none. */
async function fixAll(page: Page): Promise<void> {
  await page.keyboard.press("ControlOrMeta+Enter");
  await idle(page);
}

async function unwrap(page: Page): Promise<void> {
  await more(page, "unwrap-button");
  await page.click("#unwrap-use");
  await page.locator("#kept").waitFor({ state: "visible" });
}

pageTest("a payload that was taken out goes back into the same envelope", async ({ page }) => {
  await pick(page, "A broken payload");
  const before = sample("broken-payload");
  await unwrap(page);
  assert.deepEqual(await faults(page), []);
  assert.match((await page.locator("#kept-note").textContent()) ?? "", /agent-response-phase8\.json/);
  await page.click("#fix-all-button");
  const payload = await textOf(page, "file");
  // Fixed as a payload, and not put into a new envelope.
  assert.ok(Array.isArray(JSON.parse(payload).sections), payload);
  await page.click("#put-back-button");
  const after = await textOf(page, "file");
  const [head, tail] = before.split(/"response": "(?:[^"\\]|\\.)*"/s);
  assert.equal(after, `${head}"response": ${JSON.stringify(payload)}${tail}`);
  assert.equal(await page.inputValue("#file-name"), NAME);
  assert.equal(await page.locator("#kept").isVisible(), false);
  await fixAll(page);
  assert.equal(await textOf(page, "file"), after);
});

pageTest("wrap puts it back too, and undo and a reload keep what was taken out", async ({ page }) => {
  await pick(page, "A good one");
  const before = sample("good");
  await unwrap(page);
  await write(page, '{"sections": []}');
  await page.reload();
  await idle(page);
  await page.locator("#kept").waitFor({ state: "visible" });
  await more(page, "wrap-button");
  assert.equal(await page.locator("#wrap-back").isChecked(), true);
  const { response: _, ...rest } = JSON.parse(before);
  const made = JSON.parse(await page.inputValue("#wrap-result"));
  assert.deepEqual(made, { ...rest, response: '{"sections": []}' });
  assert.deepEqual(Object.keys(made), Object.keys(JSON.parse(before)));
  // A new envelope can be requested.
  await page.uncheck("#wrap-back");
  assert.equal(JSON.parse(await page.inputValue("#wrap-result")).request_id, "auto-wrapped");
  await page.check("#wrap-back");
  await page.click("#wrap-use");
  assert.equal(JSON.parse(await textOf(page, "file")).request_id, rest.request_id);
  await undo(page);
  await page.locator("#kept").waitFor({ state: "visible" });
  assert.equal(await textOf(page, "file"), '{"sections": []}');
  await page.click("#forget-envelope-button");
  assert.equal(await page.locator("#kept").isVisible(), false);
  await undo(page);
  await page.click("#put-back-button");
  assert.equal(JSON.parse(await textOf(page, "file")).request_id, rest.request_id);
});

pageTest("the request of one file is not compared with the next", async ({ page }) => {
  const answer = sample("good").replace(/"request_id": "[^"]*"/, `"request_id": "${REQUEST_ID}"`);
  await upload(page, [".agent-request-phase8.json", REQUEST], [NAME, answer]);
  await opened(page, NAME);
  assert.ok(!(await codes(page)).includes("pair-id"));
  const other = sample("good");
  await upload(page, [NAME, other]);
  await page.locator("#request-aside").waitFor({ state: "visible" });
  assert.deepEqual(await faults(page), []);
  assert.ok(!(await codes(page)).includes("pair-id"));
  await fixAll(page);
  assert.equal(await textOf(page, "file"), other);
  await more(page, "wrap-button");
  assert.equal(await page.inputValue("#wrap-request"), "");
  await page.keyboard.press("Escape");
  // The request is still there and can be used; undo restores it with its file.
  assert.equal(await page.inputValue("#request"), REQUEST);
  await page.click("#request-use");
  await row(page, "pair-id").waitFor();
  await undo(page);
  await page.locator("#request-aside").waitFor({ state: "hidden" });
  assert.equal(await textOf(page, "file"), answer);
  assert.equal(await page.inputValue("#request"), REQUEST);
});

pageTest("a request that is opened alone comes beside the response", async ({ page }) => {
  await upload(page, [NAME, sample("good")]);
  await opened(page, NAME);
  await upload(page, [".agent-request-phase8.json", REQUEST]);
  await row(page, "pair-id").waitFor();
  assert.equal(await textOf(page, "file"), sample("good"));
  assert.equal(await page.inputValue("#request"), REQUEST);
  await more(page, "clear-button");
  await upload(page, [".agent-request-phase8.json", REQUEST]);
  await opened(page, ".agent-request-phase8.json");
  assert.equal(await textOf(page, "file"), REQUEST);
});

pageTest("bytes that are not UTF-8 are never taken for what is shown of them", async ({ page }) => {
  const bytes = Buffer.from(`{"status": "caf\u00e9",}`, "latin1");
  await upload(page, [NAME, bytes]);
  await row(page, "invalid-utf8").waitFor();
  const shown = '{"status": "caf\ufffd",}';
  assert.equal(await textOf(page, "file"), shown);
  // Neither typing nor a fix nor a panel turns the shown text into a file.
  assert.equal(await page.locator("#fix-all-button").isDisabled(), true);
  await file(page).click();
  await page.keyboard.type("x");
  await page.keyboard.press("Backspace");
  await told(page, "could not be read");
  await more(page, "wrap-button");
  await page.click("#share-button");
  await idle(page);
  assert.equal(await page.locator("dialog[open]").count(), 0);
  assert.equal(await textOf(page, "file"), shown);
  const saved = async (): Promise<Buffer> => {
    const [download] = await Promise.all([page.waitForEvent("download"), page.click("#download-button")]);
    return readFileSync(await download.path());
  };
  assert.deepEqual(await saved(), bytes);
  await page.reload();
  await idle(page);
  await row(page, "invalid-utf8").waitFor();
  assert.deepEqual(await saved(), bytes);
  // Decoded as suggested, it is a text like any other; undo restores the bytes.
  await row(page, "invalid-utf8").locator(".fix").click();
  await row(page, "invalid-utf8").waitFor({ state: "detached" });
  assert.equal(await textOf(page, "file"), '{"status": "café",}');
  await undo(page);
  await row(page, "invalid-utf8").waitFor();
  assert.deepEqual(await saved(), bytes);
  await file(page).click();
  await page.keyboard.press("ControlOrMeta+a");
  await paste(page, sample("good"));
  assert.equal(await textOf(page, "file"), sample("good"));
});

pageTest("neither a request nor a content is taken whose bytes could not be read", async ({ page }) => {
  const unread = (text: string): Buffer => Buffer.from(text.replace(/":\s*"/, '": "\u00e9'), "latin1");
  const refused = (name: string): Promise<void> => told(page, `${name} is not UTF-8, so it is not used`);
  await upload(page, [NAME, sample("good")]);
  await opened(page, NAME);
  await upload(page, [".agent-request-phase8.json", unread(REQUEST)]);
  await refused(".agent-request-phase8.json");
  assert.equal(await page.inputValue("#request"), "");
  await more(page, "clear-button");
  await more(page, "wrap-button");
  await upload(page, ["content.json", unread('{"a": "b"}')]);
  await refused("content.json");
  assert.equal(await page.inputValue("#wrap-content"), "");
});

pageTest("after a reload undo leaves the file; what cannot be kept is asked about", async ({ page }) => {
  await pick(page, "A good one");
  await page.reload();
  await idle(page);
  await valid(page);
  await file(page).click();
  await page.keyboard.press("ControlOrMeta+z");
  assert.equal(await textOf(page, "file"), sample("good"));
  await upload(page, ["large.json", JSON.stringify("x".repeat(12_000_000))]);
  await opened(page, "large.json");
  const asked = page.waitForEvent("dialog");
  await page.evaluate(() => setTimeout(() => location.reload()));
  const dialog = await asked;
  assert.equal(dialog.type(), "beforeunload");
  await dialog.dismiss();
  assert.equal(await page.inputValue("#file-name"), "large.json");
});

pageTest("a request that is no request is said to be none", async ({ page }) => {
  await pick(page, "A good one");
  await page.click("#settings-button");
  await page.fill("#request", "{not json");
  await page.locator("#request-note", { hasText: "is not JSON, so nothing is compared" }).waitFor();
  assert.equal(await page.locator("#settings-button.wrong").count(), 1);
});

pageTest("what could not be read is not replaced in a search, either", async ({ page }) => {
  await upload(page, [NAME, Buffer.from(sample("good").replace("success", "succ\u00e9ss"), "latin1")]);
  await opened(page, NAME);
  const before = await textOf(page, "file");
  await file(page).click();
  await page.keyboard.press("ControlOrMeta+f");
  await page.getByLabel("Find", { exact: true }).fill("version");
  await page.getByLabel("Replace", { exact: true }).fill("x");
  for (const name of ["Replace", "Replace all"]) {
    await page.keyboard.press("F3");
    await page.getByRole("button", { name, exact: true }).click();
    await told(page, "could not be read");
    assert.equal(await textOf(page, "file"), before);
  }
});

pageTest("indenting keeps the line ends of the file", async ({ page }) => {
  const text = '{\r\n"status": "success",\r\n"response": "{}"\r\n}\r\n';
  await upload(page, [NAME, text]);
  await opened(page, NAME);
  await more(page, "indent-button");
  await page.locator("#undo-button:not([disabled])").waitFor();
  const indented = await textOf(page, "file");
  assert.match(indented, /\r\n {2}"status"/);
  assert.doesNotMatch(indented, /[^\r]\n/);
});

pageTest("the panel for wrapping leaves the line ends that nobody touched", async ({ page }) => {
  const content = "# One\r\n\r\n- two\r\n";
  await upload(page, ["content.md", content]);
  await opened(page, "content.md");
  await more(page, "wrap-button");
  await page.locator("#wrap-content").focus();
  await page.keyboard.press("ControlOrMeta+End");
  await page.keyboard.type("- three");
  assert.equal(JSON.parse(await page.inputValue("#wrap-result")).response, `${content}- three`);
});

pageTest("a file that takes long to be read does not come over a later one", async ({ page }) => {
  await page.evaluate(() => {
    const read = File.prototype.arrayBuffer;
    const gate = new Promise((release) => Object.assign(window, { release }));
    File.prototype.arrayBuffer = async function () {
      if (this.name === "slow.json") await gate;
      return read.call(this);
    };
  });
  const drop = (name: string): Promise<void> =>
    page.evaluate((it) => {
      const dataTransfer = new DataTransfer();
      dataTransfer.items.add(new File([`["${it}"]`], it));
      document.body.dispatchEvent(new DragEvent("drop", { dataTransfer, bubbles: true }));
    }, name);
  await drop("slow.json");
  await drop("quick.json");
  // The page is not idle as long as a file is being read.
  assert.equal(await page.getAttribute(":root", "data-idle"), null);
  await page.evaluate(() => (window as unknown as { release: () => void }).release());
  await opened(page, "quick.json");
  assert.equal(await textOf(page, "file"), '["quick.json"]');
  await undo(page);
  assert.equal(await textOf(page, "file"), '["slow.json"]');
});
