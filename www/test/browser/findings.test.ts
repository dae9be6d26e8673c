import assert from "node:assert/strict";
import { unwrap, validate } from "agent-response/editor";
import { faults } from "../axe.ts";
import {
  codes,
  hasFocus,
  marked,
  pick,
  row,
  rows,
  sample,
  set,
  sharedLink,
  shot,
  showHints,
  valid,
} from "../main-page.ts";
import { pageTest, site } from "../site.ts";
import { file, idle, NO_WORKER, open, paste, textOf, underlines, write } from "../support.ts";

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

pageTest("the page tells the number of the text that everything shown is about", async ({ page }) => {
  const first = await idle(page);
  await file(page).click();
  await page.keyboard.type("[1");
  assert.equal(await idle(page), first + 2);
  // Above 2 MB, the check waits for a pause in typing.
  const buffer = Buffer.from(JSON.stringify("x".repeat(2_200_000)));
  await page.setInputFiles("#file-input", { name: "a.json", mimeType: "", buffer });
  const before = await idle(page);
  assert.ok(!(await codes(page)).includes("trailing-content"));
  const pasted = await page.evaluate(() => {
    const clipboardData = new DataTransfer();
    clipboardData.setData("text/plain", "[]");
    const event = new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true });
    document.querySelector("#file-editor .cm-content")?.dispatchEvent(event);
    return document.documentElement.dataset.idle ?? null;
  });
  assert.equal(pasted, null);
  assert.equal(await idle(page), before + 1);
  assert.ok((await codes(page)).includes("trailing-content"));
});

pageTest(
  "what is typed over a selection takes its place, and the policy has nothing to say",
  async ({ page }) => {
    await write(page, sample("good"));
    await valid(page);
    await file(page).click();
    await page.keyboard.press("ControlOrMeta+a");
    await page.keyboard.type("[1]");
    assert.equal(await textOf(page, "file"), "[1]");
    await file(page).click();
    await page.keyboard.press("Shift+Home");
    await page.keyboard.type("x");
    assert.equal(await textOf(page, "file"), "x");
  },
);

pageTest("characters that cannot be seen are shown by their numbers", async ({ page }) => {
  const hidden = String.fromCodePoint(0xe0041);
  await write(page, `{"a": "\u202eabc\u200b ${hidden}\u3164 👩‍💻 ✔️ क्‍ष"}\r\n`);
  const shown = page.locator("#file-editor .cm-unseen");
  await shown.first().waitFor();
  assert.deepEqual(await shown.allTextContents(), ["U+202E", "U+200B", "U+E0041", "U+3164"]);
});

pageTest("what is pasted is checked, into the editor and anywhere on the page", async ({ page }) => {
  await file(page).click();
  await paste(page, sample("wrong-name"));
  await row(page, "misnamed-field").waitFor();
  assert.equal(await textOf(page, "file"), sample("wrong-name"));
  await page.locator("#findings-title").focus();
  await paste(page, sample("good"));
  await valid(page);
  assert.equal(await textOf(page, "file"), sample("good"));
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
    await rows(page).first().waitFor();
    await showHints(page);
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
      await idle(page);
      for (const n of await lit()) assert.ok(n > 0);
    };
    const leave = async (): Promise<void> => {
      await page.mouse.move(5, 5);
      await idle(page);
    };
    const nowhere = async (): Promise<void> => {
      await leave();
      assert.deepEqual(await lit(), [0, 0, 0]);
    };
    await nowhere();
    await rows(page).first().locator(".main").hover();
    await everywhere();
    await nowhere();
    await page.locator("#file-editor .cm-finding-error").first().hover();
    await everywhere();
    await nowhere();
    await page.locator("#payload-editor .cm-finding-error").first().hover();
    await everywhere();
    await nowhere();
    await page.locator("#payload-editor .cm-finding-error").first().click();
    await leave();
    await everywhere();
  },
);

pageTest("findings are underlined, each severity in its way", async ({ page }) => {
  assert.deepEqual(await underlines(page.locator(".show mark")), ["underline wavy"]);
  await write(page, sample("boundaries").replace('"version": "1.0"', '"version": "7.0"'));
  await rows(page).first().waitFor();
  const styles = { error: "wavy", warning: "wavy", info: "dashed", hint: "dotted" };
  for (const [severity, style] of Object.entries(styles))
    assert.deepEqual(await underlines(page.locator(`.cm-finding-${severity}`)), [`underline ${style}`]);
});

pageTest("the findings of a link are there before the editors, and usable with them", async ({ page }) => {
  await pick(page, "A broken payload");
  await row(page, "missing-comma").waitFor();
  let release = (): void => undefined;
  const held = new Promise<void>((done) => {
    release = done;
  });
  const { page: other, context } = await open(
    site.browser,
    await sharedLink(page),
    NO_WORKER,
    async (it, url) => {
      await it.route(/\/assets\/main-[^/]*\.js$/, (route) => held.then(() => route.continue()));
      await it.goto(url, { waitUntil: "commit" });
    },
  );
  try {
    await row(other, "missing-comma").waitFor();
    assert.equal(await other.locator(".cm-content").count(), 0);
    assert.equal(await other.locator("main[inert]").count(), 1);
    assert.deepEqual(await codes(other), await codes(page));
    const said = [other, page].map((it) => it.locator("#verdict").textContent());
    const [early, later] = await Promise.all(said);
    assert.equal(early, later);
    await shot(other, "early");
    release();
    await other.click("#fix-all-button");
    await valid(other);
    assert.ok((await file(other).innerText()).includes("sections"));
  } finally {
    await context.close();
  }
});

pageTest("a list in which all findings are hidden says so, and shows them again", async ({ page }) => {
  const note = page.locator("#hidden-note");
  await pick(page, "A broken payload");
  const all = await page.locator("#filter button").count();
  await page.click("#filter .error");
  await note.getByText("All findings are hidden").waitFor();
  assert.equal(await rows(page).count(), 0);
  assert.deepEqual(await faults(page), []);
  await shot(page, "all-hidden");
  // Also where nothing is left to filter by.
  await write(page, "hello");
  assert.equal(await page.locator("#filter button:visible").count(), 0);
  await note.getByRole("button", { name: "Show all" }).click();
  assert.ok((await rows(page).count()) > 0 && all > 0);
  assert.ok(await hasFocus(rows(page).first().locator(".main")));
  assert.ok(!(await note.isVisible()));
});

pageTest("the counts are said once the typing pauses", async ({ page }) => {
  await pick(page, "instead of response");
  await page.locator("#counts", { hasText: "1 error" }).waitFor({ state: "attached" });
  await page.click("#fix-all-button");
  await page.locator("#counts", { hasText: "Valid" }).waitFor({ state: "attached" });
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
  await set(page, { name: evil });
  await rows(page).first().waitFor();
  await page.locator("#file-editor .cm-finding").first().hover();
  await page.locator(".cards .card:not(.about)").first().waitFor();
  for (const fix of [0, 1])
    if ((await page.locator("#findings .fix").count()) > fix)
      await page.locator("#findings .fix").first().click();
  await page.goto(`${page.url()}#rules/missing-field`);
  await idle(page);
  assert.ok(await page.locator("#rule-dialog").isVisible());
  assert.equal(await page.locator("img, #findings script, .cm-content script").count(), 0);
  assert.equal(await page.evaluate(() => (window as unknown as { hit: number }).hit), 0);
});
