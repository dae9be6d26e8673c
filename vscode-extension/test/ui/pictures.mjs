// The pictures of the README files: UPDATE_PICTURES=1 node test/run.mjs ui
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import * as editor from "./editor.mjs";

const extension = join(import.meta.dirname, "../..");
const docs = join(extension, "../docs");

export async function takePictures({ browser, server, workspace }) {
  const file = join(workspace, "picture/.agent-response-phase7.json");
  const text = readFileSync(file, "utf8");
  const viewport = { width: 900, height: 420 };
  const context = await browser.newContext({ viewport, deviceScaleFactor: 1.5 });
  const page = await context.newPage();
  page.setDefaultTimeout(30_000);
  await page.goto(server.url(workspace, { openFile: file }));
  await editor.errors(page).first().waitFor({ state: "attached" });
  await page.keyboard.press("Control+KeyB"); // no side bar
  await page.locator(".explorer-folders-view").waitFor({ state: "hidden" });

  const offset = text.indexOf(String.raw`\"more`);
  const line = text.slice(0, offset).split("\n").length - 1;
  const shown = text.split("\n")[line];
  const column = offset - text.lastIndexOf("\n", offset) - 1;
  await editor.until(async () => {
    await page.mouse.move(5, 5);
    await editor.hoverOver(page, shown, column + 3);
    // The first answer may come before all of VS Code is up.
    const fix = editor.hover(page).getByText("Quick Fix...");
    return fix.waitFor({ timeout: 3000 }).then(
      () => true,
      () => false,
    );
  }, "the whole hover");

  const area = await page.locator(".editor-instance .monaco-editor").first().boundingBox();
  const clip = { x: area.x, y: area.y, width: area.width, height: Math.min(area.height, 265) };
  const session = await context.newCDPSession(page);
  /** WebP is a quarter of the size: these are part of what is installed. */
  async function small(name) {
    const options = { format: "webp", quality: 85, clip: { ...clip, scale: 1 } };
    const { data } = await session.send("Page.captureScreenshot", options);
    writeFileSync(join(extension, `walkthrough/${name}.webp`), Buffer.from(data, "base64"));
  }
  mkdirSync(docs, { recursive: true });
  await page.screenshot({ path: join(docs, "squiggle.png"), clip });
  await small("squiggle");

  await editor.focus(page);
  await page.keyboard.press("Control+Home");
  await page.keyboard.press("F8");
  await page.keyboard.press("Escape");
  await editor.openQuickFixes(page);
  await small("quick-fix");
  await context.close();
}
