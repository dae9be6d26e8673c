// Files in which models call tools: their checks are loaded with the first one.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { validate } from "agent-response/tools";
import type { Page } from "playwright-core";
import { toolFiles } from "../../build/files.ts";
import { faults } from "../axe.ts";
import { tryIt } from "../library-page.ts";
import { codes, marked, pick, row, sample, shot, valid } from "../main-page.ts";
import { pageTest, site } from "../site.ts";
import { controlled, DIST, idle, LONG, NO_WORKER, open, paste, textOf, visit } from "../support.ts";

const CALL = sample("tools/tool-call");

/** The names of the files that were requested, without their hashes. */
function requests(page: Page): string[] {
  const all: string[] = [];
  page.on("request", (it) => {
    const [, name] = /\/assets\/(.*)-[\w-]{8}\.(?:js|wasm)$/.exec(it.url()) ?? [];
    if (name !== undefined) all.push(name);
  });
  return all;
}

pageTest("only a file with tool calls loads their checks, which then check every file", async ({ page }) => {
  const asked = requests(page);
  await pick(page, "A broken payload");
  await idle(page);
  assert.equal(asked.filter((it) => it.startsWith("tools")).length, 0);
  // The name of the response before it would say what it is.
  await page.locator("h1").click();
  await paste(page, CALL);
  await row(page, "arguments-schema").first().waitFor();
  assert.deepEqual(asked.filter((it) => it.startsWith("tools")).sort(), ["tools", "tools"]);
  assert.equal(await page.locator("#checked-as").textContent(), "Checked as chat completion request");
  assert.equal(await page.locator("#tools-note").isVisible(), false);
  await pick(page, "A broken payload");
  assert.deepEqual(
    (await codes(page)).filter((it) => it !== "made-by-tool"),
    validate(sample("broken-payload"), { fileName: ".agent-response-phase8.json" }).diagnostics.flatMap(
      (it) => (it.severity === "hint" ? [] : [it.code]),
    ),
  );
});

pageTest("a tool call is shown, marked, explained and fixed like a response", async ({ page }) => {
  await pick(page, "A tool call");
  await row(page, "arguments-schema").first().waitFor();
  assert.deepEqual(await codes(page), ["arguments-schema", "arguments-schema"]);
  assert.match((await page.locator("#verdict").textContent()) ?? "", /2 errors/);
  // Each call has a tab with its arguments. A finding shows that of its call, and is marked in both editors.
  assert.equal(await page.getByRole("tab", { name: "find_trains" }).getAttribute("aria-selected"), "true");
  await row(page, "arguments-schema").first().locator(".main").click();
  await idle(page);
  assert.equal(await page.getByRole("tab", { name: "book_seats" }).getAttribute("aria-selected"), "true");
  assert.equal(await marked(page, "payload", 0), '"2"');
  assert.equal(await marked(page, "file", 0), '\\"2\\"');
  await shot(page, "tools-call");
  assert.deepEqual(await faults(page), []);
  await page.locator("#findings a.code").first().click();
  await page.locator("#rule-body .summary", { hasText: "schema" }).waitFor();
  await page.keyboard.press("Escape");
  await row(page, "arguments-schema").first().getByRole("button", { name: "Replace with" }).click();
  await idle(page);
  assert.deepEqual(await codes(page), ["arguments-schema"]);
  // Typing among the arguments changes the file.
  await page.locator("#payload-editor .cm-content").getByText('"2nd"').dblclick();
  await page.locator("#payload-editor .cm-content").focus();
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.insertText('{"train": "IC 145", "seats": 2, "class": "second"}');
  await valid(page);
  assert.ok((await textOf(page, "file")).includes('\\"class\\": \\"second\\"'));
  await shot(page, "tools-valid");
});

pageTest("the text for a model is made by the checks of tool calls", async ({ page }) => {
  await pick(page, "A tool call");
  await row(page, "arguments-schema").first().waitFor();
  await page.click("#prompt-tab");
  await idle(page);
  assert.match((await page.locator("#output").textContent()) ?? "", /seats/);
});

