import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import type { Page } from "playwright-core";
import { encode } from "../../src/adapters/share.ts";
import { faults } from "../axe.ts";
import { codes, more, pick, REQUEST, row, sample, set, shot, told, valid } from "../main-page.ts";
import { pageTest, site } from "../site.ts";
import { file, idle, textOf, visit, write } from "../support.ts";

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
  await valid(page);
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

async function upload(page: Page, name: string, bytes: readonly number[] | string): Promise<void> {
  const buffer = typeof bytes === "string" ? Buffer.from(bytes) : Buffer.from(bytes);
  await page.setInputFiles("#file-input", { name, mimeType: "", buffer });
  await idle(page);
}
pageTest("a picture, a folder and a second file are told, and take nothing away", async ({ page }) => {
  await pick(page, "instead of response");
  await upload(page, "shot.png", [0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10, 0, 0, 0, 13]);
  await told(page, "shot.png contains no text");
  // To a browser, a folder is a file that cannot be read.
  await page.evaluate(() => {
    File.prototype.arrayBuffer = () => Promise.reject(new DOMException("", "NotFoundError"));
  });
  await upload(page, "folder", "");
  await told(page, "folder could not be read");
  assert.equal(await textOf(page, "file"), sample("wrong-name"));
  await page.reload();
  await idle(page);
  await page.setInputFiles("#file-input", [
    { name: "notes.json", mimeType: "", buffer: Buffer.from("{}") },
    { name: "x.agent-response.json", mimeType: "", buffer: Buffer.from(sample("good")) },
  ]);
  await page.locator("#files-note", { hasText: "2 files" }).waitFor();
  assert.equal(await textOf(page, "file"), "{}");
});

pageTest("an empty file is a file; UTF-16 is read as what it is, and repaired", async ({ page }) => {
  await upload(page, ".agent-response.json", "");
  await row(page, "empty-file").waitFor();
  await more(page, "clear-button");
  await page.locator("#welcome").waitFor({ state: "visible" });
  const text = `${sample("good")}é`;
  for (const [encoding, swapped, mark] of [
    ["UTF-16 LE", false, "\ufeff"],
    ["UTF-16 BE", true, "\ufeff"],
    ["UTF-16 LE", false, ""],
    ["UTF-16 BE", true, ""],
  ] as const) {
    const buffer = Buffer.from(mark + text, "utf16le");
    await upload(page, ".agent-response-phase8.json", [...(swapped ? buffer.swap16() : buffer)]);
    await row(page, "invalid-utf8").filter({ hasText: encoding }).waitFor();
    assert.equal(await textOf(page, "file"), text);
    if (swapped) await page.click("#fix-all-button");
    else await row(page, "invalid-utf8").locator(".fix").click();
    await row(page, "invalid-utf8").waitFor({ state: "detached" });
    assert.equal(await textOf(page, "file"), text);
  }
});

pageTest("a reload and the way back keep the file; another link wins", async ({ page }) => {
  await write(page, "[1,");
  await set(page, { name: "some.json" });
  await set(page, { profile: "strict" });
  await page.reload();
  await idle(page);
  await row(page, "truncated").waitFor();
  assert.equal(await page.inputValue("#file-name"), "some.json");
  assert.equal(await page.inputValue("#profile"), "strict");
  await page.click('.bar a[href="./rules/"]');
  await page.waitForURL("**/rules/");
  await page.goBack();
  await row(page, "truncated").waitFor();
  await page.goto("about:blank");
  const shared = { text: "[2]", fileName: "", format: "auto", profile: "default", request: "" };
  const link = `${site.url}${await encode(shared)}`;
  await visit(page, link);
  await row(page, "unknown-format").waitFor();
  assert.equal(await textOf(page, "file"), "[2]");
  // The address still contains the shared text; the edited text takes precedence.
  await write(page, "[2,");
  await page.reload();
  await idle(page);
  await row(page, "truncated").waitFor();
  assert.equal(await textOf(page, "file"), "[2,");
  // When the link is followed once more, the shared text is opened again.
  await page.goto("about:blank");
  await visit(page, link);
  await row(page, "unknown-format").waitFor();
  assert.equal(await textOf(page, "file"), "[2]");
});

pageTest("line ends of Windows are one step of the cursor, and new ones are like them", async ({ page }) => {
  const lines = ["{", '  "a": 1,', '  "b": 2234,', '  "c": 5', "}", ""];
  const second = page.locator("#file-editor .cm-line").nth(1);
  const after = async (end: string, keys: readonly string[]): Promise<string> => {
    await upload(page, "some.json", lines.join(end));
    await second.click({ position: { x: 200, y: 8 } });
    for (const it of keys) await page.keyboard.press(it);
    return textOf(page, "file");
  };
  for (const keys of [
    ["End", "x"],
    ["ArrowDown", "x"],
    ["Home", "ArrowDown", "ArrowDown", "ArrowUp", "x"],
    ["ArrowUp", "x"],
    ["ArrowUp", "ArrowDown", "x"],
    ["ArrowRight", "x"],
    ["ArrowRight", "ArrowLeft", "ArrowLeft", "x"],
    ["Shift+ArrowRight", "x"],
    ["Control+ArrowRight", "x"],
    ["Delete"],
    ["Home", "Home", "Backspace"],
    ["Backspace", "Backspace", "x"],
    ["Control+Backspace"],
    ["Home", "Home", "Control+Backspace"],
    ["Control+Delete"],
    ["Home", "Control+Delete", "Control+Delete", "Control+Delete"],
    ["Enter", "x"],
  ]) {
    const expected = await after("\n", keys);
    assert.notEqual(expected, lines.join("\n"));
    assert.equal(await after("\r\n", keys), expected.replaceAll("\n", "\r\n"), keys.join(" "));
  }
});

