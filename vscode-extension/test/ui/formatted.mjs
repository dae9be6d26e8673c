// A payload on one line: formatted beside its file, as it is written, and in the comparison with the fixed file.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import * as editor from "./editor.mjs";

const NAME = ".agent-response-phase7.json";

const story = (name, folder, run) => ({
  name,
  run: async (window) => {
    const { page, workspace, output } = window;
    const path = `windows/${folder}/${NAME}`;
    const file = join(workspace, path);
    await window.open(path);
    const shot = (it) => page.screenshot({ path: join(output, `${it}.png`) });
    await run({ ...window, file, text: readFileSync(file, "utf8"), shot });
  },
});

const lineWith = (editor, text) => editor.locator(".view-line", { hasText: text }).first();

export const FORMATTED = [
  story("the status bar shows where the cursor is, at each level of encoding", "place", async (it) => {
    const { page, shot } = it;
    const item = page.locator('[id$="agentResponse.place"]');
    const shows = (text) => item.filter({ hasText: text }).waitFor();
    await editor.errors(page).first().waitFor({ state: "attached" });
    await editor.focus(page);
    await page.keyboard.press("Control+End");
    await item.waitFor({ state: "hidden" });
    const payload = editor.payload(page, "response.json");
    await page.locator(".codelens-decoration a", { hasText: "Open payload" }).click();
    await lineWith(payload, /^\s*"boundaries":/).click();
    await shows(/^\/response\/boundaries · formatted \d+:\d+ · file 5:\d+ · escaped twice$/);
    await item.hover();
    await page.locator(".monaco-hover", { hasText: /· payload 1:\d+ · section \d+:\d+/ }).waitFor();
    await shot("place");
    await editor.focus(page);
    await editor.focused(editor.file(page));
    await shows(/^\/response\/boundaries · section \d+:\d+ · escaped twice$/);
    await page.keyboard.press("Control+Home");
    await item.waitFor({ state: "hidden" });
  }),

  story(
    "a payload on one line opens formatted, and what is typed is all that changes",
    "formatted",
    async (it) => {
      const { page, idle, file, text, shot } = it;
      const payload = editor.payload(page, "response.json");
      await page.locator(".codelens-decoration a", { hasText: "Open payload" }).click();
      await lineWith(payload, /^\s*"boundaries":/).waitFor();
      await payload.locator(".squiggly-error, .squiggly-warning").first().waitFor({ state: "attached" });
      await shot("formatted");
      await idle();
      await lineWith(payload, /^\s*"sections":/).click();
      await editor.focused(payload);
      await page.keyboard.press("End");
      await page.keyboard.press("Enter");
      await page.keyboard.type('"more": [1, 2],');
      await idle();
      await page.keyboard.press("Control+KeyS");
      await page.locator(".tab.dirty").first().waitFor({ state: "detached" });
      await shot("formatted-typed");
      const [before, after] = [text, readFileSync(file, "utf8")].map((it) => JSON.parse(it).response);
      const expected = before.replace('"limits"],', '"limits"],"more":[1,2],');
      if (after !== expected) throw new Error(`saved: ${after}`);
      const rest = (it) => it.replace(/"response": .*/, "");
      if (rest(readFileSync(file, "utf8")) !== rest(text)) throw new Error("something else changed too");
      await page.locator(".editor-actions .action-label[aria-label^='Show Payload as Written']").click();
      await lineWith(payload, '"limits"],"more":[1,2],"quick_start"').waitFor();
      await idle();
      await shot("as-written");
      await page.locator(".editor-actions .action-label[aria-label^='Show Payload Formatted']").click();
      await lineWith(payload, /^\s*"more":/).waitFor();
    },
  ),

  story("the comparison with the fixed file shows the payload decoded", "compared", async (it) => {
    const { page, idle, file, shot } = it;
    await editor.errors(page).first().waitFor({ state: "attached" });
    await editor.focus(page);
    await editor.command(page, "Agent Response: Preview Fix All");
    const diff = page.locator(".monaco-diff-editor");
    await diff.locator(".line-insert").first().waitFor({ state: "attached" });
    await diff.locator(".view-line", { hasText: "a string, decoded" }).first().waitFor();
    await shot("compared");
    await page.locator(".editor-actions .action-label[aria-label^='Compare as Written']").click();
    await diff.locator(".view-line", { hasText: String.raw`\"quick_start\"` }).first().waitFor();
    await shot("compared-as-written");
    await page.locator(".editor-actions .action-label[aria-label^='Apply']").click();
    await page.locator(".tab.dirty").first().waitFor();
    await editor.focused(editor.file(page));
    await idle();
    await page.keyboard.press("Control+KeyS");
    await editor.until(() => {
      const { response } = JSON.parse(readFileSync(file, "utf8"));
      return response.includes('", "boundaries":') || response.includes('","boundaries":');
    }, "the fixed file");
  }),
];
