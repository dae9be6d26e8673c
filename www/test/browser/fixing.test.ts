import assert from "node:assert/strict";
import { repairPrompt } from "agent-response/editor";
import { changes, hasFocus, pick, row, rows, sample, selection, shot, upload, valid } from "../main-page.ts";
import { pageTest } from "../site.ts";
import { file, idle, notice, paste, textOf } from "../support.ts";

pageTest("one fix is applied, listed with what it changed, and undone as one step", async ({ page }) => {
  await pick(page, "instead of response");
  const before = await textOf(page, "file");
  await row(page, "misnamed-field").locator(".fix.safe").first().click();
  await valid(page);
  assert.equal(await textOf(page, "file"), before.replace('"result"', '"response"'));
  assert.equal(await changes(page).count(), 1);
  assert.equal(await changes(page).locator("del").textContent(), '"result"');
  assert.equal(await changes(page).locator("ins").textContent(), '"response"');
  await page.click("#undo-button");
  assert.equal(await textOf(page, "file"), before);
  assert.equal(await changes(page).count(), 0);
  await page.click("#redo-button");
  assert.equal(await changes(page).count(), 1);
});

pageTest("what only the user knows is asked for where it is missing", async ({ page }) => {
  await pick(page, "Missing fields");
  const form = row(page, "missing-field").locator("form.complete");
  await form.getByLabel("Seconds it ran").fill("42.5");
  await form.getByLabel("Id of the request").fill("93d5e8f1-2b7c-4c19-a6d4-1e0f5b8c7a36");
  await shot(page, "complete");
  await form.getByLabel("Seconds it ran").press("Enter");
  await valid(page);
  const { request_id, duration_seconds, created_at } = JSON.parse(await textOf(page, "file"));
  assert.deepEqual([request_id, duration_seconds], ["93d5e8f1-2b7c-4c19-a6d4-1e0f5b8c7a36", 42.5]);
  assert.ok(Math.abs(Date.parse(created_at) - Date.now()) < 600_000, created_at);
  assert.equal(await page.locator("form.complete").count(), 0);
  await page.click("#undo-button");
  assert.equal(await form.count(), 1);
});

pageTest("what is typed into a finding stays when the list is drawn again", async ({ page }) => {
  const form = row(page, "missing-field").locator("form.complete");
  const id = form.getByLabel("Id of the request");
  await pick(page, "Missing fields");
  await id.fill("93d5e8f1");
  await form.getByLabel("Seconds it ran").fill("42.5");
  await row(page, "missing-field").locator("button.fix").first().click();
  await idle(page);
  assert.equal(await id.inputValue(), "93d5e8f1");
  for (let n = 0; n < 2; n += 1) await page.click("#filter .error");
  assert.equal(await id.inputValue(), "93d5e8f1");
  assert.equal(await form.getByLabel("Seconds it ran").inputValue(), "42.5");
  // It is not of another file, even if that has the same text.
  await upload(page, ["other.agent-response-phase8.json", sample("missing-fields")]);
  assert.equal(await id.inputValue(), "");
});

pageTest("a file that is opened is completed with its own time", async ({ page }) => {
  const form = row(page, "missing-field").locator("form.complete");
  const drop = (files: [name: string, written: number][]) =>
    page.evaluate(
      ([text, all]) => {
        const dataTransfer = new DataTransfer();
        for (const [name, lastModified] of all as [string, number][])
          dataTransfer.items.add(new File([text as string], name, { lastModified }));
        document.body.dispatchEvent(new DragEvent("drop", { dataTransfer, bubbles: true }));
      },
      [sample("missing-fields"), files],
    );
  const [first, second] = [Date.UTC(2025, 10, 24, 17, 2, 45), Date.UTC(2025, 10, 25, 8)];
  await drop([
    ["a.agent-response-phase8.json", first],
    ["b.agent-response-phase8.json", second],
  ]);
  await form.getByText("with the time of the file, 2025-11-24 17:02 UTC").waitFor();
  await shot(page, "complete-file");
  await page.click("#files-list li:nth-child(2) button");
  await form.getByText("with the time of the file, 2025-11-25 08:00 UTC").waitFor();
  await page.click("#files-list li:nth-child(1) button");
  await form.getByText("2025-11-24 17:02 UTC").waitFor();
  await form.getByLabel("Seconds it ran").fill("1");
  await form.getByRole("button", { name: "Complete" }).click();
  await idle(page);
  assert.equal(JSON.parse(await textOf(page, "file")).created_at, "2025-11-24T17:02:45.000Z");
  // The time is that of the file after a reload, too, and of no other text.
  await page.click("#undo-button");
  await page.reload();
  await form.getByText("2025-11-24 17:02 UTC").waitFor();
  await pick(page, "Missing fields");
  await form.getByText("with the current time").waitFor();
});

