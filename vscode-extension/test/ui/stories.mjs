// What a user sees of the findings in a file. Each story has its own file, which has the same two mistakes.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import * as editor from "./editor.mjs";

const NAME = ".agent-response-phase7.json";
const REPAIRS = [String.raw`[\"architect\" ]`, String.raw`😀\", \"more\"`];

/** A story about the file in a folder of its own. */
const story = (name, folder, run) => ({
  name,
  run: async (window) => {
    const path = `windows/${folder}/${NAME}`;
    const file = join(window.workspace, path);
    await window.open(path);
    await run({ ...window, file, text: readFileSync(file, "utf8") });
  },
});

/** The line of the mistakes, and where the first of them is in it. */
function fault(text) {
  const comma = text.indexOf(", ]");
  const line = text.slice(0, comma).split("\n").length - 1;
  return { line: text.split("\n")[line], column: comma - text.lastIndexOf("\n", comma) - 1 };
}

const problems = (page) => page.locator(".markers-panel .monaco-list-row", { hasText: "[Ln 5" });

async function openProblems(page) {
  await editor.focus(page);
  await page.keyboard.press("Control+Shift+KeyM");
  await problems(page).first().waitFor();
}

export const STORIES = [
  story("squiggles stand under the characters at fault, also behind an emoji", "squiggles", async (it) => {
    const { page, text } = it;
    await editor.errors(page).nth(1).waitFor({ state: "attached" });
    const { line, column } = fault(text);
    await editor.expectSquiggle(page, { text: line, from: column, to: column + 1 });
    const rects = await editor.squiggles(page);
    const emoji = await editor.rectOf(page, line, line.indexOf("😀"), 2);
    const behind = rects.filter((it) => it.left >= emoji.right - 1);
    if (behind.length !== 1) throw new Error(`behind the emoji: ${JSON.stringify({ rects, emoji })}`);
  }),

  story("the hover says what is wrong", "hover", async ({ page, text }) => {
    await hoverOver(page, text);
    await editor.hover(page).getByText("agent-response", { exact: false }).first().waitFor();
  }),

  story("the code in the hover opens the rule's page, rendered", "page", async ({ page, text, output }) => {
    await hoverOver(page, text);
    const link = editor.hover(page).locator("a.code-link").first();
    const code = await link.innerText();
    await link.click();
    await page.locator(".tab.active", { hasText: code }).waitFor();
    await editor.frameWithHeading(page, code);
    await page.screenshot({ path: join(output, "rule-page.png") });
  }),

  story("the problems list names each mistake once", "problems", async ({ page }) => {
    await openProblems(page);
    const errors = await page.locator(".markers-panel .codicon-error").count();
    if (errors !== 2) throw new Error(`${errors} errors: ${await problems(page).allInnerTexts()}`);
  }),

  story("the code in the problems list opens the rule's page", "link", async ({ page }) => {
    await openProblems(page);
    const link = problems(page)
      .first()
      .locator("a.monaco-link", { has: page.locator(".marker-code") });
    const code = await link.innerText();
    await link.click();
    await page.locator(".tab.active", { hasText: `${code}.md` }).waitFor();
    await editor.frameWithHeading(page, code);
  }),

  story(
    "the lens above the response opens the payload beside, with the same mistakes",
    "lens",
    async (it) => {
      const { page, output } = it;
      await page.locator(".codelens-decoration a", { hasText: "Open payload" }).click();
      await page.locator(".tab", { hasText: "response.json" }).waitFor();
      await editor.payload(page).locator(".squiggly-error").first().waitFor({ state: "attached" });
      await page.screenshot({ path: join(output, "payload.png") });
    },
  ),

  story("the light bulb repairs the file, and what is saved is what was meant", "fix", async (it) => {
    const { page, idle, file, text } = it;
    for (const repaired of REPAIRS) {
      await editor.focus(page);
      await page.keyboard.press("Control+Home");
      await page.keyboard.press("F8"); // the next problem
      await page.keyboard.press("Escape"); // without its window
      await editor.focused(editor.file(page));
      await editor.quickFix(page);
      await editor.expectText(page, repaired);
      await idle();
    }
    await editor.errors(page).first().waitFor({ state: "detached" });
    await editor.focused(editor.file(page));
    await page.keyboard.press("Control+KeyS");
    const saved = await editor.until(() => {
      const now = readFileSync(file, "utf8");
      return now.includes(REPAIRS[1]) && now;
    }, "the saved file");
    const payload = JSON.parse(JSON.parse(saved).response);
    if (payload.note !== "✅ 😀" || payload.more !== 1) throw new Error(JSON.stringify(payload));
    const outside = (it) => it.replace(/.*"response".*/, "");
    if (outside(saved) !== outside(text)) throw new Error("something else changed too");
  }),

  story("the command checks the whole workspace, and leads to the problems", "command", async ({ page }) => {
    await editor.command(page, "Agent Response: Check Workspace");
    const message = page.locator(".notification-list-item-message", {
      hasText: /\d+ errors.* in \d+ of \d+ files/,
    });
    const list = page.locator(".notifications-center");
    await editor.until(async () => {
      // The list closes when the only notification in it, the progress of the check, is done.
      if (!(await list.isVisible())) await page.locator('[id="status.notifications"]').click();
      return message.first().isVisible();
    }, "the result of the check");
    // The notification has no button in the list until the pointer is over it.
    await message.first().hover();
    await page.locator(".monaco-button", { hasText: "Show Problems" }).first().click();
    await page.locator(".markers-panel .monaco-list-row").first().waitFor();
  }),
];

async function hoverOver(page, text) {
  await editor.errors(page).nth(1).waitFor({ state: "attached" });
  const { line, column } = fault(text);
  await editor.expectSquiggle(page, { text: line, from: column, to: column + 1 });
  await editor.hoverOver(page, line, column);
}
