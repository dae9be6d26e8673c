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