pageTest("an error that nothing here repairs leads to the prompt for the model", async ({ page }) => {
  await paste(
    page,
    '{"request_id": "a", "status": "success", "response": "{\\"a\\": 1", "created_at": "yesterday"}',
  );
  const wayOut = row(page, "bad-timestamp").getByRole("button", { name: "Ask the model to repair it" });
  await wayOut.click();
  assert.equal(await page.locator("#prompt-tab").getAttribute("aria-selected"), "true");
  await page.locator("#output-view").getByText("created_at").first().waitFor();
});

pageTest("a fix can be applied from the tooltip", async ({ page }) => {
  await pick(page, "instead of response");
  await page.locator("#file-editor .cm-finding").first().hover();
  const card = page.locator(".cards .card:not(.about)");
  await card.waitFor();
  assert.ok(((await card.locator(".message").textContent()) ?? "").includes("response"));
  assert.equal(await card.locator("a.code").getAttribute("href"), "./rules/misnamed-field.html");
  await shot(page, "tooltip");
  await card.locator(".fix").first().click();
  await valid(page);
});

pageTest(
  "all safe fixes are applied at once, listed one by one, and undone as one step",
  async ({ page }) => {
    await pick(page, "A broken payload");
    const before = await textOf(page, "file");
    assert.ok((await rows(page).count()) >= 2);
    await page.click("#fix-all-button");
    await valid(page);
    assert.ok((await changes(page).count()) >= 2);
    JSON.parse(JSON.parse(await textOf(page, "file")).response);
    await shot(page, "fixed");
    await page.click("#undo-button");
    assert.equal(await textOf(page, "file"), before);
    assert.equal(await changes(page).count(), 0);
  },
);

pageTest(
  "on a phone, the button at the bottom leads to what repairs a file that no safe fix does",
  async ({ page }) => {
    const button = page.locator("#bottom-act");
    for (const [title, next] of [
      ["Missing fields", "form.complete input"],
      ["Cut off", "button.fix"],
    ] as const) {
      await pick(page, title);
      if (title === "Missing fields") await button.tap();
      await idle(page);
      assert.equal(await button.textContent(), "Go to the repair");
      await page.locator("#prompt-tab").tap();
      await button.tap();
      const it = page.locator(`#findings ${next}`).first();
      assert.ok(await hasFocus(it), title);
      const { y = 0, height = 0 } = (await it.boundingBox()) ?? {};
      assert.ok(y > 0 && y + height < ((await page.locator("#bottom").boundingBox())?.y ?? 0), title);
      await shot(page, `way-out-${title.replace(/\s/, "-")}`);
    }
    await pick(page, "A good one");
    assert.equal(await button.textContent(), "Copy");
    // The verdict is seen once.
    const clip = await page.locator("#verdict").evaluate((it) => getComputedStyle(it).clipPath);
    assert.equal(clip, "inset(50%)");
  },
  { viewport: { width: 390, height: 800 }, hasTouch: true, isMobile: true },
);

pageTest("after all safe fixes, the page says what is left", async ({ page }) => {
  await pick(page, "Missing fields");
  await page.click("#fix-all-button");
  await idle(page);
  assert.match(await notice(page), /^\d+ fix(?:es)? applied; 1 error left$/);
});

