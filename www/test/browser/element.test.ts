// The element for other sites, on a page of another site: with a strict policy, and hostile styles.
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Page } from "playwright-core";
import { ELEMENT } from "../../build/files.ts";
import { faults } from "../axe.ts";
import { HOST } from "../element-host.ts";
import { sample, shot } from "../main-page.ts";
import { pageTest, site } from "../site.ts";
import { underlines, weigh } from "../support.ts";

/** Opens a page of another site, which has the element. */
async function host(page: Page, text: string, attributes = ""): Promise<void> {
  const url = `${site.url}other.html`;
  await page.route(url, (route) => route.fulfill({ contentType: "text/html", body: HOST(text, attributes) }));
  await page.goto(url);
  await page.locator("agent-response-editor .verdict svg").waitFor();
}

const editor = (page: Page) => page.locator("agent-response-editor");
const value = (page: Page): Promise<string> =>
  editor(page).evaluate((it: HTMLElement & { value: string }) => it.value);

pageTest("another site checks and repairs with one element", async ({ page }) => {
  const text = sample("broken-payload");
  await host(page, text);
  assert.equal(await value(page), text);
  const codes = editor(page).locator(".finding .code");
  assert.ok((await codes.allTextContents()).includes("missing-comma"));
  assert.equal(await editor(page).locator("a").count(), 0, "the site has no pages of rules");
  assert.deepEqual(await underlines(editor(page).locator(".cm-finding-error")), ["underline wavy"]);
  assert.ok(await editor(page).getByRole("button", { name: "Undo" }).isDisabled());
  await shot(page, "element");
  assert.deepEqual(await faults(page), []);
  await editor(page).locator(".finding .main").first().hover();
  await page.waitForFunction(() => {
    const root = document.querySelector("agent-response-editor")?.shadowRoot;
    const marks = [...(root?.querySelectorAll(".cm-finding") ?? [])];
    return marks.some((it) => getComputedStyle(it).boxShadow !== "none");
  });
  await editor(page).getByRole("button", { name: "Fix all safe (2)" }).click();
  await editor(page).locator(".verdict.hint, .verdict.ok").waitFor();
  const fixed = await value(page);
  assert.ok(JSON.parse(JSON.parse(fixed).response).boundaries);
  const sent = await page.evaluate(() =>
    new FormData(document.querySelector("form") ?? undefined).get("answer"),
  );
  assert.equal(sent, fixed);
  await editor(page).getByRole("button", { name: "Undo" }).click();
  assert.equal(await value(page), text);
});

pageTest("the element tells its site what is typed and found, and is set from outside", async ({ page }) => {
  await host(page, "{}", 'rules="https://example.com/rules"');
  await page.evaluate(() => {
    const log: unknown[] = [];
    Object.assign(window, { log });
    document.body.addEventListener("input", () => log.push("input"));
    document.body.addEventListener("check", (it) =>
      log.push((it as CustomEvent<{ diagnostics: unknown[] }>).detail.diagnostics.length),
    );
  });
  const link = editor(page).locator('a.code:text-is("missing-field")').first();
  assert.equal(await link.getAttribute("href"), "https://example.com/rules/missing-field.html");
  await editor(page).evaluate((it: HTMLElement & { value: string }, text) => {
    it.value = text;
  }, sample("good"));
  await editor(page).locator(".verdict.hint, .verdict.ok").waitFor();
  await editor(page).evaluate((it: HTMLElement) => it.focus());
  await page.keyboard.press("ControlOrMeta+End");
  await page.keyboard.type("x");
  await editor(page).locator(".verdict.error").waitFor();
  const log = await page.evaluate(() => (window as unknown as { log: unknown[] }).log);
  assert.ok(log.filter((it) => it === "input").length >= 2);
  assert.ok(log.filter((it) => typeof it === "number").length >= 2);
  // The element may be removed from its page and put back.
  await page.evaluate(() => {
    const it = document.querySelector("agent-response-editor");
    it?.remove();
    return new Promise((done) => requestAnimationFrame(() => done(it && document.body.append(it))));
  });
  await editor(page).locator(".verdict.error").waitFor();
  assert.equal(await value(page), `${sample("good")}x`);
});

pageTest("a site that writes back what it was told does not disturb the one who types", async ({ page }) => {
  await host(page, "{}");
  await editor(page).evaluate((it: HTMLElement & { value: string }) => {
    const state = { n: 0 };
    Object.assign(window, { state });
    it.addEventListener("input", () => {
      state.n += 1;
      if (state.n < 100) it.value = `${it.value}`;
    });
    it.focus();
  });
  await page.keyboard.press("ControlOrMeta+End");
  await page.keyboard.type("abc");
  assert.equal(await value(page), "{}abc");
  assert.equal(await page.evaluate(() => (window as unknown as { state: { n: number } }).state.n), 3);
});

/** Bytes besides the wasm. */
const MOST = 115 * 1024;

test("the element is one small file", () => {
  const { all, own } = weigh(ELEMENT);
  console.log(
    `the element: ${(all / 1024).toFixed(1)} KB gzip, ${(own / 1024).toFixed(1)} KB besides the wasm`,
  );
  assert.ok(own <= MOST, `${own} bytes besides the wasm, at most ${MOST}`);
});
