// Links: what they open, and how a file is checked elsewhere.
import assert from "node:assert/strict";
import { encode } from "../../src/adapters/share.ts";
import { NAME, pick, row, sample, selection, set, sharedLink, valid } from "../main-page.ts";
import { pageTest, site } from "../site.ts";
import { address, idle, textOf, visit } from "../support.ts";

pageTest(
  "the fixes come back with the file, and a link leaves the address with its text",
  async ({ page }) => {
    const shared = {
      text: sample("wrong-name"),
      fileName: "",
      format: "auto",
      profile: "default",
      request: "",
    };
    await page.goto("about:blank");
    await visit(page, `${site.url}${await encode(shared)}`);
    await row(page, "misnamed-field").waitFor();
    assert.match(await address(page), /#s=/);
    await page.click("#fix-all-button");
    await valid(page);
    assert.equal(new URL(await address(page)).hash, "");
    await page.reload();
    await idle(page);
    await valid(page);
    assert.equal(await page.locator("#ledger > li").count(), 1);
    // Sharing leaves the address alone.
    assert.match(await sharedLink(page), /#s=/);
    assert.equal(new URL(await address(page)).hash, "");
  },
);

pageTest("a link opens at the finding that the cursor was in", async ({ page }) => {
  await pick(page, "A broken payload");
  assert.doesNotMatch(await sharedLink(page), /&at=/);
  await page.keyboard.press("Escape");
  await row(page, "missing-comma").locator("button.main").click();
  const place = await row(page, "missing-comma")
    .locator(".place")
    .evaluate((it) => it.childNodes[1]?.textContent);
  const link = await sharedLink(page);
  assert.ok(link.endsWith(`&at=${place}`), link);
  assert.match((await page.locator("#share-size").textContent()) ?? "", /opens at the finding/);
  await page.evaluate(() => sessionStorage.clear());
  await page.goto("about:blank");
  await visit(page, link);
  assert.equal(await textOf(page, "file"), sample("broken-payload"));
  assert.match((await row(page, "missing-comma").getAttribute("class")) ?? "", /lit/);
  assert.equal(await selection(page), '\\"boundaries\\"');
});

pageTest("how the file is checked is copied for other programs", async ({ page }) => {
  await pick(page, "instead of response");
  await set(page, { profile: "strict" });
  await row(page, "misnamed-field").locator("a.code").click();
  await page.locator("#rule-body .switch").selectOption("off");
  await page.keyboard.press("Escape");
  await page.click("#settings-button");
  const copied = async (name: string): Promise<string> => {
    await page.getByRole("button", { name: `Copy as ${name}` }).click();
    await idle(page);
    return page.evaluate(() => navigator.clipboard.readText());
  };
  assert.equal(await copied("TOML"), 'profile = "strict"\n\n[rules]\nmisnamed-field = "off"\n');
  assert.equal(
    await copied("Command"),
    `agent-response check --profile strict --rule misnamed-field=off ${NAME}`,
  );
  assert.deepEqual(JSON.parse(await copied("VS Code")), {
    "agentResponse.profile": "strict",
    "agentResponse.rules": { "misnamed-field": "off" },
  });
});

pageTest("a link comes beside a file that was changed", async ({ page }) => {
  await pick(page, "A broken payload");
  await page.click("#fix-all-button");
  await valid(page);
  const fixed = await textOf(page, "file");
  const text = sample("wrong-name");
  const shared = { text, fileName: "x.agent-response.json", format: "auto", profile: "default", request: "" };
  await page.goto("about:blank");
  await visit(page, `${site.url}${await encode(shared)}`);
  await row(page, "misnamed-field").waitFor();
  await page.locator("#files-note", { hasText: "2 files: 1 with errors" }).waitFor();
  assert.equal(await textOf(page, "file"), text);
  await page.locator("#files-list button").first().click();
  await valid(page);
  assert.equal(await textOf(page, "file"), fixed);
});

pageTest("an address that only opens a page of rules keeps the file", async ({ page }) => {
  await pick(page, "A good one");
  await page.goto("about:blank");
  await visit(page, `${site.url}#rules/missing-field`);
  await page.locator("#rule-body", { hasText: "missing-field" }).waitFor();
  await page.keyboard.press("Escape");
  assert.equal(await textOf(page, "file"), sample("good"));
});
