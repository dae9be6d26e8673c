import assert from "node:assert/strict";
import { test } from "node:test";
import type { Page } from "playwright-core";
import { pick, row, sample, shot } from "../main-page.ts";
import { pageTest, site } from "../site.ts";
import { built, controlled, file, idle, open, serve, textOf, visit, write } from "../support.ts";

test("the page works offline once it has been loaded", async () => {
  const { page, context } = await open(site.browser, site.url);
  try {
    await controlled(page);
    await context.setOffline(true);
    await page.reload();
    await idle(page);
    await pick(page, "instead of response");
    await row(page, "misnamed-field").locator("a.code").click();
    await page.locator("#rule-body .summary").waitFor();
    await page.keyboard.press("Escape");
    await file(page).click();
    await page.keyboard.press("ControlOrMeta+f");
    await page.locator(".search").waitFor();
    // The rule pages were never opened: the main page lists them.
    await page.click('.bar a[href="./rules/"]');
    await page.locator("#rule-title", { hasText: "Rules" }).waitFor();
    await page.locator('#rule-body a.code:text-is("trailing-comma")').click();
    await page.locator("#rule-body .summary").waitFor();
  } finally {
    await context.close();
  }
});

test("a new version is offered, and the file stays when it is loaded", async () => {
  let isNew = false;
  // Another build hash in the service worker, and another version in the page's footer.
  const { url, close } = await serve("/", async (file) =>
    isNew && /^\/(?:sw\.js|index\.html)?$/.test(file)
      ? (await built(file)).toString().replace(/(agent-response )([0-9a-f.]+)/g, "$1$29")
      : built(file),
  );
  const { page, context, complaints } = await open(site.browser, url);
  try {
    const version = await page.locator("#version").textContent();
    await controlled(page);
    await write(page, sample("wrong-name"));
    await row(page, "misnamed-field").waitFor();
    isNew = true;
    await page.evaluate(async () => (await navigator.serviceWorker.ready).update());
    await page.locator("#update-button").waitFor();
    assert.match((await page.locator("#version").textContent()) ?? "", /There is a new version/);
    // The worker takes over first, and the page is loaded when it has.
    await Promise.all([page.waitForEvent("load"), page.click("#update-button")]);
    await idle(page);
    assert.match((await page.locator("#version").textContent()) ?? "", /0\.1\.09/);
    assert.notEqual(await page.locator("#version").textContent(), version);
    assert.equal(await row(page, "misnamed-field").count(), 1);
    assert.equal(await textOf(page, "file"), sample("wrong-name"));
    assert.deepEqual(complaints, []);
  } finally {
    await context.close();
    await close();
  }
});

test("the page requests each of its files once", async () => {
  const asked: string[] = [];
  const { url, close } = await serve("/", (file) => {
    asked.push(file);
    return built(file);
  });
  const { page, context } = await open(site.browser, url, { serviceWorkers: "block" });
  try {
    await pick(page, "A broken payload");
    const assets = asked.filter((it) => it.startsWith("/assets/")).sort();
    assert.ok(assets.some((it) => it.endsWith(".wasm")));
    assert.deepEqual(assets, [...new Set(assets)]);
  } finally {
    await context.close();
    await close();
  }
});

/** What stands in for the service worker: the test says what becomes of it. */
interface StandIn {
  registration: EventTarget & Record<"active" | "waiting" | "installing", EventTarget | null>;
  controller: EventTarget | null;
  isWatched: boolean;
}

async function standIn(page: Page, url: string): Promise<void> {
  await page.addInitScript(() => {
    const registration = Object.assign(new EventTarget(), { active: null, waiting: null, installing: null });
    const made = { registration, controller: null, isWatched: false };
    const container = ServiceWorkerContainer.prototype;
    container.register = async () => {
      made.isWatched = true;
      return registration as never;
    };
    Object.defineProperty(container, "controller", { get: () => made.controller });
    Object.assign(window, { standIn: made });
  });
  await visit(page, url);
  await page.waitForFunction(() => (window as unknown as { standIn: StandIn }).standIn.isWatched);
}

