// The answer of a model in a response file, and a response that matches no request.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import * as editor from "./editor.mjs";

const NAME = ".agent-response-phase7.json";

export const ANSWERS = [
  {
    name: "a response is made of an answer, after a list of what is left out",
    run: async ({ page, workspace, output, open, idle }) => {
      const path = `windows/answer/${NAME}`;
      await open(path);
      await editor.errors(page).first().waitFor({ state: "attached" });
      await editor.focus(page);
      await page.keyboard.press("Control+Home");
      const menu = await editor.openQuickFixes(page);
      await page.screenshot({ path: join(output, "answer-fixes.png") });
      const first = await menu.first().innerText();
      if (!first.includes("Make a response of it")) throw new Error(`the first fix: ${first}`);
      await page.keyboard.press("Enter");
      const diff = page.locator(".monaco-diff-editor");
      await diff.locator(".view-line", { hasText: "Keep only the JSON" }).first().waitFor();
      await page.screenshot({ path: join(output, "answer-compared.png") });
      await page.locator(".editor-actions .action-label[aria-label^='Apply']").click();
      await page.locator(".tab.dirty").first().waitFor();
      await editor.focused(editor.file(page));
      await idle();
      await page.keyboard.press("Control+KeyS");
      await editor.until(() => {
        const text = readFileSync(join(workspace, path), "utf8");
        return text.startsWith("{") && Array.isArray(JSON.parse(JSON.parse(text).response).sections);
      }, "the response");
      await page.screenshot({ path: join(output, "answer-applied.png") });
    },
  },
  {
    name: "the fixes of what is missing say what they leave, and lead on",
    run: async ({ page, output, open, idle }) => {
      await open(`windows/lacking/${NAME}`);
      await editor.errors(page).first().waitFor({ state: "attached" });
      await editor.focus(page);
      await page.keyboard.press("Control+Home");
      const menu = await editor.openQuickFixes(page);
      await page.screenshot({ path: join(output, "lacking-fixes.png") });
      await menu.filter({ hasText: "Fix 1 safely, 1 in part; 2 errors are left" }).first().waitFor();
      await menu.filter({ hasText: "Complete with the id of a request and a duration…" }).first().click();
      const box = page.locator(".quick-input-widget input");
      await page.locator(".quick-input-title", { hasText: "What is the id of the request?" }).waitFor();
      await page.screenshot({ path: join(output, "lacking-id.png") });
      await box.fill("93d5e8f1-2b7c-4c19-a6d4-1e0f5b8c7a36");
      await page.keyboard.press("Enter");
      await page.locator(".quick-input-title", { hasText: "How long did the agent run" }).waitFor();
      await box.fill("42.5");
      await page.keyboard.press("Enter");
      await editor.expectText(page, '"duration_seconds": 42.5');
      const said = page.locator(".notification-list-item-message", {
        hasText: "1 finding fixed; 2 errors left",
      });
      await page.locator('[id="status.notifications"]').click();
      await said.first().waitFor();
      await idle();
      await page.screenshot({ path: join(output, "lacking-completed.png") });
    },
  },
  {
    name: "the status says that a response matches no request",
    run: async ({ page, output, open }) => {
      await open(`windows/unmatched/${NAME}`);
      await editor.file(page).first().waitFor();
      const status = page.locator('[id="status.languageStatus"]');
      const words = page.getByText("its id matches no request");
      await editor.until(async () => {
        await page.mouse.move(5, 5);
        await status.hover();
        return words
          .first()
          .waitFor({ timeout: 3000 })
          .then(
            () => true,
            () => false,
          );
      }, "the status");
      await page.screenshot({ path: join(output, "status-unmatched.png") });
    },
  },
];
