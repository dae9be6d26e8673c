// Several files at once, and files that are saved where they came from.
import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import type { Page } from "playwright-core";
import { faults } from "../axe.ts";
import { pick, REQUEST, row, sample, shot, valid } from "../main-page.ts";
import { pageTest } from "../site.ts";
import { idle, notice, textOf } from "../support.ts";

/** Drops a folder from the disk on the page, as a user does. */
async function drop(page: Page, folder: string): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const data = { items: [], files: [folder], dragOperationsMask: 1 };
  for (const type of ["dragEnter", "dragOver", "drop"] as const)
    await session.send("Input.dispatchDragEvent", { type, x: 200, y: 300, data });
  await idle(page);
}

const files = (page: Page) => page.locator("#files-list li");

pageTest("a folder is checked as a whole; a response finds its request", async ({ page }) => {
  const root = mkdtempSync(join(tmpdir(), "agent-response-"));
  const write = (path: string, text: string): void => {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  };
  write("one/.agent-response-phase8.json", sample("good"));
  write("one/.agent-request-phase8.json", REQUEST);
  write("two/.agent-response-phase8.json", sample("broken-payload"));
  write("two/notes.json", "[");
  write("three/deep/.agent-response-phase8.json", sample("good"));
  write("node_modules/x/.agent-response.json", "[");
  try {
    await drop(page, root);
    await page.locator("#files-note", { hasText: "3 files: 2 with errors" }).waitFor();
    assert.deepEqual(
      await files(page)
        .locator("button")
        .evaluateAll((all) => all.map((it) => it.className)),
      ["error", "ok", "error"],
    );
    assert.deepEqual(await files(page).locator(".sr").allTextContents(), [" 1 error", " valid", " 2 errors"]);
    await row(page, "pair-id").waitFor();
    await shot(page, "files");
    assert.deepEqual(await faults(page), []);
    await files(page).nth(2).locator("button").click();
    await row(page, "missing-comma").waitFor();
    await page.click("#fix-all-button");
    await page.locator("#files-note", { hasText: "3 files: 1 with errors" }).waitFor();
    // Each file has its own history, and keeps its changes.
    await files(page).nth(1).locator("button").click();
    await valid(page);
    assert.equal(await page.locator("#undo-button").isDisabled(), true);
    await files(page).nth(2).locator("button").click();
    assert.equal(await page.locator("#ledger-note").textContent(), "2");
    await page.click("#undo-button");
    await row(page, "missing-comma").waitFor();
    assert.equal(await textOf(page, "file"), sample("broken-payload"));
    await page.click("#files-close");
    assert.equal(await page.locator("#files").isVisible(), false);
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
});

pageTest("a request with errors is one of the files, also beside its response alone", async ({ page }) => {
  const root = mkdtempSync(join(tmpdir(), "agent-response-"));
  const write = (name: string, text: string): void => writeFileSync(join(root, name), text);
  write(".agent-response-phase8.json", sample("good"));
  write(".agent-request-phase8.json", '{"a":1,}');
  try {
    await drop(page, root);
    await page.locator("#files-note", { hasText: "2 files: 1 with errors" }).waitFor();
    assert.match((await files(page).allInnerTexts()).join(), /agent-request-phase8.*agent-response-phase8/s);
    await row(page, "trailing-comma").waitFor();
    await shot(page, "faulty-request");
    await files(page).nth(1).locator("button").click();
    await valid(page);
    assert.equal(await page.inputValue("#request"), '{"a":1,}');
    await page.click("#files-close");
    write(".agent-request-phase8.json", REQUEST);
    await drop(page, root);
    assert.equal(await page.locator("#files").isVisible(), false);
    await row(page, "pair-id").waitFor();
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
});

pageTest("several files come back after a reload, each as it was left", async ({ page }) => {
  const root = mkdtempSync(join(tmpdir(), "agent-response-"));
  const write = (name: string, text: string | Buffer): void => writeFileSync(join(root, name), text);
  write(".agent-response-a.json", sample("broken-payload"));
  write(".agent-response-b.json", sample("good"));
  write(".agent-response-c.json", Buffer.from(`\ufeff${sample("wrong-name")}`, "utf16le"));
  try {
    await drop(page, root);
    await page.locator("#files-note", { hasText: "3 files: 2 with errors" }).waitFor();
    await page.click("#fix-all-button");
    await page.locator("#files-note", { hasText: "3 files: 1 with errors" }).waitFor();
    const fixed = await textOf(page, "file");
    await files(page).nth(1).locator("button").click();
    await valid(page);
    // One that was changed and is hidden, one that is shown, and one that was never shown.
    for (let n = 0; n < 2; n += 1) {
      await page.reload();
      await idle(page);
      await page.locator("#files-note", { hasText: "3 files: 1 with errors" }).waitFor();
      assert.equal(await textOf(page, "file"), sample("good"));
    }
    assert.equal(await files(page).nth(1).locator("[aria-current]").count(), 1);
    await files(page).nth(0).locator("button").click();
    await valid(page);
    assert.equal(await textOf(page, "file"), fixed);
    assert.equal(await page.locator("#ledger-note").textContent(), "2");
    await page.click("#difference-tab");
    assert.ok((await page.locator("#output del").count()) > 0);
    await page.click("#findings-tab");
    await files(page).nth(2).locator("button").click();
    await row(page, "misnamed-field").waitFor();
    await row(page, "invalid-utf8").waitFor();
    // A list that was closed stays closed.
    page.once("dialog", (it) => void it.accept()); // one of them was changed
    await page.click("#files-close");
    await page.reload();
    await idle(page);
    await row(page, "misnamed-field").waitFor();
    assert.equal(await page.locator("#files").isVisible(), false);
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
});

pageTest("what was changed stays in the list when other files come", async ({ page }) => {
  const root = mkdtempSync(join(tmpdir(), "agent-response-"));
  for (const it of ["a", "b"]) writeFileSync(join(root, `.agent-response-${it}.json`), sample("good"));
  const names = (): Promise<string[]> => files(page).locator("button").allInnerTexts();
  try {
    await pick(page, "A broken payload");
    await page.click("#fix-all-button");
    await valid(page);
    const fixed = await textOf(page, "file");
    await drop(page, root);
    await page.locator("#files-note", { hasText: "3 files, all valid" }).waitFor();
    assert.equal(await textOf(page, "file"), sample("good"));
    await pick(page, "instead of response");
    await page.locator("#files-note", { hasText: "2 files: 1 with errors" }).waitFor();
    const buffer = Buffer.from(sample("good"));
    await page.setInputFiles("#file-input", [{ name: "c.agent-response.json", mimeType: "", buffer }]);
    await page.locator("#files-note", { hasText: "2 files, all valid" }).waitFor();
    assert.match((await names()).join(), /phase8\.json.*c\.agent-response\.json/s);
    // The file is counted in its current state, and comes back as it was left.
    await page.reload();
    await idle(page);
    await page.locator("#files-note", { hasText: "2 files, all valid" }).waitFor();
    await files(page).nth(0).locator("button").click();
    await valid(page);
    assert.equal(await textOf(page, "file"), fixed);
    await files(page).nth(1).locator("button").click();
    await page.click("#files-close"); // nobody agrees
    assert.equal(await page.locator("#files").isVisible(), true);
    page.once("dialog", (it) => void it.accept());
    await page.click("#files-close");
    assert.equal(await page.locator("#files").isVisible(), false);
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
});

pageTest("a folder that cannot be read is named, and the next file opens", async ({ page }) => {
  const root = mkdtempSync(join(tmpdir(), "agent-response-"));
  try {
    await page.evaluate(() => {
      const entryOf = DataTransferItem.prototype.webkitGetAsEntry;
      DataTransferItem.prototype.webkitGetAsEntry = function () {
        const { isDirectory, fullPath, name } = entryOf.call(this) ?? {};
        const readEntries = (_: unknown, failed: (why: DOMException) => void) => failed(new DOMException());
        return { isDirectory, fullPath, name, createReader: () => ({ readEntries }) } as never;
      };
    });
    await drop(page, root);
    assert.equal(await notice(page), `${basename(root)} could not be read`);
    const buffer = Buffer.from(sample("good"));
    await page.setInputFiles("#file-input", [{ name: "c.agent-response.json", mimeType: "", buffer }]);
    assert.equal(await notice(page), "c.agent-response.json opened");
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
});

/** The origin's file system stands in for the disk: its handles are the same, but nothing has to be picked. */
const stored = (page: Page, name: string): Promise<string> =>
  page.evaluate(async (it) => {
    const root = await navigator.storage.getDirectory();
    return (await (await root.getFileHandle(it)).getFile()).text();
  }, name);

pageTest(
  "a file that was opened is saved in its place, a new one where somebody chooses",
  async ({ page }) => {
    await page.evaluate(async (text) => {
      const root = await navigator.storage.getDirectory();
      const handle = await root.getFileHandle("x.agent-response.json", { create: true });
      const out = await handle.createWritable();
      await out.write(text);
      await out.close();
      Object.assign(window, {
        showOpenFilePicker: async () => [handle],
        showSaveFilePicker: async ({ suggestedName }: { suggestedName: string }) =>
          root.getFileHandle(`new${suggestedName}`, { create: true }),
      });
    }, sample("wrong-name"));
    await page.click("#open-here");
    await row(page, "misnamed-field").waitFor();
    await page.click("#fix-all-button");
    await valid(page);
    await page.keyboard.press("ControlOrMeta+s");
    assert.equal(await notice(page), "x.agent-response.json saved");
    assert.equal(await stored(page, "x.agent-response.json"), await textOf(page, "file"));
    // Another file does not overwrite it.
    await pick(page, "A good one");
    await valid(page);
    await page.keyboard.press("ControlOrMeta+s");
    const chosen = "new.agent-response-phase8.json";
    assert.equal(await notice(page), `${chosen} saved`);
    assert.equal(await stored(page, chosen), sample("good"));
  },
);

pageTest("after a reload, files are still saved in their place", async ({ page }) => {
  // Sets what choosing files does in this test; a reload forgets this, and must not need it.
  const choose = (names: readonly string[], text: string) =>
    page.evaluate(
      async ([all, content]) => {
        const root = await navigator.storage.getDirectory();
        const handles = await Promise.all(all.map((it) => root.getFileHandle(it, { create: true })));
        for (const it of handles) {
          const out = await it.createWritable();
          await out.write(content);
          await out.close();
        }
        Object.assign(window, { showOpenFilePicker: async () => handles });
      },
      [names, text] as const,
    );
  /** Whether the page keeps handles when it is left; they are stored before it is idle. */
  const areKept = async (): Promise<boolean> => {
    await idle(page);
    return page.evaluate(() => {
      dispatchEvent(new Event("visibilitychange"));
      return sessionStorage.getItem("agent-response handles") !== null;
    });
  };
  const saved = async (name: string): Promise<void> => {
    await page.locator("#file-editor .cm-content").focus();
    await page.keyboard.press("ControlOrMeta+s");
    assert.equal(await notice(page), `${name} saved`);
  };
  const [one, two] = ["one.agent-response.json", "two.agent-response.json"];
  await choose([one, two], sample("wrong-name"));
  await page.click("#open-here");
  await page.locator("#files-note", { hasText: "2 files: 2 with errors" }).waitFor();
  await page.click("#fix-all-button");
  await valid(page);
  assert.ok(await areKept());
  for (let n = 0; n < 2; n += 1) {
    await page.reload();
    await idle(page);
    await page.locator("#files-note", { hasText: "2 files: 1 with errors" }).waitFor();
    assert.ok(await areKept());
  }
  await saved(one);
  const fixed = await textOf(page, "file");
  assert.equal(await stored(page, one), fixed);
  await files(page).nth(1).locator("button").click();
  await row(page, "misnamed-field").waitFor();
  await page.click("#fix-all-button");
  await valid(page);
  await saved(two);
  assert.equal(await stored(page, two), fixed);
  // A file that was opened alone; what is pasted over it cannot be saved in place.
  await page.click("#files-close");
  await choose([one], sample("broken-payload"));
  await page.click("#open-button");
  await row(page, "missing-comma").waitFor();
  assert.ok(await areKept());
  await page.reload();
  await idle(page);
  await row(page, "missing-comma").waitFor();
  await page.click("#fix-all-button");
  await valid(page);
  await saved(one);
  await pick(page, "A good one");
  await valid(page);
  assert.equal(await areKept(), false);
});
