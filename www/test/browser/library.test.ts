import assert from "node:assert/strict";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { formats, rules } from "agent-response";
import type { Browser, BrowserContextOptions, Locator, Page } from "playwright-core";
import { readLibrary } from "../../build/pages.ts";
import type { Setup } from "../../src/adapters/setup.ts";
import { launch, open, read, SHOTS, serve, textOf, visit, type Watched } from "../support.ts";

const all = rules();
const library = readLibrary();
let server: Awaited<ReturnType<typeof serve>>;
let browser: Browser;

before(async () => {
  mkdirSync(SHOTS, { recursive: true });
  server = await serve();
  browser = await launch();
});
after(async () => {
  await browser.close();
  await server.close();
});

/** A test that begins on one of the pages, which must not complain. */
function pageTest(
  name: string,
  path: string,
  act: (watched: Watched) => Promise<void>,
  options: BrowserContextOptions = {},
): void {
  test(name, async () => {
    const go = path === "" ? visit : read;
    const watched = await open(browser, `${server.url}${path}`, options, go);
    try {
      await act(watched);
      assert.deepEqual(watched.complaints, [], "errors, violations of the policy, or requests to elsewhere");
    } finally {
      await watched.context.close();
    }
  });
}

const shown = (page: Page): Locator => page.locator("#rules-list > li:visible");
const ids = (page: Page): Promise<string[]> => shown(page).locator("a.code").allTextContents();
const path = (page: Page): string => page.url().slice(server.url.length);
const focused = (it: Locator): Promise<boolean> => it.evaluate((it) => it === document.activeElement);

/** Opens an example of a page: by default the first one that has findings. */
async function tryIt(page: Page, which = "figure.example:has(.finds li)"): Promise<Locator> {
  const example = page.locator(which).first();
  await example.getByRole("button", { name: "Try it" }).click();
  await example.locator(".live .cm-content").waitFor();
  return example;
}

