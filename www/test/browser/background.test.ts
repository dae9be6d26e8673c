// What may take long is done in a worker: the page never waits for it.
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Page } from "playwright-core";
import { pick, row, sample } from "../main-page.ts";
import { pageTest, site } from "../site.ts";
import { file, idle, notice, open, visit } from "../support.ts";

interface Made {
  /** what was posted to each worker, in order */
  posted: string[][];
  ended: number;
}

/** Workers that never do one thing, and otherwise are those of the page. */
const stuckIn =
  (name: string) =>
  async (page: Page, url: string): Promise<void> => {
    await page.clock.install();
    await page.addInitScript((stuck) => {
      const made: Made = { posted: [], ended: 0 };
      const { prototype } = Worker;
      const { postMessage, terminate } = prototype;
      const numbers = new Map<unknown, string[]>();
      prototype.postMessage = function (message: { name?: string }) {
        if (!numbers.has(this)) made.posted.push(numbers.set(this, []).get(this) ?? []);
        if (message.name !== undefined) numbers.get(this)?.push(message.name);
        if (message.name !== stuck) postMessage.call(this, message);
      };
      prototype.terminate = function () {
        made.ended += 1;
        terminate.call(this);
      };
      Object.assign(window, { made });
    }, name);
    await visit(page, url);
  };

const made = (page: Page): Promise<Made> => page.evaluate(() => (window as unknown as { made: Made }).made);

/** Waits until a worker was sent something. */
const posted = (page: Page, name: string): Promise<unknown> =>
  page.waitForFunction((it) => (window as unknown as { made: Made }).made.posted.flat().includes(it), name, {
    polling: 20,
  });

pageTest("the text for a model is made in the worker of the page", async ({ page }) => {
  await pick(page, "A broken payload");
  assert.equal(page.workers().length, 0);
  await page.click("#prompt-tab");
  await idle(page);
  assert.equal(page.workers().length, 1);
  const prompt = (await page.locator("#output").textContent()) ?? "";
  assert.match(prompt, /missing-comma/);
  // It follows the file.
  await page.click("#fix-all-button");
  await idle(page);
  assert.notEqual(await page.locator("#output").textContent(), prompt);
});

test("the page goes on while a text for a model is made", async () => {
  const { page, context, complaints } = await open(site.browser, site.url, {}, stuckIn("prompt"));
  try {
    await pick(page, "A broken payload");
    await page.click("#prompt-tab");
    await posted(page, "prompt");
    await page.click("#output-copy");
    await page.locator("#notice", { hasText: "not ready yet" }).waitFor();
    await page.click("#fix-all-button");
    await row(page, "missing-comma").waitFor({ state: "detached" });
    await page.clock.fastForward(10_000);
    // The text has changed meanwhile, so another worker is asked.
    await page.waitForFunction(() => (window as unknown as { made: Made }).made.posted.length === 2);
    await page.clock.fastForward(10_000);
    const why = "This text could not be made: it takes longer than 10 seconds.";
    await page.locator("#output", { hasText: why }).waitFor();
    assert.deepEqual(await made(page), { posted: [["prompt"], ["prompt"]], ended: 2 });
    assert.deepEqual(complaints, []);
  } finally {
    await context.close();
  }
});

test("a schema that takes too long is given up, and the page goes on meanwhile", async () => {
  const { page, context, complaints } = await open(site.browser, site.url, {}, stuckIn("violations"));
  try {
    const given = (name: string, text: string) => ({
      name,
      mimeType: "application/json",
      buffer: Buffer.from(text),
    });
    await page.setInputFiles("#file-input", [
      given("x.agent-response.json", sample("good")),
      given("slow.schema.json", '{"type": "null"}'),
    ]);
    await posted(page, "violations");
    await file(page).press("Control+Home");
    await page.keyboard.type("x");
    await page.locator("#findings li").first().waitFor();
    await file(page).press("Control+z");
    await page.clock.fastForward(10_000);
    await page.locator("#schema-bar").waitFor({ state: "hidden" });
    assert.match(
      await notice(page),
      /slow\.schema\.json takes longer than 10 seconds, so payloads are no longer/,
    );
    await idle(page);
    assert.deepEqual(await made(page), { posted: [["read", "violations"]], ended: 1 });
    assert.equal(await row(page, "payload-schema").count(), 0);
    assert.deepEqual(complaints, []);
  } finally {
    await context.close();
  }
});

pageTest("each of many files is compared with the schema", async ({ page }) => {
  const text = (title: unknown): string =>
    JSON.stringify({ ...JSON.parse(sample("good")), response: JSON.stringify({ title }) });
  const files = Array.from({ length: 30 }, (_, idx) => ({
    name: `${idx}.agent-response.json`,
    mimeType: "application/json",
    buffer: Buffer.from(text(idx % 2 === 0 ? "x" : idx)),
  }));
  const schema = '{"properties": {"title": {"type": "string"}}}';
  await page.setInputFiles("#file-input", [
    ...files,
    { name: "a.schema.json", mimeType: "application/json", buffer: Buffer.from(schema) },
  ]);
  await idle(page);
  assert.match((await page.locator("#files-note").textContent()) ?? "", /15/);
});