pageTest("clear empties the page, undo brings the file back", async ({ page }) => {
  await pick(page, "instead of response");
  await more(page, "clear-button");
  await page.locator("#welcome").waitFor({ state: "visible" });
  assert.equal(await page.inputValue("#file-name"), "");
  await page.keyboard.press("ControlOrMeta+z");
  await row(page, "misnamed-field").waitFor();
  assert.equal(await page.inputValue("#file-name"), ".agent-response-phase8.json");
});

pageTest("download saves the file under its name", async ({ page }) => {
  await pick(page, "A good one");
  const [download] = await Promise.all([page.waitForEvent("download"), page.click("#download-button")]);
  // Chromium removes the leading dot.
  assert.match(download.suggestedFilename(), /^[._]?agent-response-phase8\.json$/);
  assert.equal(readFileSync(await download.path(), "utf8"), sample("good"));
});

pageTest("the list of findings can be copied", async ({ page }) => {
  await pick(page, "instead of response");
  await page.click("#copy-findings-button");
  await idle(page);
  assert.match(
    await page.evaluate(() => navigator.clipboard.readText()),
    /^Findings in `\.agent-response-phase8\.json`:\n\n- 5:3 error misnamed-field: /,
  );
});

pageTest("a link brings back the file, its name, the settings and the request", async ({ page, context }) => {
  await write(page, sample("wrong-name"));
  await set(page, { name: ".agent-response-phase5.json" });
  await set(page, { profile: "strict" });
  await set(page, { request: REQUEST });
  const found = await codes(page);
  await page.click("#share-button");
  await page.click("#share-copy");
  await idle(page);
  const link = await page.evaluate(() => navigator.clipboard.readText());
  assert.equal(await page.locator("#share-warning").isVisible(), false);
  assert.ok(link.startsWith(`${site.url}#s=`));
  const other = await context.newPage();
  await visit(other, link);
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
  await page.goto(`${site.url}#s=damaged`);
  await told(page, "damaged");
});

pageTest("files are remembered on this device once somebody wants that, and forgotten", async ({ page }) => {
  const stored = (): Promise<string | null> =>
    page.evaluate(() => {
      dispatchEvent(new Event("pagehide"));
      return localStorage.getItem("agent-response recent");
    });
  const entries = page.locator("#recent li");
  await pick(page, "instead of response");
  assert.equal(await stored(), null);
  await more(page, "recent-button");
  assert.deepEqual(await entries.count(), 0);
  await page.getByRole("button", { name: "Remember files" }).click();
  await pick(page, "A good one");
  assert.match((await stored()) ?? "", /"verdict":"Valid, no findings"/);
  // In another tab, which keeps nothing of this one.
  await page.evaluate(() => sessionStorage.clear());
  await page.goto("about:blank");
  await visit(page, site.url);
  await more(page, "recent-button");
  assert.deepEqual(await entries.locator(".verdict").allTextContents(), [
    "Valid, no findings",
    "1 error, 5 hints",
  ]);
  assert.deepEqual(await faults(page), []);
  await shot(page, "recent");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await idle(page);
  assert.equal(await textOf(page, "file"), sample("wrong-name"));
  await more(page, "recent-button");
  const before = await stored();
  await page.getByRole("button", { name: "Forget all" }).click();
  assert.equal(await stored(), null);
  await page.locator("#notice").getByRole("button", { name: "Undo" }).click();
  assert.deepEqual(JSON.parse((await stored()) ?? ""), JSON.parse(before ?? ""));
});

pageTest("a double click on Recent only opens it, however many files are in it", async ({ page }) => {
  const files = (n: number) =>
    Array.from({ length: n }, (_, id) => ({
      id,
      fileName: `${id}.json`,
      text: "{}",
      verdict: "Valid",
      look: "ok",
    }));
  await pick(page, "A good one");
  for (let n = 0; n <= 10; n += 1) {
    const all = JSON.stringify(files(n));
    await page.evaluate((it) => localStorage.setItem("agent-response recent", it), all);
    await page.click("#more-file");
    await page.dblclick("#recent-button");
    await idle(page);
    const kept = await page.evaluate(() => localStorage.getItem("agent-response recent"));
    assert.equal(JSON.parse(kept ?? "[]").length, Math.min(n + 1, 10), `${n} files`);
    assert.equal(await textOf(page, "file"), sample("good"));
    await page.keyboard.press("Escape");
  }
});
