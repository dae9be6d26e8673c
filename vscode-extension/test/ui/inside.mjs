// The payload as a document, as docs/inside.md describes it: a broken one is opened, completed, fixed in its Markdown,
// saved. UPDATE_PICTURES=1 writes the pictures of that page.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { openPage } from "../../../scripts/vscode-host/vscode-host.mjs";
import * as editor from "./editor.mjs";

const pictures = join(import.meta.dirname, "../../../docs/inside");
const PAYLOAD = "response.json";
const SECTION = "boundaries.md";

export async function tellInside({ browser, server, output, workspace, step }) {
  const file = join(workspace, "story/.agent-response-phase7.json");
  const before = readFileSync(file, "utf8");
  const page = await openPage(browser, server, workspace, { openFile: file });
  page.setDefaultTimeout(30_000);
  await page.setViewportSize({ width: 1240, height: 470 });
  const payload = editor.payload(page, PAYLOAD);
  const section = editor.payload(page, SECTION);
  const at = (line) => page.keyboard.press("Control+KeyG").then(() => goTo(page, line));

  /** Two editor groups, without the frame of the window. */
  async function shot(name, from = 0) {
    const groups = await page.locator(".editor-group-container").all();
    const boxes = await Promise.all(groups.map((it) => it.boundingBox()));
    const [first, last] = [boxes[from], boxes[Math.min(from + 1, boxes.length - 1)]];
    const clip = { x: first.x, y: first.y, width: last.x + last.width - first.x, height: first.height };
    const folder = process.env.UPDATE_PICTURES ? pictures : output;
    const path = join(folder, `${name}.webp`);
    await page.mouse.move(5, 5);
    await editor.webp(page, { path, clip, quality: 50 });
  }

  await step(page, "a broken payload is underlined inside its string", async () => {
    await editor.errors(page).nth(1).waitFor({ state: "attached" });
    await page.keyboard.press("Control+KeyB"); // no side bar
    await page.locator(".explorer-folders-view").waitFor({ state: "hidden" });
    await page.locator(".codelens-decoration a", { hasText: "Open payload" }).waitFor();
    await page.keyboard.press("Alt+KeyZ"); // long lines are wrapped
    await editor.until(async () => (await editor.errors(page).count()) > 1, "the wrapped line");
    await shot("1-file");
  });

  await step(page, "the broken payload opens as a document", async () => {
    await page.locator(".codelens-decoration a", { hasText: "Open payload" }).click();
    await payload.locator(".squiggly-error").first().waitFor({ state: "attached" });
    await shot("2-payload");
    await payload.locator(".view-line span", { hasText: "boundaries" }).last().click();
    await page.mouse.move(5, 5);
    await editor.applyFix(page, payload, "Insert a comma");
    await payload.locator(".squiggly-error").nth(1).waitFor({ state: "detached" });
  });

  await step(page, "a missing key is completed", async () => {
    await at(1);
    await editor.focused(payload);
    await page.keyboard.press("End");
    await page.keyboard.press("Enter");
    const list = await editor.suggest(page, "sections");
    await page.keyboard.type("secti");
    await editor.until(async () => /^sections/.test((await list.first().innerText()).trim()), "the key");
    await shot("3-complete");
    await page.keyboard.press("Enter");
    for (const [name, behind] of [
      ["quick_start", ", "],
      ["boundaries", ""],
    ]) {
      await list.first().waitFor({ state: "hidden" });
      await editor.suggest(page, name);
      await page.keyboard.type(name.slice(0, 4));
      await editor.until(async () => (await list.first().innerText()).includes(name), name);
      await page.keyboard.press("Enter");
      await page.keyboard.type(behind);
    }
    await payload.locator(".squiggly-error").first().waitFor({ state: "detached" });
  });

  await step(page, "a section is fixed as Markdown, beside its preview", async () => {
    await payload.locator(".codelens-decoration a", { hasText: "Edit boundaries as Markdown" }).click();
    await section.locator(".view-line").first().waitFor();
    await editor.command(page, "Markdown: Open Preview to the Side");
    const preview = await editor.frameWithText(page, "Never guess an interface");
    await page.locator(".tab", { hasText: SECTION }).first().click();
    await at(15);
    await editor.focused(section);
    await section.locator(".squiggly-warning").first().waitFor({ state: "attached" });
    await shot("4-section", 1);
    const menu = await editor.openQuickFixes(page);
    await menu.filter({ hasText: "Replace with" }).first().waitFor();
    await page.keyboard.press("Enter");
    await preview.getByText("❌ Never guess an interface").waitFor();
    await section.locator(".squiggly-warning").first().waitFor({ state: "detached" });
  });

  await step(page, "saving the section saves the file, which is valid and differs only there", async () => {
    await page.keyboard.press("Control+KeyS");
    const expected = readFileSync(join(workspace, "story/fixed.txt"), "utf8");
    const saved = await editor.until(() => {
      const now = readFileSync(file, "utf8");
      return now !== before && now;
    }, "the saved file");
    const { response } = JSON.parse(saved);
    if (response !== expected) throw new Error(`saved: ${response}\nexpected: ${expected}`);
    const rest = (text) => text.replace(/"response": .*/, "");
    if (rest(saved) !== rest(before)) throw new Error("something else changed too");
    await page.locator(".tab.dirty").first().waitFor({ state: "detached" });
    await shot("5-saved");
  });

  await page.context().close();
  writeFileSync(file, before); // for the pictures of the walkthrough
}

async function goTo(page, line) {
  const input = page.locator(".quick-input-widget input");
  await input.waitFor();
  await input.fill(`:${line}`);
  await page.keyboard.press("Enter");
  await input.waitFor({ state: "hidden" });
}
