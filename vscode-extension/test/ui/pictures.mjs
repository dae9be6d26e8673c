// The pictures of the README files and of the walkthrough: UPDATE_PICTURES=1 node test/run.mjs ui
import { mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import * as editor from "./editor.mjs";

const extension = join(import.meta.dirname, "../..");
const docs = join(extension, "../docs");
const HEIGHT = 265;

export async function takePictures({ browser, server, workspace }) {
  const large = await open(1.5, "picture/.agent-response-phase7.json", 900);
  await hoverOverFault(large.page, large.file);
  mkdirSync(docs, { recursive: true });
  await editor.webp(large.page, { path: join(docs, "squiggle.webp"), clip: await large.clip(), quality: 60 });
  await large.close();

  const { page, file, small, close } = await open(1, "picture/.agent-response-phase7.json", 760);
  await hoverOverFault(page, file);
  await small("squiggle");
  await editor.focus(page);
  await page.keyboard.press("Control+Home");
  await page.keyboard.press("F8");
  await page.keyboard.press("Escape");
  await editor.openQuickFixes(page);
  await small("quick-fix");
  await close();

  const story = await open(1, "story/broken/.agent-response-phase7.json", 900);
  await story.page.locator(".codelens-decoration a", { hasText: "Open payload" }).click();
  await editor
    .payload(story.page, "response.json")
    .locator(".squiggly-error")
    .first()
    .waitFor({ state: "attached" });
  await story.page.mouse.move(5, 5);
  await story.small("payload");
  await story.close();

  const rules = await open(1, "rules/agent-response.toml", 760);
  const rule = rules.page.locator(".suggest-widget.visible .monaco-list-row", { hasText: "bad-escape" });
  // The extension may be activated only after the first request.
  await editor.until(async () => {
    await rules.page.keyboard.press("Escape");
    await editor.focus(rules.page);
    await rules.page.keyboard.press("Control+End");
    await rules.page.keyboard.press("Control+Space");
    return rule.waitFor({ timeout: 2000 }).then(
      () => true,
      () => false,
    );
  }, "the names of rules");
  await rules.small("rules");
  await rules.close();

  /** A window with one file and without its side bar. */
  async function open(deviceScaleFactor, path, width) {
    const file = join(workspace, path);
    const context = await browser.newContext({ viewport: { width, height: 420 }, deviceScaleFactor });
    const page = await context.newPage();
    page.setDefaultTimeout(30_000);
    await page.goto(server.url(workspace, { openFile: file }));
    await page.locator(".editor-instance .view-line").first().waitFor();
    await page.keyboard.press("Control+KeyB");
    await page.locator(".explorer-folders-view").waitFor({ state: "hidden" });
    async function clip() {
      const groups = await page.locator(".editor-group-container").all();
      const boxes = await Promise.all(groups.map((it) => it.boundingBox()));
      const [first, last] = [boxes[0], boxes.at(-1)];
      const width = last.x + last.width - first.x;
      // Without the tabs and the path above the text.
      return { x: first.x, y: first.y + 57, width, height: Math.min(first.height - 57, HEIGHT) };
    }
    /** These pictures are part of what is installed. */
    const small = async (name) => {
      const path = join(extension, `walkthrough/${name}.webp`);
      await editor.webp(page, { path, clip: await clip(), quality: 40 });
    };
    return { page, file, clip, small, close: () => context.close() };
  }
}

async function hoverOverFault(page, file) {
  await editor.errors(page).first().waitFor({ state: "attached" });
  const text = readFileSync(file, "utf8");
  const offset = text.indexOf(String.raw`\"more`);
  const line = text.slice(0, offset).split("\n").length - 1;
  const column = offset - text.lastIndexOf("\n", offset) - 1;
  await editor.until(async () => {
    await page.mouse.move(5, 5);
    await editor.hoverOver(page, text.split("\n")[line], column + 3);
    // The first answer may come before VS Code has fully started.
    const fix = editor.hover(page).getByText("Quick Fix...");
    return fix.waitFor({ timeout: 3000 }).then(
      () => true,
      () => false,
    );
  }, "the whole hover");
}
