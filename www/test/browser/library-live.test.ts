import assert from "node:assert/strict";
import { readLibrary } from "../../build/pages.ts";
import type { Setup } from "../../src/adapters/setup.ts";
import { focused, ids, tryIt } from "../library-page.ts";
import { pageTest } from "../site.ts";
import { idle, textOf, underlines } from "../support.ts";

const library = readLibrary();

pageTest(
  "an example is checked with its one rule, or with all",
  async ({ page }) => {
    const still = page.locator("figure.example pre .cm-finding-error");
    assert.deepEqual(await underlines(still), ["underline wavy"]);
    const example = await tryIt(page);
    assert.deepEqual(await underlines(example.locator(".live .cm-finding-error")), ["underline wavy"]);
    const live = example.locator(".live a.code");
    const listed = await example.locator(".finds li").count();
    assert.equal(await live.count(), listed);
    await example.getByLabel("Only this rule").uncheck();
    assert.ok((await live.count()) > listed);
    assert.notDeepEqual(new Set(await live.allTextContents()), new Set(["wrong-type"]));
    await example.getByLabel("Only this rule").check();
    await example.getByRole("button", { name: /Fix all safe/ }).click();
    await example.locator(".verdict", { hasText: "Nothing to report" }).waitFor();
    const [fixed] = await page.locator(".example.repaired code").allTextContents();
    assert.equal((await example.locator(".cm-line").allTextContents()).join("\n"), fixed);
  },
  { path: "rules/wrong-type.html" },
);

pageTest(
  "two examples are live side by side",
  async ({ page }) => {
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
  },
  { path: "rules/wrong-type.html" },
);

pageTest(
  "a live example can be typed in, left by the keyboard, and opened as a file",
  async ({ page }) => {
    const example = await tryIt(page);
    await example.locator(".live .finding").waitFor();
    assert.ok(await focused(example.locator(".cm-content")));
    await page.keyboard.press("ControlOrMeta+End");
    await page.keyboard.type(" ");
    await example.getByRole("button", { name: "Undo" }).waitFor();
    await example.locator(".cm-content").focus();
    await page.keyboard.press("Tab");
    assert.equal(await focused(example.locator(".cm-content")), false);
    const text = await example.locator("pre").textContent();
    await example.getByRole("button", { name: "Open as a file" }).click();
    await page.locator('#findings a.code:text-is("pair-id")').waitFor();
    await idle(page);
    assert.equal(await page.inputValue("#file-name"), ".agent-response-phase8.json");
    assert.match(await page.inputValue("#request"), /request_id/);
    assert.equal((await textOf(page, "file")).trim(), (text ?? "").trim());
  },
  { path: "rules/pair-id.html" },
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
    async ({ page }) => {
      const example = await tryIt(page, found?.which);
      await example.locator(".live .finding").first().waitFor();
      assert.deepEqual(
        await example.locator(".live .message").allTextContents(),
        await example.locator(".finds .message").allTextContents(),
      );
    },
    { path: `rules/${found?.code}.html` },
  );
}

pageTest(
  "an example of a format is checked with all rules, and its findings lead to theirs",
  async ({ page }) => {
    const example = await tryIt(page);
    await example.locator(".live .finding").first().waitFor();
    assert.ok(new Set(await example.locator(".live a.code").allTextContents()).size > 2);
    assert.equal(await example.getByLabel("Only this rule").isVisible(), false);
    await example.locator('.live a.code:text-is("misnamed-field")').click();
    await page.waitForURL(/\/rules\/misnamed-field\.html$/);
    await page.getByRole("link", { name: "agent response", exact: true }).first().click();
    await page.waitForURL(/\/formats\/agent-response\.html$/);
    await page.getByRole("link", { name: "search them" }).click();
    await page.waitForURL(/\/rules\/#format=agent-response$/);
    assert.ok(await page.locator('input[name="format"][value="agent-response"]').isChecked());
    assert.ok((await ids(page)).includes("misnamed-field"));
  },
  { path: "formats/agent-response.html" },
);
