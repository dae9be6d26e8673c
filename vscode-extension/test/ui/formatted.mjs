// A payload on one line: formatted beside its file, and as it is written.
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
];
