// What docs/inside.md says about the page; UPDATE_PICTURES=1 writes its pictures.
import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { story, workspaceFiles } from "../../../vscode-extension/test/fixtures.ts";
import { row, valid } from "../main-page.ts";
import { pageTest } from "../site.ts";
import { notice, ROOT, SHOTS, textOf } from "../support.ts";

const PICTURES = process.env.UPDATE_PICTURES ? join(ROOT, "../docs/inside") : SHOTS;
const NAME = ".agent-response-phase7.json";

async function picture(page: Page, name: string): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const { data } = await session.send("Page.captureScreenshot", { format: "webp", quality: 40 });
  writeFileSync(join(PICTURES, `${name}.webp`), Buffer.from(data, "base64"));
}

/** Opens a file that can be saved in place; a file of the page's origin stands in for one on disk. */
const openStored = (page: Page, text: string): Promise<void> =>
  page.evaluate(
    async ([name, content]) => {
      const root = await navigator.storage.getDirectory();
      const handle = await root.getFileHandle(name, { create: true });
      const out = await handle.createWritable();
      await out.write(content);
      await out.close();
      Object.assign(window, { showOpenFilePicker: async () => [handle], handle });
      document.querySelector<HTMLElement>("#open-here")?.click();
    },
    [NAME, text] as const,
  );

const stored = (page: Page): Promise<string> =>
  page.evaluate(async () => {
    const { handle } = window as unknown as { handle: FileSystemFileHandle };
    return (await handle.getFile()).text();
  });

const inner = (page: Page) => page.locator("#payload-editor .cm-content");
const offered = (page: Page, name: string) =>
  page.locator('.completions [aria-selected="true"] code', { hasText: name });

async function complete(page: Page, typed: string, name: string): Promise<void> {
  await page.keyboard.press("Control+Space");
  await page.locator(".completions").waitFor();
  await page.keyboard.type(typed);
  await offered(page, name).waitFor();
}

pageTest(
  "a broken payload is read, completed and repaired as what it is, and saved",
  async ({ page }) => {
    const before = workspaceFiles()[`story/broken/${NAME}`];
    assert.ok(before !== undefined);
    await openStored(page, before);
    await row(page, "missing-comma").waitFor();
    await page.locator("#payload-editor .cm-finding-error").first().waitFor();
    await picture(page, "page-1-file");
    await row(page, "missing-comma").locator(".fix").click();
    await row(page, "missing-comma").waitFor({ state: "detached" });

    await inner(page).focus();
    await page.keyboard.press("ControlOrMeta+Home");
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("Enter");
    await page.keyboard.type("  ");
    await complete(page, "secti", "sections");
    await picture(page, "page-2-complete");
    await page.keyboard.press("Enter");
    for (const name of ["quick_start", "boundaries"]) {
      await complete(page, name.slice(0, 4), name);
      await page.keyboard.press("Enter");
      if (name === "quick_start") await page.keyboard.type(", ");
    }

    await page.locator("#payload-tabs").getByRole("tab", { name: "boundaries", exact: true }).click();
    await page
      .locator("#payload-editor .cm-finding-warning, #payload-editor .cm-finding-hint")
      .first()
      .waitFor();
    await row(page, "boundaries-sign-wrong").locator(".main").click();
    await picture(page, "page-3-section");
    await page.locator("#findings .fix", { hasText: "Replace" }).click();
    await page.click("#preview-button");
    await page.locator("#preview li", { hasText: "❌ Never guess an interface" }).waitFor();
    await valid(page);
    await page.keyboard.press("ControlOrMeta+s");
    assert.equal(await notice(page), `${NAME} saved`);
    await picture(page, "page-4-saved");

    const saved = await stored(page);
    assert.equal(saved, await textOf(page, "file"));
    assert.equal(JSON.parse(saved).response, story.fixed);
    const rest = (text: string): string => text.replace(/"response": .*/, "");
    assert.equal(rest(saved), rest(before));
  },
  { viewport: { width: 1240, height: 760 } },
);
