import assert from "node:assert/strict";
import { join } from "node:path";
import { formats, rules } from "agent-response/tools";
import { faults } from "../axe.ts";
import { focused, ids, shown, tryIt } from "../library-page.ts";
import { pageTest, site } from "../site.ts";
import { address, SHOTS, visit } from "../support.ts";

const all = rules();

pageTest("from the main page to a rule, its example mended there, and back", async ({ page }) => {
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
  await example.locator(".live").waitFor({ state: "detached" });
  assert.ok(await example.locator("pre").isVisible());
  // The list is as it was left.
  await page.goBack();
  await page.waitForURL(/\/rules\/#q=comma/);
  assert.deepEqual(await ids(page), ["missing-comma"]);
  await page.getByRole("link", { name: "agent-response" }).first().click();
  await page.locator("#file-editor").waitFor();
  assert.equal((await address(page)).slice(site.url.length), "");
});

pageTest(
  "the filters work by the keyboard, together with the search",
  async ({ page }) => {
    await page.locator("#search").focus();
    await page.keyboard.press("Tab");
    await page.keyboard.press("ArrowRight");
    assert.ok(await focused(page.locator('input[name="format"]').nth(1)));
    const [first] = formats();
    assert.equal(new URLSearchParams(new URL(await address(page)).hash.slice(1)).get("format"), first?.id);
    await page.keyboard.press("Tab");
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("Tab");
    await page.keyboard.press("ArrowRight");
    assert.match(await address(page), /severity=error&fix=safe$/);
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
  },
  { path: "rules/" },
);

pageTest(
  "words of a message find its rule; nothing found is said",
  async ({ page }) => {
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
    await page.goto(`${site.url}rules/#format=no-such-format&severity=hint`);
    assert.ok((await ids(page)).length > 0);
  },
  { path: "rules/" },
);

pageTest("a finding's code on the main page is a link to its page", async ({ page, context }) => {
  await page.locator("#welcome-samples button").first().click();
  const code = page.locator("#findings a.code").first();
  const [other] = await Promise.all([
    context.waitForEvent("page"),
    code.click({ modifiers: ["ControlOrMeta"] }),
  ]);
  await other.waitForURL(/\/rules\/misnamed-field\.html$/);
  await other.close();
  // A plain click keeps the file in view; the link to the page is there.
  await code.click();
  await page
    .locator("#rule-body")
    .getByRole("link", { name: /its page/ })
    .click();
  await page.waitForURL(/\/rules\/misnamed-field\.html$/);
});

pageTest(
  "the theme that was chosen holds on all pages",
  async ({ page }) => {
    const background = (): Promise<string> =>
      page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    const light = await background();
    await page.click("#theme-button");
    const dark = await background();
    assert.notEqual(dark, light);
    await page.goto(`${site.url}formats/factory.html`);
    assert.equal(await background(), dark);
    await visit(page, site.url);
    assert.equal(await background(), dark);
  },
  { path: "rules/" },
);

pageTest(
  "an address that leads nowhere says so, and its links lead to the site from any depth",
  async ({ page, complaints }) => {
    for (const path of ["nothing", "rules/no-such-rule.html", "rules/a/b/c"]) {
      const response = await page.goto(`${site.url}${path}`);
      assert.equal(response?.status(), 404);
      assert.equal(await page.locator("h1").textContent(), "There is no page here");
      const links = await page
        .locator("a")
        .evaluateAll((all) => all.map((it) => (it as HTMLAnchorElement).href));
      assert.deepEqual(
        links,
        ["", "rules/", "formats/"].map((it) => site.url + it),
        path,
      );
    }
    assert.deepEqual(await faults(page), []);
    // The browser tells the status, and nothing else.
    for (const it of complaints.splice(0)) assert.match(it, /status of 404/);
    await page.getByRole("link", { name: "All rules" }).click();
    await page.locator("#rules-list").waitFor();
  },
  { path: "rules/" },
);
