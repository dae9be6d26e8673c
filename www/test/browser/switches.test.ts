// What is checked: the settings, and the list of rules with a switch for each.
import assert from "node:assert/strict";
import { rules } from "agent-response/editor";
import { faults } from "../axe.ts";
import { codes, hasFocus, pick, REQUEST, row, set, sharedLink, valid } from "../main-page.ts";
import { pageTest } from "../site.ts";
import { idle, visit } from "../support.ts";

pageTest("the switches change what is checked", async ({ page }) => {
  await pick(page, "A good one");
  const offered = await page
    .locator("#format option")
    .evaluateAll((all) => all.map((it) => (it as HTMLOptionElement).value));
  assert.deepEqual(offered.slice(0, 3), ["auto", "agent-response", "agent-request"]);
  await valid(page);
  await set(page, { format: "agent-request" });
  await page.locator("#verdict", { hasText: "error" }).waitFor();
  await set(page, { format: "auto" });
  await set(page, { name: ".agent-request-phase8.json" });
  await page.locator("#verdict").filter({ hasNotText: "no findings" }).waitFor();
  await set(page, { name: ".agent-response-phase8.json" });
  await set(page, { request: REQUEST });
  await row(page, "pair-id").waitFor();
});

pageTest("a rule can be switched, here and in a link", async ({ page, context }) => {
  await pick(page, "instead of response");
  await row(page, "misnamed-field").locator("a.code").click();
  await page.locator("#rule-body .switch").selectOption("off");
  await page.keyboard.press("Escape");
  await row(page, "misnamed-field").waitFor({ state: "detached" });
  await page.click("#settings-button");
  await page.locator("#rules-note", { hasText: "1 switched" }).waitFor();
  await page.keyboard.press("Escape");
  const link = await sharedLink(page);
  const other = await context.newPage();
  await visit(other, link);
  assert.ok(!(await codes(other)).includes("misnamed-field"));
  await other.click("#settings-button");
  await other.getByRole("button", { name: "Reset" }).click();
  await row(other, "misnamed-field").waitFor();
});

pageTest("the rules are searched and filtered, and the switches reset", async ({ page }) => {
  await pick(page, "instead of response");
  await page.click("#settings-button");
  await page.click("#rules-button");
  await idle(page);
  const shown = (): Promise<string[]> => page.locator("#rule-body li:visible > a").allTextContents();
  const search = page.getByLabel("Search the rules");
  await search.fill(" comma ");
  assert.deepEqual(await shown(), ["trailing-comma", "missing-comma"]);
  await page.selectOption("#rule-body [name=fix]", "none");
  assert.deepEqual(await shown(), []);
  await page.locator("#rule-body [role=status]", { hasText: `0 of ${rules().length} rules` }).waitFor();
  await search.fill("");
  await page.selectOption("#rule-body [name=fix]", "suggestion");
  await page.selectOption("#rule-body [name=severity]", "error");
  await page.selectOption("#rule-body [name=format]", "agent-request");
  const all = await shown();
  assert.ok(all.length > 3 && all.length < 60, `${all}`);
  // What is on a page only is found there; whoever comes back sees the same list.
  for (const name of ["fix", "format", "severity"]) await page.selectOption(`#rule-body [name=${name}]`, "");
  await search.fill("System.Object");
  assert.deepEqual(await shown(), ["lost-value"]);
  await search.press("ArrowDown");
  await page.keyboard.press("Enter");
  await page.locator("#rule-body .summary").waitFor();
  await page.locator("#rule-body .switch").selectOption("off");
  await page.keyboard.press("Escape");
  await page.click("#settings-button");
  await page.click("#rules-button");
  await idle(page);
  assert.deepEqual(await shown(), ["lost-value"]);
  await search.fill("");
  await page.locator("#rule-body li", { hasText: "misnamed-field" }).locator(".switch").selectOption("off");
  await page.getByLabel("Switched only").check();
  assert.deepEqual((await shown()).sort(), ["lost-value", "misnamed-field"]);
  assert.deepEqual(await faults(page), []);
  assert.equal(await row(page, "misnamed-field").count(), 0);
  await page.click("#rule-body .counted button");
  assert.deepEqual(await shown(), []);
  assert.ok(await hasFocus(search));
  await row(page, "misnamed-field").waitFor();
});

for (const [screen, viewport] of Object.entries({
  wide: { width: 1280, height: 820 },
  narrow: { width: 360, height: 740 },
}))
  pageTest(
    `the list of rules has a row for each: its sign and name, what it means, and its switch: ${screen}`,
    async ({ page }) => {
      await page.click("#settings-button");
      await page.click("#rules-button");
      const all = await page.locator("#rule-body li").evaluateAll((rows) =>
        rows.map((row) => {
          const [sign, code, words, select] = [".sign", "a.code", "p", ".switch"].map((it) =>
            row.querySelector(it)?.getBoundingClientRect(),
          );
          if (!sign || !code || !words || !select) return "a part is missing";
          const middle = (it: DOMRect): number => it.y + it.height / 2;
          return {
            marker: getComputedStyle(row).listStyleType,
            signBeforeName: sign.right < code.x && Math.abs(middle(sign) - middle(code)) < 3,
            wordsBelowName: words.x === code.x && words.y >= code.bottom - 1,
            switchBeside: select.x > words.right && select.bottom <= words.bottom,
            switchBelow: select.x === words.x && select.y >= words.bottom,
            isIn: select.right <= innerWidth && words.right <= innerWidth,
          };
        }),
      );
      assert.equal(all.length, rules().length);
      const isWide = screen === "wide";
      for (const it of all)
        assert.deepEqual(it, {
          marker: "none",
          signBeforeName: true,
          wordsBelowName: true,
          switchBeside: isWide,
          switchBelow: !isWide,
          isIn: true,
        });
    },
    { viewport },
  );
