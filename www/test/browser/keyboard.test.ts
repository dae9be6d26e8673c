import assert from "node:assert/strict";
import { validate } from "agent-response/editor";
import { hasFocus, pick, REQUEST, row, rows, sample, selection, valid } from "../main-page.ts";
import { pageTest } from "../site.ts";
import { file, textOf, write } from "../support.ts";

pageTest("arrow keys go through the list, Enter selects the range in the file", async ({ page }) => {
  await write(page, sample("broken-payload"));
  const { diagnostics } = validate(sample("broken-payload"));
  const [, second] = diagnostics.filter((it) => it.severity === "error");
  assert.ok(second);
  await rows(page).nth(1).waitFor();
  await rows(page).first().locator(".main").focus();
  await page.keyboard.press("ArrowDown");
  assert.ok(
    await rows(page)
      .nth(1)
      .locator(".main")
      .evaluate((it) => it === document.activeElement),
  );
  await page.keyboard.press("End");
  await page.keyboard.press("Home");
  assert.ok(
    await rows(page)
      .first()
      .locator(".main")
      .evaluate((it) => it === document.activeElement),
  );
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  assert.ok(await file(page).evaluate((it) => it === document.activeElement));
  assert.equal(await selection(page), sample("broken-payload").slice(second.from, second.to));
  assert.ok(
    await rows(page)
      .nth(1)
      .evaluate((it) => it.classList.contains("lit")),
  );
});

pageTest("samples are reached by arrow keys, and the focus does not end in nothing", async ({ page }) => {
  const title = page.locator("#findings-title");
  await page.locator("#welcome-samples button").first().focus();
  await page.keyboard.press("Enter");
  await row(page, "misnamed-field").waitFor();
  assert.ok(await hasFocus(title));
  await page.focus("#samples-button");
  await page.keyboard.press("Enter");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowDown");
  assert.ok(await hasFocus(page.locator("#samples-list button").nth(1)));
  await page.keyboard.press("Enter");
  await row(page, "payload-not-string").waitFor();
  assert.ok(await hasFocus(page.locator("#samples-button")));
});

pageTest("F8 and Shift-F8 jump from finding to finding, past the hints", async ({ page }) => {
  const text = sample("broken-payload");
  await pick(page, "A broken payload");
  const report = validate(text, { fileName: ".agent-response-phase8.json" });
  const diagnostics = report.diagnostics.filter((it) => it.severity !== "hint");
  assert.ok(diagnostics.length >= 2 && report.diagnostics.length > diagnostics.length);
  await page.keyboard.press("F8");
  assert.equal(await selection(page), text.slice(diagnostics[0]?.from, diagnostics[0]?.to));
  await page.keyboard.press("F8");
  assert.equal(await selection(page), text.slice(diagnostics[1]?.from, diagnostics[1]?.to));
  await page.keyboard.press("Shift+F8");
  assert.equal(await selection(page), text.slice(diagnostics[0]?.from, diagnostics[0]?.to));
});

pageTest(
  "Escape and then Tab leaves the editor; Ctrl-. goes to the finding at the cursor",
  async ({ page }) => {
    await pick(page, "instead of response");
    await page.keyboard.press("F8");
    await page.keyboard.press("ControlOrMeta+.");
    assert.ok(
      await row(page, "misnamed-field")
        .locator(".main")
        .evaluate((it) => it === document.activeElement),
    );
    await file(page).focus();
    await page.keyboard.press("Escape");
    await page.keyboard.press("Tab");
    assert.equal(await file(page).evaluate((it) => it.contains(document.activeElement)), false);
    assert.equal(await textOf(page, "file"), sample("wrong-name"));
  },
);

pageTest("what is closed with Escape returns the focus to what opened it", async ({ page }) => {
  await pick(page, "A good one");
  await valid(page);
  // By the keyboard, and by the pointer.
  for (const id of ["recent-button", "wrap-button", "unwrap-button"])
    for (const press of ["Enter", ""]) {
      await page.focus("#more-file");
      await page.keyboard.press("Enter");
      if (press === "") await page.click(`#${id}`);
      else await page.locator(`#${id}`).press(press);
      await page.keyboard.press("Escape");
      assert.ok(await hasFocus(page.locator("#more-file")), `${id} ${press}`);
    }
  await page.click("#settings-button");
  await page.click("#rules-button");
  assert.ok(await page.locator("#rule-dialog").isVisible());
  await page.keyboard.press("Escape");
  assert.ok(await hasFocus(page.locator("#settings-button")));
  // The button that leads to the request is gone once that is there.
  await pick(page, "No envelope");
  await page.click("#offer-button");
  await page.click("#wrap-use");
  assert.ok(await hasFocus(file(page)));
  await page.click("#ready-request");
  await page.keyboard.insertText(REQUEST);
  await page.keyboard.press("Escape");
  await page.waitForFunction(() => document.activeElement?.id === "settings-button");
  await page.click("#more-file");
  await page.click("#unwrap-button");
  await page.click("#unwrap-use");
  assert.ok(await hasFocus(file(page)));
});