pageTest("one of several fixes is taken back, and the difference shows what is left", async ({ page }) => {
  await pick(page, "A broken payload");
  const before = await textOf(page, "file");
  await page.click("#fix-all-button");
  await valid(page);
  await page.click("#difference-tab");
  const difference = page.locator("#output");
  await difference.locator("ins").first().waitFor();
  const signs = async (tag: string): Promise<string> =>
    (await difference.locator(tag).allTextContents()).join("");
  assert.deepEqual([await signs("del"), await signs("ins")], [",", ","]);
  await page.click("#ledger-tab");
  const comma = changes(page).filter({ hasText: "missing-comma" });
  // Typing elsewhere does not affect this fix.
  await file(page).click();
  await page.keyboard.press("ControlOrMeta+Home");
  await page.keyboard.type(" ");
  await comma.getByRole("button", { name: /^Revert/ }).click();
  await row(page, "missing-comma").waitFor({ state: "attached" });
  assert.equal(await textOf(page, "file"), ` ${before.replace('\\"boundaries\\", ]', '\\"boundaries\\" ]')}`);
  assert.equal(await changes(page).count(), 1);
  await page.click("#undo-button");
  assert.equal(await changes(page).count(), 2);
});

pageTest(
  "of a fix with many places, the first ones are shown, with signs where the line goes on",
  async ({ page }) => {
    await pick(page, "Quotes not escaped");
    await row(page, "unescaped-quote").locator(".fix").click();
    await page.click("#ledger-tab");
    const places = changes(page).locator(".text");
    assert.equal(await places.count(), 5);
    assert.equal(await places.nth(0).textContent(), '"response": "{"\\"sections": ["examp…');
    assert.match((await places.nth(1).textContent()) ?? "", /^…onse/);
    assert.equal(await changes(page).locator(".aside").textContent(), "and 5 more");
  },
);