pageTest("from the main page to a rule, its example mended there, and back", "", async ({ page }) => {
  await page.getByRole("link", { name: "Rules", exact: true }).click();
  await page.waitForURL(/\/rules\/$/);
  assert.deepEqual(
    await ids(page),
    all.map((it) => it.code),
  );
  await page.fill("#search", "comma two items");
  assert.deepEqual(await ids(page), ["missing-comma"]);
  await page.keyboard.press("Enter");
  await page.waitForURL(/\/rules\/missing-comma\.html$/);
  const example = await tryIt(page);
  assert.equal(await example.locator("pre").isVisible(), false);
  await example.locator(".live .finding").waitFor();
  assert.equal(await example.locator(".live .cm-finding").count(), 1);
  await example.locator(".live .fix.safe").click();
  await example.locator(".live .verdict", { hasText: "Nothing to report" }).waitFor();
  assert.match(await example.locator(".cm-content").innerText(), /"1\.0",/);
  await example.getByRole("button", { name: "Undo" }).click();
  await example.locator(".live .finding").waitFor();
  await example.getByRole("button", { name: "Close" }).click();
  assert.equal(await example.locator(".live").count(), 0);
  assert.ok(await example.locator("pre").isVisible());
  // The list is as it was left.
  await page.goBack();
  await page.waitForURL(/\/rules\/#q=comma/);
  assert.deepEqual(await ids(page), ["missing-comma"]);
  await page.getByRole("link", { name: "agent-response" }).first().click();
  await page.locator("#file-editor").waitFor();
  assert.equal(path(page), "");
});

pageTest("the filters work by the keyboard, together with the search", "rules/", async ({ page }) => {
  await page.locator("#search").focus();
  await page.keyboard.press("Tab");
  await page.keyboard.press("ArrowRight");
  assert.ok(await focused(page.locator('input[name="format"]').nth(1)));
  const [first] = formats();
  assert.equal(new URLSearchParams(new URL(page.url()).hash.slice(1)).get("format"), first?.id);
  await page.keyboard.press("Tab");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("Tab");
  await page.keyboard.press("ArrowRight");
  assert.match(page.url(), /severity=error&fix=safe$/);
  const n = await shown(page).count();
  assert.ok(n > 0 && n < all.length);
  for (const it of await shown(page).all()) {
    assert.equal(await it.getAttribute("data-severity"), "error");
    assert.equal(await it.getAttribute("data-fix"), "safe");
  }
  assert.equal(await page.locator("#rules-count").textContent(), `${n} of ${all.length} rules`);
  await page.locator("#search").focus();
  await page.keyboard.press("ArrowDown");
  assert.ok(await focused(shown(page).first().locator("a")));
  await page.keyboard.press("ArrowDown");
  assert.ok(await focused(shown(page).nth(1).locator("a")));
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("ArrowUp");
  assert.ok(await focused(page.locator("#search")));
});

pageTest("words of a message find its rule; nothing found is said", "rules/", async ({ page }) => {
  await page.fill("#search", "THIRD-PARTY nonsense");
  await page.locator("#rules-none").waitFor();
  assert.equal(await page.locator("#rules-list").isVisible(), false);
  await page.screenshot({ path: join(SHOTS, "library-nothing-found.png") });
  await page.click("#clear");
  assert.equal(await shown(page).count(), all.length);
  assert.ok(await focused(page.locator("#search")));
  // The summary of the rule has no such words: its messages do.
  await page.fill("#search", "looks like wrong encoding here");
  assert.ok((await ids(page)).includes("mojibake"));
  await page.goto(`${server.url}rules/#format=no-such-format&severity=hint`);
  assert.ok((await ids(page)).length > 0);
});

pageTest("typing in the search is answered at once", "rules/", async ({ page }) => {
  const times = await page.evaluate(() => {
    const search = document.querySelector<HTMLInputElement>("#search");
    return ["m", "mi", "mis", "miss", ""].map((value) => {
      if (search !== null) search.value = value;
      const start = performance.now();
      search?.dispatchEvent(new InputEvent("input", { bubbles: true }));
      document.body.getBoundingClientRect();
      return performance.now() - start;
    });
  });
  console.log(`an answer of the search: worst ${Math.max(...times).toFixed(1)} ms`);
  assert.ok(Math.max(...times) < 100);
});

pageTest(
  "an example is checked with its one rule, or with all",
  "rules/wrong-type.html",
  async ({ page }) => {
    const example = await tryIt(page);
    const live = example.locator(".live a.code");
    const listed = await example.locator(".finds li").count();
    assert.equal(await live.count(), listed);
    await example.getByLabel("Only this rule").uncheck();
    await page.waitForFunction((n) => document.querySelectorAll(".live .finding").length > n, listed);
    assert.notDeepEqual(new Set(await live.allTextContents()), new Set(["wrong-type"]));
    await example.getByLabel("Only this rule").check();
    await example.getByRole("button", { name: /Fix all safe/ }).click();
    await example.locator(".verdict", { hasText: "Nothing to report" }).waitFor();
    const [fixed] = await page.locator(".example.repaired code").allTextContents();
    assert.equal((await example.locator(".cm-line").allTextContents()).join("\n"), fixed);
  },
);

pageTest("two examples are live side by side", "rules/wrong-type.html", async ({ page }) => {
  const examples = page.locator("figure.example:has(.finds li)");
  for (const idx of [0, 1]) {
    await examples.nth(idx).getByRole("button", { name: "Try it" }).click();
    await examples.nth(idx).locator(".live .finding").first().waitFor();
  }
  await examples.nth(1).locator(".live .finding .main").first().hover();
  const lit = (idx: number): Promise<number> =>
    examples
      .nth(idx)
      .locator(".cm-finding")
      .evaluateAll((all) => all.filter((it) => getComputedStyle(it).boxShadow !== "none").length);
  assert.equal(await lit(0), 0);
  assert.ok((await lit(1)) > 0);
});

pageTest(
  "a live example can be typed in, left by the keyboard, and opened as a file",
  "rules/pair-id.html",
  async ({ page }) => {
    const example = await tryIt(page);
    await example.locator(".live .finding").waitFor();
    assert.ok(await focused(example.locator(".cm-content")));
    await page.keyboard.press("ControlOrMeta+End");
    await page.keyboard.type(" ");
    await example.getByRole("button", { name: "Undo" }).waitFor();
    await example.locator(".cm-content").focus();
    await page.keyboard.press("Tab");
    assert.equal(
      await example.locator(".cm-content").evaluate((it) => it.contains(document.activeElement)),
      false,
    );
    const text = await example.locator("pre").textContent();
    await example.getByRole("button", { name: "Open as a file" }).click();
    await page.locator('#findings a.code:text-is("pair-id")').waitFor();
    assert.equal(await page.inputValue("#file-name"), ".agent-response-phase8.json");
    assert.match(await page.inputValue("#request"), /request_id/);
    assert.equal((await textOf(page, "file")).trim(), (text ?? "").trim());
  },
);

const SETUPS: Record<string, (it: Setup) => boolean> = {
  "a byte order mark": (it) => it.encodings?.includes("bom") ?? false,
  "bytes that are not UTF-8": (it) => it.encodings?.includes("latin1") ?? false,
  "a clock": (it) => it.now !== undefined,
  "a profile": (it) => it.profile !== undefined,
  "the request": (it) => it.request !== undefined,
  "files beside it": (it) => Object.keys(it.siblings ?? {}).length > 0,
  "a format that its content tells": (it) => it.format === undefined && it.fileName === undefined,
};
for (const [what, isMeant] of Object.entries(SETUPS)) {
  const [found] = library.rules.flatMap(({ code, examples }) =>
    examples.flatMap(({ setup, findings }, idx) =>
      setup !== null && findings.length > 0 && isMeant(setup) ? [{ code, which: `#example-${idx + 1}` }] : [],
    ),
  );
  pageTest(
    `an example with ${what} is the same when it is live`,
    `rules/${found?.code}.html`,
    async ({ page }) => {
      const example = await tryIt(page, found?.which);
      await example.locator(".live .finding").first().waitFor();
      assert.deepEqual(
        await example.locator(".live .message").allTextContents(),
        await example.locator(".finds .message").allTextContents(),
      );
    },
  );
}

pageTest(
  "an example of a format is checked with all rules, and its findings lead to theirs",
  "formats/agent-response.html",
  async ({ page }) => {
    const example = await tryIt(page);
    await example.locator(".live .finding").first().waitFor();
    assert.ok(new Set(await example.locator(".live a.code").allTextContents()).size > 2);
    assert.equal(await example.getByLabel("Only this rule").isVisible(), false);
    await example.locator('.live a.code:text-is("misnamed-field")').click();
    await page.waitForURL(/\/rules\/misnamed-field\.html$/);
    await page.getByRole("link", { name: "agent response", exact: true }).first().click();
    await page.waitForURL(/\/formats\/agent-response\.html$/);
    await page.getByRole("link", { name: "find one of them" }).click();
    await page.waitForURL(/\/rules\/#format=agent-response$/);
    assert.ok(await page.locator('input[name="format"][value="agent-response"]').isChecked());
    assert.ok((await ids(page)).includes("misnamed-field"));
  },
);

pageTest("a finding's code on the main page is a link to its page", "", async ({ page, context }) => {
  await page.locator("#welcome-samples button").first().click();
  const code = page.locator("#findings a.code").first();
  const [other] = await Promise.all([
    context.waitForEvent("page"),
    code.click({ modifiers: ["ControlOrMeta"] }),
  ]);
  await other.waitForURL(/\/rules\/misnamed-field\.html$/);
  await other.close();
  // A plain click keeps the file in sight; the way to the page is there.
  await code.click();
  await page
    .locator("#rule-body")
    .getByRole("link", { name: /its page/ })
    .click();
  await page.waitForURL(/\/rules\/misnamed-field\.html$/);
});

pageTest("the theme that was chosen holds on all pages", "rules/", async ({ page }) => {
  const background = (): Promise<string> =>
    page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  const light = await background();
  await page.click("#theme-button");
  const dark = await background();
  assert.notEqual(dark, light);
  await page.goto(`${server.url}formats/factory.html`);
  assert.equal(await background(), dark);
  await visit(page, server.url);
  assert.equal(await background(), dark);
});
