import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { formats, rules } from "agent-response/tools";
import { site } from "../site.ts";
import { controlled, DIST, LONG, open, ROOT, read, SHOTS, visit } from "../support.ts";

test("everything can be read without JavaScript", async () => {
  const { page, context, complaints } = await open(
    site.browser,
    `${site.url}rules/`,
    { javaScriptEnabled: false },
    read,
  );
  try {
    assert.deepEqual(
      await page.locator("#rules-list a.code").allTextContents(),
      rules().map((it) => it.code),
    );
    assert.equal(await page.locator("#filters").isVisible(), false);
    assert.equal(await page.locator("#theme-button").isVisible(), false);
    await page.screenshot({ path: join(SHOTS, "library-without-javascript.png") });
    await page.locator('a.code:text-is("trailing-comma")').click();
    await page.waitForURL(/\/rules\/trailing-comma\.html$/);
    const example = page.locator("figure.example:has(.finds li)").first();
    assert.ok(await example.locator("pre").isVisible());
    const markdown = readFileSync(join(ROOT, "../src/rules/trailing-comma.md"), "utf8");
    for (const message of await example.locator(".finds .message").allTextContents())
      assert.ok(markdown.replaceAll("`", "").includes(message), message);
    assert.equal(await page.getByRole("button").count(), 0);
    await page.getByRole("link", { name: "Rules" }).first().click();
    await page.getByRole("link", { name: "Formats" }).click();
    assert.equal(await page.locator(".formats > li").count(), formats().length);
    await page.locator(".formats a").first().click();
    assert.ok((await page.locator(".prose table tbody tr").count()) > 3);
    await page.locator(".own summary").click();
    assert.ok(await page.locator(".own a.code").first().isVisible());
    assert.deepEqual(complaints, []);
  } finally {
    await context.close();
  }
});

test("the pages work offline once one of them has been read", async () => {
  const { page, context, complaints } = await open(site.browser, `${site.url}rules/`, {}, read);
  try {
    await controlled(page);
    const all = JSON.parse(readFileSync(join(DIST, "rules/files.json"), "utf8")) as string[];
    await page.evaluate(
      async ([n, limit]) => {
        const end = performance.now() + limit;
        const [name = ""] = await caches.keys();
        const cache = await caches.open(name);
        while ((await cache.keys()).length < n) {
          if (performance.now() > end) throw new Error("not all files are kept");
          await new Promise(requestAnimationFrame);
        }
      },
      [all.length, LONG] as const,
    );
    await context.setOffline(true);
    await page.reload();
    await page.fill("#search", "wrong-type");
    await page.keyboard.press("Enter");
    await page.getByRole("button", { name: "Try it" }).first().click();
    await page.locator(".live .finding").first().waitFor();
    await page.goto(`${site.url}formats/`);
    await page.locator(".formats a").first().click();
    await page.locator(".prose table").first().waitFor();
    await visit(page, site.url);
    assert.deepEqual(complaints, []);
  } finally {
    await context.close();
  }
});

test("offline, a rule nobody has read is shown by the main page", async () => {
  const { page, context } = await open(site.browser, site.url);
  try {
    await controlled(page);
    await context.setOffline(true);
    await page.goto(`${site.url}rules/trailing-comma.html`);
    await page.locator("#rule-title", { hasText: "trailing-comma" }).waitFor();
    await page.locator("#rule-body pre").first().waitFor();
  } finally {
    await context.close();
  }
});