pageTest("what a fix would change is shown before it is applied", async ({ page }) => {
  await pick(page, "instead of response");
  await row(page, "misnamed-field").locator(".fix").hover();
  const peek = page.locator(".peek");
  await peek.locator("del", { hasText: "result" }).waitFor();
  assert.equal(await peek.locator("ins").textContent(), "response");
  await page.mouse.move(5, 5);
  await peek.waitFor({ state: "detached" });
  // In the payload, as people read it.
  await pick(page, "A broken payload");
  await row(page, "missing-comma").locator(".fix").hover();
  await peek.locator("ins", { hasText: "," }).waitFor();
  await shot(page, "peek");
  const shown = (await peek.textContent()) ?? "";
  assert.match(shown, /```",\n {4}"boundaries": "## Boundaries\n/);
  assert.doesNotMatch(shown, /\\/);
});

pageTest(
  "a report, SARIF and a prompt can be copied; the outline leads into the payload",
  async ({ page }) => {
    await pick(page, "A broken payload");
    const copied = async (): Promise<string> => {
      await page.click("#output-copy");
      assert.equal(await notice(page), "Text copied");
      return page.evaluate(() => navigator.clipboard.readText());
    };
    await page.click("#json-tab");
    assert.equal(JSON.parse(await copied()).diagnostics.length, 7);
    await page.click("#sarif-tab");
    assert.match(await copied(), /"name": "agent-response"/);
    assert.equal(JSON.parse((await page.locator("#output").textContent()) ?? "").version, "2.1.0");
    await page.click("#prompt-tab");
    await idle(page);
    const prompt = (await page.locator("#output").textContent()) ?? "";
    assert.equal(prompt, repairPrompt(sample("broken-payload"), { fileName: ".agent-response-phase8.json" }));
    assert.match(prompt, /missing-comma/);
    await page.click("#outline-button");
    await page.locator("#outline button.section", { hasText: "boundaries" }).click();
    assert.equal(await selection(page), '\\"boundaries\\"');
  },
);

pageTest("a fix keeps the focus in the list", async ({ page }) => {
  await pick(page, "A broken payload");
  await rows(page).locator(".fix").first().focus();
  await page.keyboard.press("Enter");
  await changes(page).first().waitFor({ state: "attached" });
  assert.ok(await page.evaluate(() => document.activeElement?.closest(".findings") !== null));
});

pageTest(
  "ten thousand faults are repaired at once and undone; the list draws the last of them",
  async ({ page }) => {
    const items = Array.from({ length: 10_000 }, (_, idx) => `  "item ${idx} ${"x".repeat(80)}"`);
    const text = `[\n${items.join("\n")}\n]`;
    await file(page).click();
    await paste(page, text);
    await rows(page).first().waitFor();
    await page.click("#fix-all-button");
    // A list has no format, and a file that was not compared with one is not called valid.
    await page.locator("#verdict.info", { hasText: /^1 info$/ }).waitFor();
    assert.equal(await textOf(page, "file"), `[\n${items.join(",\n")}\n]`);
    assert.equal(await page.locator("#ledger-note").textContent(), "9999");
    assert.equal(await changes(page).count(), 201);
    assert.equal(await changes(page).last().textContent(), "and 9799 before these");
    assert.match((await changes(page).first().textContent()) ?? "", /10000/);
    await page.click("#undo-button");
    assert.equal(await textOf(page, "file"), text);
  },
);

pageTest(
  "a repair that was found before the last keystroke does not hit the wrong place",
  async ({ page }) => {
    // Above 2 MB, the check waits for a pause in typing.
    const long = sample("wrong-name").replace(
      '"metadata": {}',
      `"metadata": {"a": "${"x".repeat(2_200_000)}"}`,
    );
    await page.setInputFiles("#file-input", { name: "a.json", mimeType: "", buffer: Buffer.from(long) });
    await row(page, "misnamed-field").waitFor();
    await file(page).click();
    await page.keyboard.press("ControlOrMeta+Home");
    await page.evaluate(() => {
      const clipboardData = new DataTransfer();
      clipboardData.setData("text/plain", "\n");
      const pasted = new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true });
      document.activeElement?.dispatchEvent(pasted);
      document.querySelector<HTMLElement>("#findings .fix.safe")?.click();
    });
    await row(page, "misnamed-field").locator(".fix.safe").first().click();
    await row(page, "misnamed-field").waitFor({ state: "detached" });
    // Not the whole texts: the message would contain both.
    const head = (await textOf(page, "file")).slice(0, 160);
    assert.equal(head, `\n${long.replace('"result"', '"response"')}`.slice(0, 160));
  },
);

pageTest("buttons that have nothing more to do hand the focus on", async ({ page }) => {
  await pick(page, "instead of response");
  const focused = (id: string): Promise<boolean> => hasFocus(page.locator(`#${id}`));
  await page.focus("#fix-all-button");
  await page.keyboard.press("Enter");
  await valid(page);
  assert.ok(await focused("findings-title"));
  await page.focus("#undo-button");
  await page.keyboard.press("Enter");
  await page.keyboard.press("Enter");
  assert.equal(await page.locator("#undo-button").isDisabled(), true);
  assert.ok(await focused("redo-button"));
  await page.keyboard.press("Enter");
  await page.keyboard.press("Enter");
  assert.ok(await focused("undo-button"));
});

pageTest(
  "a finger shows the card of a finding, and the page stays where it is",
  async ({ page }) => {
    await pick(page, "A broken payload");
    const finding = page.locator("#file-editor .cm-finding-error").first();
    const card = page.locator(".cards .card:not(.about)");
    await finding.tap();
    await idle(page);
    assert.ok(await card.isVisible());
    assert.equal(await page.evaluate(() => scrollY), 0);
    await page.locator("#file-editor .cm-line").first().tap();
    await card.waitFor({ state: "detached" });
    await finding.tap();
    await card.locator(".fix").tap();
    await changes(page).first().waitFor({ state: "attached" });
  },
  { viewport: { width: 390, height: 800 }, hasTouch: true, isMobile: true },
);

pageTest("a card stays while the pointer is on it, and goes with Escape or the pointer", async ({ page }) => {
  const finding = page.locator("#file-editor .cm-finding").first();
  const card = page.locator(".cards .card:not(.about)");
  await pick(page, "instead of response");
  await finding.hover();
  await card.waitFor();
  await card.hover();
  await idle(page);
  assert.ok(await card.isVisible());
  await page.mouse.move(5, 5);
  await idle(page);
  assert.equal(await card.count(), 0);
  await finding.hover();
  await card.waitFor();
  await page.keyboard.press("Escape");
  await card.waitFor({ state: "detached" });
  const box = await finding.boundingBox();
  await page.mouse.move((box?.x ?? 0) + 3, (box?.y ?? 0) + 3);
  await card.waitFor();
  await file(page).press("Enter");
  await card.waitFor({ state: "detached" });
});