pageTest("formats of tool calls can be chosen once they are known", async ({ page }) => {
  await pick(page, "A tool call");
  await row(page, "arguments-schema").first().waitFor();
  await page.click("#settings-button");
  await page.selectOption("#format", "messages-api");
  await idle(page);
  assert.match((await page.locator("#checked-as").textContent()) ?? "", /Messages/);
});

pageTest(
  "an example with tool calls is live on its page, too",
  async ({ page }) => {
    const example = await tryIt(page);
    await example.locator(".live .finding a.code", { hasText: "orphan-result" }).waitFor();
    await example.getByRole("button", { name: "Open as a file" }).click();
    await row(page, "orphan-result").waitFor();
  },
  { path: "rules/orphan-result.html" },
);

test("without a connection, the page says that tool calls need one more download, and tries again", async () => {
  const { page, context } = await open(site.browser, site.url, NO_WORKER);
  try {
    await page.route(/\/assets\/tools-/, (it) => it.abort());
    await pick(page, "A tool call");
    const note = page.locator("#tools-note");
    await note.filter({ hasText: "one more download" }).waitFor();
    await shot(page, "tools-failed");
    assert.deepEqual(await faults(page), []);
    // A response needs none.
    await pick(page, "A good one");
    assert.equal(await note.isVisible(), false);
    await pick(page, "A tool call");
    await page.unroute(/\/assets\/tools-/);
    await note.getByRole("button").click();
    await row(page, "arguments-schema").first().waitFor();
    assert.equal(await note.isVisible(), false);
  } finally {
    await context.close();
  }
});

test("while the checks load, the page says so and can be used", async () => {
  const { page, context } = await open(site.browser, site.url, NO_WORKER);
  try {
    let go = (): void => undefined;
    const waits = new Promise<void>((done) => {
      go = done;
    });
    await page.route(/\/assets\/tools-.*wasm$/, async (it) => {
      await waits;
      await it.continue();
    });
    await page.click("#samples-button");
    await page.locator("#samples-list .name").filter({ hasText: "A tool call" }).click();
    await page.locator("#tools-note", { hasText: "are loading" }).waitFor();
    await shot(page, "tools-loading");
    await page.locator("#file-editor .cm-content").click();
    await page.keyboard.press("ControlOrMeta+End");
    await page.keyboard.insertText("\n");
    go();
    await row(page, "arguments-schema").first().waitFor();
  } finally {
    await context.close();
  }
});

test("who has checked a tool call can do so offline", async () => {
  const { page, context, complaints } = await open(site.browser, site.url);
  try {
    await controlled(page);
    await pick(page, "A tool call");
    await row(page, "arguments-schema").first().waitFor();
    await page.evaluate(
      async ([files, limit]) => {
        const end = performance.now() + limit;
        const [name = ""] = await caches.keys();
        const cache = await caches.open(name);
        for (const it of files)
          while ((await cache.match(new URL(it, location.href))) === undefined) {
            if (performance.now() > end) throw new Error(`${it} is not kept`);
            await new Promise(requestAnimationFrame);
          }
      },
      [toolFiles(DIST), LONG] as const,
    );
    await context.setOffline(true);
    await visit(page, site.url);
    await row(page, "arguments-schema").first().waitFor();
    await row(page, "arguments-schema").first().locator("a.code").click();
    await page.locator("#rule-body .summary").waitFor();
    assert.deepEqual(complaints, []);
  } finally {
    await context.close();
  }
});

test("the service worker keeps nothing of tool calls before they are needed", () => {
  const worker = readFileSync(join(DIST, "sw.js"), "utf8");
  const at = (name: string): string[] =>
    JSON.parse(new RegExp(`\\b${name}=(\\[[^\\]]*\\])`).exec(worker)?.[1] ?? "[]");
  assert.deepEqual(at("TOOLS").sort(), toolFiles(DIST));
  assert.equal(at("TOOLS").filter((it) => it.endsWith(".wasm")).length, 1);
  assert.ok(at("TOOLS").length >= 4);
  assert.deepEqual(
    at("FILES").filter((it) => it.includes("tools")),
    [],
  );
});