test("the worker of a first visit is no new version, and one that took over is loaded at once", async () => {
  const { page, context, complaints } = await open(site.browser, site.url, {}, standIn);
  try {
    await page.evaluate(() => {
      const made = (window as unknown as { standIn: StandIn }).standIn;
      const worker = Object.assign(new EventTarget(), { state: "installing" });
      made.registration.installing = worker;
      made.registration.dispatchEvent(new Event("updatefound"));
      // In Firefox, the worker controls a busy page before the page hears that it is installed.
      Object.assign(made.registration, { installing: null, active: worker });
      made.controller = worker;
      worker.state = "installed";
      worker.dispatchEvent(new Event("statechange"));
    });
    assert.equal(await page.locator("#update-button").count(), 0);
    await page.evaluate(() => {
      const { registration } = (window as unknown as { standIn: StandIn }).standIn;
      const worker = Object.assign(new EventTarget(), { state: "installing" });
      registration.installing = worker;
      registration.dispatchEvent(new Event("updatefound"));
      worker.state = "installed";
      worker.dispatchEvent(new Event("statechange"));
      // The button was pressed in another tab.
      worker.state = "activated";
    });
    await Promise.all([page.waitForEvent("load"), page.click("#update-button")]);
    assert.deepEqual(complaints, []);
  } finally {
    await context.close();
  }
});

pageTest("the page of a rule opens from the list and by its address", async ({ page }) => {
  await pick(page, "instead of response");
  await row(page, "misnamed-field").locator("a.code").click();
  const body = page.locator("#rule-body");
  await body.locator("pre").first().waitFor();
  assert.equal(await page.locator("#rule-title").textContent(), "misnamed-field");
  assert.ok(((await body.textContent()) ?? "").length > 200);
  await shot(page, "rule");
  await page.keyboard.press("Escape");
  await page.goto(`${site.url}#rules/trailing-comma`);
  await page.locator("#rule-title", { hasText: "trailing-comma" }).waitFor();
  // The checker produces the findings in its examples when the page is shown.
  await body.locator("mark", { hasText: "error[trailing-comma]: " }).first().waitFor();
  for (const it of await body.locator("mark").allTextContents()) assert.match(it, /\[trailing-comma\]: /);
  await page.goto(`${site.url}#rules/no-such-rule`);
  await body.getByText("no rule with this name").waitFor();
});

pageTest(
  "on a phone the bar is one row, and carets stand under what they mark in a line that goes on",
  async ({ page }) => {
    const title = await page.locator(".bar h1 span").boundingBox();
    assert.ok(title !== null && title.height < 24);
    await page.goto(`${site.url}#rules/double-encoded`);
    const mark = page.locator("#rule-body mark").first();
    await mark.waitFor();
    const lines = await mark.evaluate((it) => [
      it.previousSibling?.textContent?.split("\n").at(-2) ?? "",
      it.firstChild?.textContent ?? "",
    ]);
    const [line = "", carets = ""] = lines;
    assert.equal(line.slice(carets.indexOf("^"), carets.length), '\\"');
    const wide = page.locator("#rule-body mark").nth(1);
    assert.equal(await wide.evaluate((it) => getComputedStyle(it).whiteSpace), "pre");
    // The carets take one row, however far to the right they are.
    const rows = await page.locator("#rule-body mark").evaluateAll((all) =>
      all.map((it) => {
        const range = document.createRange();
        range.selectNode(it.firstChild ?? it);
        return range.getClientRects().length;
      }),
    );
    assert.deepEqual([...new Set(rows)], [1]);
  },
  { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true },
);

pageTest("the name of the chosen format is not cut off", async ({ page }) => {
  await page.click("#settings-button");
  const width = (): Promise<number> => page.locator("#format").evaluate((it) => it.clientWidth);
  await page.selectOption("#format", "delegator");
  // Its text, the space around the text, and the arrow.
  const words = await page.locator("#format").evaluate((it: HTMLSelectElement) => {
    const context = document.createElement("canvas").getContext("2d");
    if (context !== null) context.font = getComputedStyle(it).font;
    return context?.measureText(it.selectedOptions[0]?.text ?? "").width ?? 0;
  });
  assert.ok((await width()) >= words + 20, `${await width()} for ${words}`);
});

pageTest("the theme follows the system until it is chosen, and the choice stays", async ({ page }) => {
  const background = (): Promise<string> =>
    page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  const light = await background();
  await page.emulateMedia({ colorScheme: "dark" });
  const dark = await background();
  assert.notEqual(dark, light);
  await page.locator('#theme-button[aria-pressed="true"]').waitFor();
  await page.click("#theme-button");
  assert.equal(await background(), light);
  await page.reload();
  await idle(page);
  assert.equal(await background(), light);
  assert.equal(await page.getAttribute("#theme-button", "aria-pressed"), "false");
  await page.click("#theme-button");
  assert.equal(await background(), dark);
  assert.equal(await page.evaluate(() => localStorage.getItem("theme")), null);
});
