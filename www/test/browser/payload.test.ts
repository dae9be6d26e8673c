// The payload pane: typing there changes the file, and only at that place.
import assert from "node:assert/strict";
import type { Page } from "playwright-core";
import { faults } from "../axe.ts";
import { pick, row, sample, set, shot, upload, valid } from "../main-page.ts";
import { pageTest } from "../site.ts";
import { afterText, file, idle, textOf, write } from "../support.ts";

const inner = (page: Page) => page.locator("#payload-editor .cm-content");
const lines = async (page: Page): Promise<string> =>
  (await page.locator("#payload-editor .cm-line").allTextContents()).join("\n");
const tab = (page: Page, name: string) =>
  page.locator("#payload-tabs").getByRole("tab", { name, exact: true });

pageTest("the payload is laid out, and what is typed changes only what it must", async ({ page }) => {
  await pick(page, "A good one");
  await valid(page);
  const before = sample("good");
  assert.match(await lines(page), /^\{\n {2}"sections": \["related_templates", /);
  assert.match(await lines(page), /"related_templates": "## Related Templates\n\n- `templates/);
  await afterText(page, "(the cause is lost");
  await page.keyboard.type(", and more");
  await page.keyboard.press("Enter");
  await page.keyboard.type("- ❌");
  const typed = String.raw`, and more\\n- ❌`;
  const expected = before.replace("(the cause is lost", (it) => it + typed);
  assert.equal(await textOf(page, "file"), expected);
  // Slow typing is more than one step in the history.
  for (let n = 0; n < 20 && (await textOf(page, "file")) !== before; n += 1) await page.click("#undo-button");
  await valid(page);
  assert.equal(await textOf(page, "file"), before);
});

pageTest("layout that is typed stays out of the file; a member that is typed goes in", async ({ page }) => {
  const text = '{"request_id": "a", "response": "{\\"a\\": 1}"}';
  await write(page, text);
  await row(page, "missing-field").first().waitFor();
  assert.equal(await lines(page), '{\n  "a": 1\n}');
  await afterText(page, "1");
  await page.keyboard.press("Enter");
  assert.equal(await textOf(page, "file"), text);
  await page.keyboard.press("Backspace");
  await page.keyboard.type(',"b":\u00e9');
  assert.equal(await textOf(page, "file"), text.replace("1}", String.raw`1,\"b\":é}`));
  assert.ok((await page.locator("#payload-editor .cm-finding-error").count()) > 0);
});

pageTest("a quote that is typed into a text can be escaped", async ({ page }) => {
  await pick(page, "A good one");
  await valid(page);
  await afterText(page, "(the cause is lost");
  await page.keyboard.type('"');
  await idle(page);
  const fix = row(page, "unescaped-quote").getByRole("button", { name: /Escape/ });
  await fix.first().waitFor();
  await shot(page, "typed-quote");
  await fix.first().click();
  await valid(page);
  const expected = sample("good").replace("(the cause is lost", (it) => `${it}${String.raw`\\\"`}`);
  assert.equal(await textOf(page, "file"), expected);
});

pageTest("the list names places as the pane shows the payload, and keeps its rows", async ({ page }) => {
  const payload = '{"sections":["a"],"a":"x","n":01}';
  await write(page, JSON.stringify({ request_id: "a", response: payload }));
  const place = page.locator("#findings .inner", { hasText: "payload" });
  const places = async () => (await place.allTextContents()).map((it) => it.replace("payload ", ""));
  await place.first().waitFor();
  const first = page.locator("#findings > li:has(.inner)").first();
  await first.locator(".main").click();
  await first.evaluate((it) => it.setAttribute("data-kept", ""));
  const offset = payload.indexOf("01") + 1;
  assert.ok((await places()).includes("4:8"), `${await places()}`);
  await tab(page, "Raw").click();
  assert.ok((await places()).includes(`1:${offset}`), `${await places()}`);
  await tab(page, "Formatted").click();
  assert.ok((await places()).includes("4:8"), `${await places()}`);
  assert.equal(
    await page.locator("#findings [data-kept].lit").count(),
    1,
    "the row is the same, and highlighted",
  );
});

pageTest("a section is Markdown, with a preview in which nothing of it runs", async ({ page }) => {
  await page.evaluate(() => Object.assign(window, { hit: 0 }));
  await pick(page, "A good one");
  await tab(page, "boundaries").click();
  assert.match(await lines(page), /^## Boundaries\n\n### ALWAYS\n- ✅ Validate/);
  await afterText(page, "## Boundaries");
  await page.keyboard.insertText(
    '\n\n<img src=x onerror="window.hit=1"> [x](javascript:window.hit=1) **bold**\n',
  );
  await page.click("#preview-button");
  const preview = page.locator("#preview");
  await preview.locator("strong", { hasText: "bold" }).waitFor();
  assert.equal(await preview.locator("li", { hasText: "Validate input" }).count(), 1);
  assert.equal(await preview.locator("img, a, script").count(), 0);
  assert.equal(await page.evaluate(() => (window as unknown as { hit: number }).hit), 0);
  assert.deepEqual(await faults(page), []);
  await shot(page, "payload-preview");
  const { boundaries } = JSON.parse(JSON.parse(await textOf(page, "file")).response);
  assert.match(boundaries, /^## Boundaries\n\n<img src=x onerror="window.hit=1"> /);
  await page.click("#preview-button");
  assert.match(await lines(page), /<img src=x/);
});

pageTest("undo in the payload is that of the file, and the file changes the payload", async ({ page }) => {
  await pick(page, "A good one");
  await tab(page, "Raw").click();
  assert.equal(await lines(page), JSON.parse(sample("good")).response);
  await inner(page).focus();
  await page.keyboard.press("ControlOrMeta+End");
  await page.keyboard.type(" ");
  assert.equal(JSON.parse(await textOf(page, "file")).response, `${JSON.parse(sample("good")).response} `);
  await page.keyboard.press("ControlOrMeta+z");
  assert.equal(await textOf(page, "file"), sample("good"));
  await write(page, '{"response": "words"}');
  assert.equal(await lines(page), "words");
});

pageTest("a broken payload can be edited until it is sound", async ({ page }) => {
  await pick(page, "A broken payload");
  await shot(page, "payload-formatted");
  await afterText(page, '"boundaries",');
  await page.keyboard.press("Backspace");
  await row(page, "trailing-comma").waitFor({ state: "detached" });
  await afterText(page, '```"');
  await page.keyboard.type(",");
  await valid(page);
  JSON.parse(JSON.parse(await textOf(page, "file")).response);
});

pageTest("a missing key is completed in the file and in the payload", async ({ page }) => {
  await pick(page, "Missing fields");
  await row(page, "missing-field").first().waitFor();
  await file(page).focus();
  await page.keyboard.press("ControlOrMeta+Home");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("Control+Space");
  const options = page.locator('.completions [role="option"]');
  await options.first().waitFor();
  assert.match((await options.first().textContent()) ?? "", /^request_id.*required/);
  await shot(page, "completion");
  assert.deepEqual(await faults(page), []);
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  assert.equal(JSON.parse(await textOf(page, "file")).version, "1.0");
  await afterText(page, '"## Examples');
  await page.keyboard.press("Control+Space");
  await idle(page);
  assert.equal(await options.count(), 0);
  await afterText(page, '"sections": ["examples", "boundaries"],');
  await page.keyboard.type('"fro');
  await options.filter({ hasText: "frontmatter_metadata" }).waitFor();
  await page.keyboard.press("Enter");
  assert.ok("frontmatter_metadata" in JSON.parse(JSON.parse(await textOf(page, "file")).response));
});

pageTest("what a field is for is shown where the pointer rests, in both panes", async ({ page }) => {
  await pick(page, "A good one");
  await valid(page);
  const card = page.locator(".cards .card.about");
  await page.locator("#file-editor .json-key", { hasText: "status" }).hover();
  await card.filter({ hasText: "How the run ended" }).waitFor();
  await page.mouse.move(5, 5);
  await card.waitFor({ state: "detached" });
  await page.locator("#payload-editor .json-key", { hasText: '"capabilities"' }).hover();
  await card.filter({ hasText: "capabilities" }).waitFor();
  await shot(page, "hover");
});

pageTest("the line under the file says where the cursor is; an escape shows its levels", async ({ page }) => {
  await pick(page, "A broken payload");
  const line = page.locator("#cursor");
  await row(page, "missing-comma").locator("button.main").click();
  await idle(page);
  // As the payload is shown: laid out, or as it is.
  const formatted = /formatted (\d+:\d+)/;
  const [, place = ""] = formatted.exec((await line.textContent()) ?? "") ?? [];
  assert.equal(
    await line.textContent(),
    `/response/boundaries · file 5:188 · formatted ${place} · escaped once`,
  );
  await page.getByRole("tab", { name: "Raw" }).click();
  await idle(page);
  assert.equal(await line.textContent(), "/response/boundaries · file 5:188 · payload 1:149 · escaped once");
  await page.getByRole("tab", { name: "Formatted" }).click();
  // In the payload, it is the same place.
  await inner(page).focus();
  await page.keyboard.press("ControlOrMeta+Home");
  await page.keyboard.press("ArrowDown");
  await idle(page);
  assert.match(
    (await line.textContent()) ?? "",
    /^\/response\/sections · file 5:\d+ · formatted 2:\d+ · escaped once$/,
  );
  // So is one that is clicked, whatever had the focus.
  for (const from of [inner(page), file(page)]) {
    await from.focus();
    await page.locator("#payload-editor .cm-line").nth(2).click();
    await idle(page);
    assert.match((await line.textContent()) ?? "", / · formatted 3:\d+ · /);
    await page.locator("#payload-editor .cm-line").nth(1).click();
    await idle(page);
    assert.match((await line.textContent()) ?? "", / · formatted 2:\d+ · /);
  }
  await file(page).locator(".cm-line").nth(1).click();
  await idle(page);
  assert.match((await line.textContent()) ?? "", /^\/request_id · file 2:\d+$/);
  assert.deepEqual(await faults(page), []);
  await page
    .locator("#file-editor .json-escape", { hasText: String.raw`\\n` })
    .first()
    .hover({ position: { x: 4, y: 6 } });
  await page.locator(".cards .card.about", { hasText: "section line break" }).waitFor();
  // The pane that has the focus shows nothing of the next file.
  await inner(page).focus();
  await upload(page, [".agent-request-phase8.json", "{}"], ["a.json", "{}"]);
  assert.equal(await line.textContent(), "file 1:1");
});

pageTest("a file that gets another name keeps what the payload pane shows", async ({ page }) => {
  await pick(page, "A good one");
  await valid(page);
  const tab = page.locator("#payload-tabs [role=tab]").last();
  await tab.click();
  await page.click("#preview-button");
  await page.locator("#preview li").first().waitFor();
  const shown = await page.locator("#preview").textContent();
  for (const name of ["notes.md", ".agent-request-phase8.json", ".agent-response-phase1.json", ""]) {
    await set(page, { name });
    assert.equal(await tab.getAttribute("aria-selected"), "true");
    assert.equal(await page.locator("#preview").textContent(), shown);
  }
});

/** A window at 200 %, where the payload is below the screen. */
const LOW = { width: 640, height: 410 };
for (const [where, viewport] of [
  ["", { width: 1280, height: 820 }],
  [", also out of sight", LOW],
] as const)
  pageTest(
    `of a long payload, only what is on the screen is drawn${where}`,
    async ({ page }) => {
      const response = JSON.parse(sample("good")) as { response: string };
      const items = Array.from({ length: 4000 }, (_, id) => ({ id, tags: ["a", "b"] }));
      const payload = { ...JSON.parse(response.response), items };
      const text = JSON.stringify({ ...response, response: JSON.stringify(payload, null, 2) });
      await page.evaluate(() => {
        let drawn = 0;
        const count = (): unknown => Object.assign(window, { drawn });
        new MutationObserver((all) => {
          for (const { addedNodes } of all)
            for (const it of addedNodes)
              if (it instanceof Element && it.classList.contains("cm-line")) drawn += 1;
          count();
        }).observe(document.querySelector("#payload-editor") ?? document, { childList: true, subtree: true });
      });
      // From the empty page, and in the place of another file.
      for (const it of [text, text.replace('"status"', '"state"')]) {
        await write(page, it);
        await page.locator("#payload-editor .cm-line").nth(9).waitFor();
        const drawn = await page.evaluate(() => (window as unknown as { drawn: number }).drawn);
        assert.ok(drawn < 400, `${drawn} lines`);
        await inner(page).focus();
        await page.keyboard.press("ControlOrMeta+Home");
        await page.keyboard.press("End");
        await page.keyboard.insertText(' "first": 1,');
        await idle(page);
        assert.equal(Object.keys(JSON.parse(JSON.parse(await textOf(page, "file")).response))[0], "first");
      }
    },
    { viewport },
  );
