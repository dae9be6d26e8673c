/** The other forms of the checker: the element, the page in one file, the pages of rules, the package. */
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { validate } from "agent-response";
import { serveWays, WAYS } from "../../../pkg-tests/lib/ways.mjs";
import { SINGLE } from "../../build/files.ts";
import { faults } from "../axe.ts";
import { HOST } from "../element-host.ts";
import { sample } from "../main-page.ts";
import { built, DIST, ROOT } from "../support.ts";
import { codes, fileOf, idle, pick, type Test, underlines, WATCH } from "./site.ts";

const EDITOR = "agent-response-editor";

export function testElsewhere(test: Test): void {
  const text = sample("broken-payload");
  test(
    "another site with a strict policy checks and repairs with the element",
    async ({ driver, url }) => {
      await driver.goto(`${url}other.html`);
      await driver.see(`${EDITOR} >>> .verdict.error`);
      assert.deepEqual(await underlines(driver, `${EDITOR} >>> .cm-finding-error`), ["underline wavy"]);
      assert.deepEqual(await faults(driver), []);
      const value = (): Promise<unknown> =>
        driver.evaluate(() => new FormData(document.querySelector("form") ?? undefined).get("answer"));
      assert.equal(await value(), text);
      await driver.click(`${EDITOR} >>> button`, "Fix all safe (2)");
      await driver.see(`${EDITOR} >>> .verdict:not(.error)`);
      const fixed = String(await value());
      assert.ok(JSON.parse(JSON.parse(fixed).response).boundaries);
      await driver.focus(EDITOR);
      await driver.press("Control+End");
      await driver.type("x");
      await driver.see(`${EDITOR} >>> .verdict.error`);
      assert.equal(await value(), `${fixed}x`);
    },
    async (file) =>
      file === "/other.html"
        ? HOST(text, "").replace("<title>", '<script src="./watch.js"></script><title>')
        : built(file),
  );

  test("the page in one file works from the disk", async ({ driver }) => {
    const folder = mkdtempSync(join(tmpdir(), "agent-response-single-"));
    try {
      const path = join(folder, SINGLE);
      const hash = createHash("sha256").update(WATCH).digest("base64");
      const page = readFileSync(join(DIST, SINGLE), "utf8")
        .replace("script-src ", `script-src 'sha256-${hash}' `)
        .replace("<title>", () => `<script>${WATCH}</script><title>`);
      writeFileSync(path, page);
      await driver.goto(pathToFileURL(path).href);
      await idle(driver);
      await pick(driver, "A broken payload");
      assert.deepEqual(await underlines(driver, "#file-editor .cm-finding-error"), ["underline wavy"]);
      await driver.click("#prompt-tab");
      await idle(driver);
      assert.match((await driver.texts("#output")).join(), /missing-comma/);
      await driver.click("#findings-tab");
      await driver.click("#findings a.code", "missing-comma");
      await driver.see("#rule-body .summary");
      await driver.press("Escape");
      await driver.click("#fix-all-button");
      await idle(driver);
      assert.deepEqual(await codes(driver), []);
      JSON.parse(JSON.parse(await fileOf(driver)).response);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  test("an example of a rule is checked live", async ({ driver, open }) => {
    await open("rules/missing-comma.html");
    assert.deepEqual(await underlines(driver, "figure.example pre .cm-finding-error"), ["underline wavy"]);
    const [still] = await driver.all(".finds", (it) => it.querySelectorAll("li").length);
    assert.deepEqual(await faults(driver), []);
    await driver.click("figure.example:has(.finds li) .try");
    await idle(driver);
    const live = ".live >>> a.code";
    assert.deepEqual(await underlines(driver, ".live >>> .cm-finding-error"), ["underline wavy"]);
    assert.equal((await driver.texts(live)).length, still);
    await driver.click(".live >>> button", "Fix all safe");
    await driver.see(".live >>> .verdict", "Nothing to report");
    assert.deepEqual(await driver.texts(live), []);
    assert.deepEqual(await faults(driver), []);
    await driver.click(".live button", "Open as a file");
    await driver.until(() => document.querySelector("#file-editor .cm-line") !== null);
    await idle(driver);
    assert.notEqual(await fileOf(driver), "");
  });

  for (const way of WAYS)
    test(`the package gives the same report as in Node: ${way}`, async ({ driver }) => {
      const options = { fileName: ".agent-response.json" };
      const call = `validate(${JSON.stringify(text)}, ${JSON.stringify(options)})`;
      const { url, close } = await serveWays(call, (path) => readFileSync(join(ROOT, "../npm", path)));
      try {
        await driver.goto(`${url}/${way}.html`);
        await driver.until(() => "result" in window);
        const result = await driver.evaluate(() => (window as unknown as { result: unknown }).result);
        assert.deepEqual(result, JSON.parse(JSON.stringify(validate(text, options))));
      } finally {
        close();
      }
    });
}
