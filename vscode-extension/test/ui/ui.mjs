// The packed extension in the windows of VS Code, as a user sees it.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { openPage } from "../../../scripts/vscode-host/vscode-host.mjs";
import * as editor from "./editor.mjs";
import { tellInside } from "./inside.mjs";
import { takePictures } from "./pictures.mjs";

const LONG = 30_000;

export async function runUi({ browser, server, output, workspace, only }) {
  const file = join(workspace, "inner/.agent-response-phase7.json");
  const text = readFileSync(file, "utf8");
  const counts = { passed: 0, failed: 0 };

  /** A step needs the steps before it: after a failure, the rest is not run. */
  async function stepOn(page, name, run) {
    const shot = (name) => page.screenshot({ path: join(output, `${name}.png`) });
    if (counts.failed > 0) return;
    try {
      await run();
      counts.passed++;
      console.log(`ui: ok ${name}`);
    } catch (error) {
      counts.failed++;
      const state = await editor.state(page).catch(String);
      console.log(`ui: not ok ${name}\n    ${state}\n    ${error.stack}`);
      await shot("failed").catch(() => {});
    }
    await shot(`${counts.passed}-${name.replace(/\W+/g, "-")}`).catch(() => {});
  }

  if (only === "" || only === "inside")
    await tellInside({ browser, server, output, workspace, step: stepOn });
  const pictures = (page) => stepOn(page, "pictures", () => takePictures({ browser, server, workspace }));
  if (only !== "") {
    if (process.env.UPDATE_PICTURES && only === "pictures") await pictures(await browser.newPage());
    return counts;
  }

  const page = await openPage(browser, server, workspace, { openFile: file });
  page.setDefaultTimeout(LONG);
  const shot = (name) => page.screenshot({ path: join(output, `${name}.png`) });
  const step = (name, run) => stepOn(page, name, run);
  const comma = text.indexOf(", ]");
  const repairs = [String.raw`[\"architect\" ]`, String.raw`😀\", \"more\"`];

  await step("squiggles stand under the characters at fault, also behind an emoji", async () => {
    await editor.errors(page).nth(1).waitFor({ state: "attached" });
    const line = text.slice(0, comma).split("\n").length - 1;
    const column = comma - text.lastIndexOf("\n", comma) - 1;
    await editor.expectSquiggle(page, { text: text.split("\n")[line], from: column, to: column + 1 });
    const rects = await editor.squiggles(page);
    const emoji = await editor.rectOf(page, text.split("\n")[line], text.split("\n")[line].indexOf("😀"), 2);
    const behind = rects.filter((it) => it.left >= emoji.right - 1);
    if (behind.length !== 1) throw new Error(`behind the emoji: ${JSON.stringify({ rects, emoji })}`);
  });

  await step("the hover says what is wrong", async () => {
    await editor.hoverOver(page, text.split("\n")[5 - 1], column(text, comma));
    const hover = editor.hover(page);
    await hover.getByText("agent-response", { exact: false }).first().waitFor();
  });

  await step("the code in the hover opens the rule's page, rendered", async () => {
    const link = editor.hover(page).locator("a.code-link").first();
    const code = await link.innerText();
    await link.click();
    await page.locator(".tab.active", { hasText: code }).waitFor();
    await editor.frameWithHeading(page, code);
    await shot("rule-page");
    await page.locator(".tab", { hasText: ".agent-response-phase7.json" }).click();
    await editor.errors(page).first().waitFor({ state: "attached" });
  });

  await step("the problems list names each mistake once", async () => {
    await editor.focus(page);
    await page.keyboard.press("Control+Shift+KeyM");
    const rows = page.locator(".markers-panel .monaco-list-row", { hasText: "[Ln 5" });
    await rows.first().waitFor();
    const errors = await page.locator(".markers-panel .codicon-error").count();
    if (errors !== 2) throw new Error(`${errors} errors: ${await rows.allInnerTexts()}`);
  });

  await step("the code in the problems list opens the rule's page", async () => {
    const row = page.locator(".markers-panel .monaco-list-row", { hasText: "[Ln 5" }).first();
    const link = row.locator("a.monaco-link", { has: page.locator(".marker-code") });
    const code = await link.innerText();
    await link.click();
    await page.locator(".tab.active", { hasText: `${code}.md` }).waitFor();
    await editor.frameWithHeading(page, code);
    await page.keyboard.press("Control+KeyJ");
    await page.locator(".tab", { hasText: ".agent-response-phase7.json" }).click();
    await editor.errors(page).first().waitFor({ state: "attached" });
  });

  await step(
    "the lens above the response opens the payload beside the file, with the same mistakes",
    async () => {
      await editor.focus(page);
      await page.locator(".codelens-decoration a", { hasText: "Open payload" }).click();
      await page.locator(".tab", { hasText: "response.json" }).waitFor();
      await editor.payload(page).locator(".squiggly-error").first().waitFor({ state: "attached" });
      await shot("payload");
      await editor.focus(page);
      await editor.command(page, "View: Close Editors in Other Groups");
      await page.locator(".tab", { hasText: "response.json" }).waitFor({ state: "detached" });
    },
  );

  await step("the light bulb repairs the file", async () => {
    for (const repaired of repairs) {
      await editor.focus(page);
      await page.keyboard.press("Control+Home");
      await page.keyboard.press("F8"); // the next problem
      await page.keyboard.press("Escape"); // without its window
      await editor.quickFix(page);
      await editor.expectText(page, repaired);
    }
    await editor.errors(page).first().waitFor({ state: "detached" });
  });

  await step("what is saved is what was meant", async () => {
    await page.keyboard.press("Control+KeyS");
    const saved = await editor.until(() => {
      const now = readFileSync(file, "utf8");
      return now.includes(repairs[1]) && now;
    }, "the saved file");
    const payload = JSON.parse(JSON.parse(saved).response);
    if (payload.note !== "✅ 😀" || payload.more !== 1) throw new Error(JSON.stringify(payload));
    const outside = (it) =>
      it
        .split("\n")
        .filter((one) => !one.includes('"response"'))
        .join("\n");
    if (outside(saved) !== outside(text)) throw new Error("something else changed too");
  });

  await step("the command checks the whole workspace", async () => {
    await editor.command(page, "Agent Response: Check Workspace");
    // The message of the command is hidden under the bell.
    const bell = page.locator('[id="status.notifications"]');
    await editor.until(async () => (await bell.locator(".codicon-bell-dot").count()) > 0, "a notification");
    await bell.click();
    await page.locator(".notifications-center", { hasText: /checked \d+ files, \d+ problems/ }).waitFor();
    await page.keyboard.press("Escape");
  });

  await step("no request left this machine", async () => {
    // A made-up host name under which VS Code's own previews send requests to a service worker in the page.
    const outside = page.external.filter(
      (it) => !new URL(it).host.endsWith(".vscode-resource.vscode-cdn.net"),
    );
    if (outside.length > 0) throw new Error(outside.join(" "));
  });

  if (process.env.UPDATE_PICTURES) await pictures(page);
  await page.context().close();
  return counts;
}

const column = (text, offset) => offset - text.lastIndexOf("\n", offset) - 1;
