import assert from "node:assert/strict";
import { mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { unwrap, validate } from "agent-response";
import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { file, launch, open, paste, ROOT, SHOTS, serve, textOf, type Watched, write } from "../support.ts";

const sample = (id: string): string => readFileSync(join(ROOT, "src/samples", `${id}.txt`), "utf8");
const REQUEST_ID = "0b54f0a1-6f7e-4b58-9d0c-5a5f2a7c1d11";
const REQUEST = JSON.stringify({
  request_id: REQUEST_ID,
  version: "1.0",
  phase: 8,
  phase_name: "agent_enhancement",
  agent_name: "agent-content-enhancer",
  prompt: "Enhance the agent",
  timeout_seconds: 120,
  created_at: "2025-11-24T14:20:00+00:00",
  context: {},
});

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

/** A test with a page of its own, which must not complain. */
function pageTest(
  name: string,
  act: (watched: Watched & { page: Page }) => Promise<void>,
  options: BrowserContextOptions = {},
): void {
  test(name, async () => {
    const watched = await open(browser, server.url, options);
    try {
      await act(watched);
      assert.deepEqual(watched.complaints, [], "errors, violations of the policy, or requests to elsewhere");
    } finally {
      await watched.context.close();
    }
  });
}

const rows = (page: Page) => page.locator("#findings > li");
const row = (page: Page, code: string) =>
  rows(page).filter({ has: page.locator(`a.code:text-is("${code}")`) });
const codes = (page: Page): Promise<string[]> => page.locator("#findings a.code").allTextContents();
const changes = (page: Page) => page.locator("#ledger > li");
const selection = (page: Page): Promise<string> => page.evaluate(() => String(getSelection()));
const shot = (page: Page, name: string) => page.screenshot({ path: join(SHOTS, `${name}.png`) });

async function pick(page: Page, title: string): Promise<void> {
  await page.click("#samples-button");
  await page.locator("#samples-list .name").filter({ hasText: title }).first().click();
}

/** The text an editor marks for a finding, put together from its pieces. */
const marked = (page: Page, editor: "file" | "payload", id: number): Promise<string> =>
  page.locator(`#${editor}-editor [data-finding="${id}"]`).evaluateAll((all) =>
    all
      .filter((it) => !all.some((other) => other !== it && other.contains(it)))
      .map((it) => it.textContent)
      .join(""),
  );

pageTest("what is typed is checked as it is typed", async ({ page }) => {
  await file(page).click();
  await page.keyboard.type('{"request_id": "x", "status": "success", "result": "{}"}');
  await row(page, "misnamed-field").waitFor();
  const id = Number(await row(page, "misnamed-field").getAttribute("data-id"));
  assert.equal(await marked(page, "file", id), '"result"');
  assert.ok((await page.locator("#file-editor .cm-sign").count()) > 0);
  assert.match((await page.locator("#verdict").textContent()) ?? "", /error/);
  assert.equal(await page.locator("#welcome").isVisible(), false);
});

pageTest("what is pasted is checked, into the editor and anywhere on the page", async ({ page }) => {
  await file(page).click();
  await paste(page, sample("wrong-name"));
  await row(page, "misnamed-field").waitFor();
  assert.equal(await textOf(page, "file"), sample("wrong-name"));
  await page.locator("#findings-title").focus();
  await paste(page, sample("good"));
  await page.locator("#verdict", { hasText: "Valid" }).waitFor();
  assert.equal(await textOf(page, "file"), sample("good"));
});

pageTest("line ends and a byte order mark stay as they are", async ({ page }) => {
  const text = `\ufeff${sample("good").replaceAll("\n", "\r\n")}`;
  await page.setInputFiles("#file-input", {
    name: ".agent-response-phase8.json",
    mimeType: "application/json",
    buffer: Buffer.from(text),
  });
  await row(page, "byte-order-mark").waitFor();
  assert.equal(await textOf(page, "file"), text);
  await row(page, "byte-order-mark").locator(".fix").first().click();
  await page.locator("#verdict", { hasText: "Valid" }).waitFor();
  assert.equal(await textOf(page, "file"), text.slice(1));
});

pageTest(
  "a file that is opened is checked under its name; bytes that are not UTF-8 are reported",
  async ({ page }) => {
    const name = ".agent-response-phase8.json";
    await page.setInputFiles("#file-input", {
      name,
      mimeType: "application/json",
      buffer: Buffer.from(sample("object")),
    });
    await row(page, "payload-not-string").waitFor();
    assert.equal(await page.inputValue("#file-name"), name);
    const buffer = Buffer.concat([Buffer.from('{"status": "'), Buffer.of(0xff), Buffer.from('"}')]);
    await page.setInputFiles("#file-input", { name, mimeType: "application/json", buffer });
    await row(page, "invalid-utf8").waitFor();
  },
);

pageTest(
  "files that are dropped are taken: the response into the editor, its request beside it",
  async ({ page }) => {
    const transfer = await page.evaluateHandle(
      ([response, request]) => {
        const made = new DataTransfer();
        made.items.add(new File([request], ".agent-request-phase8.json"));
        made.items.add(new File([response], ".agent-response-phase8.json"));
        return made;
      },
      [sample("good"), REQUEST] as const,
    );
    await page.dispatchEvent("#file-editor .cm-content", "dragenter", { dataTransfer: transfer });
    await page.locator("#drop").waitFor({ state: "visible" });
    await page.dispatchEvent("#file-editor .cm-content", "drop", { dataTransfer: transfer });
    await row(page, "pair-id").waitFor();
    assert.equal(await page.locator("#drop").isVisible(), false);
    assert.equal(await page.inputValue("#file-name"), ".agent-response-phase8.json");
    assert.equal(await page.inputValue("#request"), REQUEST);
  },
);

pageTest("one fix is applied, listed with what it changed, and undone as one step", async ({ page }) => {
  await pick(page, "instead of response");
  const before = await textOf(page, "file");
  await row(page, "misnamed-field").locator(".fix.safe").first().click();
  await page.locator("#verdict", { hasText: "Valid" }).waitFor();
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

pageTest("a fix can be applied from the tooltip", async ({ page }) => {
  await pick(page, "instead of response");
  await page.locator("#file-editor .cm-finding").first().hover();
  const card = page.locator(".cards .card");
  await card.waitFor();
  assert.ok(((await card.locator(".message").textContent()) ?? "").includes("response"));
  assert.equal(await card.locator("a.code").getAttribute("href"), "./rules/misnamed-field.html");
  await shot(page, "tooltip");
  await card.locator(".fix").first().click();
  await page.locator("#verdict", { hasText: "Valid" }).waitFor();
});

pageTest(
  "all safe fixes are applied at once, listed one by one, and undone as one step",
  async ({ page }) => {
    await pick(page, "A broken payload");
    const before = await textOf(page, "file");
    assert.ok((await rows(page).count()) >= 2);
    await page.click("#fix-all-button");
    await page.locator("#verdict", { hasText: "Valid" }).waitFor();
    assert.ok((await changes(page).count()) >= 2);
    JSON.parse(JSON.parse(await textOf(page, "file")).response);
    await shot(page, "fixed");
    await page.click("#undo-button");
    assert.equal(await textOf(page, "file"), before);
    assert.equal(await changes(page).count(), 0);
  },
);

pageTest("content is wrapped, with the id of the request that was pasted", async ({ page }) => {
  const content = '{"sections": ["examples"],\r\n "examples": "# 😀"}';
  await file(page).click();
  await paste(page, content);
  await page.click("#wrap-button");
  await page.fill("#wrap-request", REQUEST);
  assert.match((await page.locator("#wrap-request-note").textContent()) ?? "", new RegExp(REQUEST_ID));
  const made = JSON.parse(await page.inputValue("#wrap-result"));
  assert.equal(made.request_id, REQUEST_ID);
  await page.click("#wrap-use");
  const envelope = JSON.parse(await textOf(page, "file"));
  assert.equal(envelope.request_id, REQUEST_ID);
  assert.equal(envelope.response, content);
  await page.keyboard.press("Escape");
  await page.click("#wrap-button");
  assert.match((await page.locator("#wrap-result-note").textContent()) ?? "", /already/);
});

pageTest("a status and its error can be given to wrap", async ({ page }) => {
  await page.click("#wrap-button");
  await page.fill("#wrap-content", "it took too long");
  await page.selectOption("#wrap-status", "timeout");
  await page.fill("#wrap-error-message", "Timeout after 120 s");
  await page.fill("#wrap-duration", "abc");
  assert.notEqual(await page.locator("#wrap-result-note").textContent(), "");
  await page.fill("#wrap-duration", "120.5");
  const made = JSON.parse(await page.inputValue("#wrap-result"));
  assert.equal(made.status, "timeout");
  assert.equal(made.error_message, "Timeout after 120 s");
  assert.equal(made.duration_seconds, 120.5);
});

pageTest("the payload is unwrapped, byte for byte", async ({ page }) => {
  await pick(page, "A good one");
  const content = JSON.parse(sample("good")).response;
  assert.equal(await textOf(page, "payload"), content);
  await page.click("#unwrap-button");
  assert.equal(await page.inputValue("#unwrap-result"), content);
  await page.click("#unwrap-use");
  assert.equal(await textOf(page, "file"), content);
});

pageTest("arrow keys go through the list, Enter selects the range in the file", async ({ page }) => {
  await write(page, sample("broken-payload"));
  const [, second] = validate(sample("broken-payload")).diagnostics;
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

pageTest("F8 and Shift-F8 jump from finding to finding", async ({ page }) => {
  const text = sample("broken-payload");
  await pick(page, "A broken payload");
  const { diagnostics } = validate(text, { fileName: ".agent-response-phase8.json" });
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

pageTest("a fix keeps the focus in the list", async ({ page }) => {
  await pick(page, "A broken payload");
  await rows(page).locator(".fix").first().focus();
  await page.keyboard.press("Enter");
  await changes(page).first().waitFor();
  assert.ok(await page.evaluate(() => document.activeElement?.closest(".findings") !== null));
});

pageTest(
  "a finding inside the payload is marked in both editors, at exactly its characters",
  async ({ page }) => {
    const text = sample("good")
      .replace("✅ Log", "✅ 😀 Log")
      .replace('[\\"related_templates\\", ', '[\\"related_templates\\",, ')
      .replace("\\n- ❌ Trust", " 😀\\q- ❌ Trust");
    await write(page, text);
    const report = validate(text);
    const content = unwrap(text)?.content ?? "";
    const inside = report.diagnostics.flatMap((it, id) =>
      it.inner[0] && it.to > it.from && it.inner[0].to > it.inner[0].from
        ? [{ it, id, inner: it.inner[0] }]
        : [],
    );
    assert.ok(inside.length > 0);
    await rows(page)
      .nth(report.diagnostics.length - 1)
      .waitFor();
    for (const { it, id, inner } of inside) {
      assert.equal(await marked(page, "file", id), text.slice(it.from, it.to), it.code);
      assert.equal(await marked(page, "payload", id), content.slice(inner.from, inner.to), it.code);
    }
  },
);

pageTest(
  "pointing at a finding lights it up in both editors and in the list, from each side",
  async ({ page }) => {
    await pick(page, "A broken payload");
    const lit = async (): Promise<number[]> => [
      ...(await page.evaluate(() =>
        ["file", "payload"].map(
          (it) =>
            [...document.querySelectorAll(`#${it}-editor .cm-finding`)].filter(
              (mark) => getComputedStyle(mark).boxShadow !== "none",
            ).length,
        ),
      )),
      await page.locator("#findings .lit").count(),
    ];
    const everywhere = async (): Promise<void> => {
      await page.locator("#findings .lit").waitFor();
      for (const n of await lit()) assert.ok(n > 0);
    };
    await page.mouse.move(5, 5);
    assert.deepEqual(await lit(), [0, 0, 0]);
    await rows(page).first().locator(".main").hover();
    await everywhere();
    await page.mouse.move(5, 5);
    await page.locator("#file-editor .cm-finding").first().hover();
    await everywhere();
    await page.mouse.move(5, 5);
    await page.locator("#payload-editor .cm-finding").first().hover();
    await everywhere();
    await page.mouse.move(5, 5);
    await page.locator("#payload-editor .cm-finding").first().click();
    await page.mouse.move(5, 5);
    await everywhere();
  },
);

pageTest("the theme follows the system until it is chosen, and the choice stays", async ({ page }) => {
  const background = (): Promise<string> =>
    page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  const light = await background();
  await page.emulateMedia({ colorScheme: "dark" });
  const dark = await background();
  assert.notEqual(dark, light);
  assert.equal(await page.getAttribute("#theme-button", "aria-pressed"), "true");
  await page.click("#theme-button");
  assert.equal(await background(), light);
  await page.reload();
  assert.equal(await background(), light);
  assert.equal(await page.getAttribute("#theme-button", "aria-pressed"), "false");
  await page.click("#theme-button");
  assert.equal(await background(), dark);
  assert.equal(await page.evaluate(() => localStorage.getItem("theme")), null);
});

pageTest("a link brings back the file, its name, the settings and the request", async ({ page, context }) => {
  await write(page, sample("wrong-name"));
  await page.fill("#file-name", ".agent-response-phase5.json");
  await page.selectOption("#profile", "strict");
  await page.click("#request-toggle");
  await page.fill("#request", REQUEST);
  const found = await codes(page);
  await page.click("#share-button");
  await page.click("#share-copy");
  const link = await page.evaluate(() => navigator.clipboard.readText());
  assert.equal(await page.locator("#share-warning").isVisible(), false);
  assert.ok(link.startsWith(`${server.url}#s=`));
  const other = await context.newPage();
  await other.goto(link);
  await row(other, "misnamed-field").waitFor();
  assert.deepEqual(await codes(other), found);
  assert.equal(await other.inputValue("#file-name"), ".agent-response-phase5.json");
  assert.equal(await other.inputValue("#profile"), "strict");
  assert.equal(await other.inputValue("#request"), REQUEST);
  assert.equal(await textOf(other, "file"), sample("wrong-name"));
});

pageTest("a long link comes with a warning, a damaged one with a word", async ({ page }) => {
  await file(page).click();
  const noise = Array.from({ length: 20_000 }, (_, i) =>
    ((i * 7919 + (i % 13) * i) % 65_521).toString(36),
  ).join("");
  await page.evaluate((it) => navigator.clipboard.writeText(it), noise);
  await page.keyboard.press("ControlOrMeta+v");
  await page.click("#share-button");
  await page.locator("#share-warning").waitFor({ state: "visible" });
  await page.goto(`${server.url}#s=damaged`);
  await page.locator("#notice", { hasText: "damaged" }).waitFor();
});

test("the page works offline once it has been loaded", async () => {
  const { page, context } = await open(browser, server.url);
  try {
    await page.evaluate(() => navigator.serviceWorker.ready);
    await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
    await context.setOffline(true);
    await page.reload();
    await pick(page, "instead of response");
    await row(page, "misnamed-field").locator("a.code").click();
    await page.locator("#rule-body .summary").waitFor();
    await page.keyboard.press("Escape");
    await file(page).click();
    await page.keyboard.press("ControlOrMeta+f");
    await page.locator(".cm-search").waitFor();
  } finally {
    await context.close();
  }
});

pageTest("hostile text stays text, wherever it is shown", async ({ page }) => {
  const evil = `<img src=x onerror="window.hit=1"><script>window.hit=1</script>`;
  await page.evaluate(() => Object.assign(window, { hit: 0 }));
  await write(
    page,
    JSON.stringify(
      {
        [evil]: evil,
        status: evil,
        response: JSON.stringify({ sections: [evil], [evil]: evil }),
        request_id: evil,
      },
      null,
      2,
    ),
  );
  await page.fill("#file-name", evil);
  await rows(page).first().waitFor();
  await page.locator("#file-editor .cm-finding").first().hover();
  await page.locator(".cards .card").first().waitFor();
  for (const fix of [0, 1])
    if ((await page.locator("#findings .fix").count()) > fix)
      await page.locator("#findings .fix").first().click();
  await page.goto(`${page.url()}#rules/missing-field`);
  await page.locator("#rule-dialog").waitFor({ state: "visible" });
  assert.equal(await page.locator("img, #findings script, .cm-content script").count(), 0);
  assert.equal(await page.evaluate(() => (window as unknown as { hit: number }).hit), 0);
});

pageTest("the switches change what is checked", async ({ page }) => {
  await pick(page, "A good one");
  const offered = await page
    .locator("#format option")
    .evaluateAll((all) => all.map((it) => (it as HTMLOptionElement).value));
  assert.deepEqual(offered.slice(0, 3), ["auto", "agent-response", "agent-request"]);
  await page.locator("#verdict", { hasText: "Valid" }).waitFor();
  await page.selectOption("#format", "agent-request");
  await page.locator("#verdict", { hasText: "error" }).waitFor();
  await page.selectOption("#format", "auto");
  await page.fill("#file-name", ".agent-request-phase8.json");
  await page.locator("#verdict").filter({ hasNotText: "no findings" }).waitFor();
  await page.fill("#file-name", ".agent-response-phase8.json");
  await page.click("#request-toggle");
  await page.fill("#request", REQUEST);
  await row(page, "pair-id").waitFor();
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
  await page.goto(`${server.url}#rules/trailing-comma`);
  await page.locator("#rule-title", { hasText: "trailing-comma" }).waitFor();
  // The findings of its examples are the checker's, made when the page is shown.
  await body.locator("mark", { hasText: "error[trailing-comma]: " }).first().waitFor();
  for (const it of await body.locator("mark").allTextContents()) assert.match(it, /\[trailing-comma\]: /);
  await page.goto(`${server.url}#rules/no-such-rule`);
  await body.getByText("no rule of this name").waitFor();
});

pageTest("the counts are said once the typing pauses", async ({ page }) => {
  await pick(page, "instead of response");
  await page.locator("#counts", { hasText: "1 error" }).waitFor({ state: "attached" });
  await page.click("#fix-all-button");
  await page.locator("#counts", { hasText: "Valid" }).waitFor({ state: "attached" });
});

pageTest("clear empties the page, undo brings the file back", async ({ page }) => {
  await pick(page, "instead of response");
  await page.click("#clear-button");
  await page.locator("#welcome").waitFor({ state: "visible" });
  assert.equal(await page.inputValue("#file-name"), "");
  await page.keyboard.press("ControlOrMeta+z");
  await row(page, "misnamed-field").waitFor();
  assert.equal(await page.inputValue("#file-name"), ".agent-response-phase8.json");
});

pageTest("download saves the file under its name", async ({ page }) => {
  await pick(page, "A good one");
  const [download] = await Promise.all([page.waitForEvent("download"), page.click("#download-button")]);
  // Chromium takes the leading dot away.
  assert.match(download.suggestedFilename(), /^[._]?agent-response-phase8\.json$/);
  assert.equal(readFileSync(await download.path(), "utf8"), sample("good"));
});

pageTest("the list of findings can be copied", async ({ page }) => {
  await pick(page, "instead of response");
  await page.click("#copy-findings-button");
  assert.match(
    await page.evaluate(() => navigator.clipboard.readText()),
    /^Findings in `\.agent-response-phase8\.json`:\n\n- 5:3 error misnamed-field: /,
  );
});
