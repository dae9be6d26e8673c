/** The main page: what is pasted, found, fixed, typed and shared. */
import assert from "node:assert/strict";
import { decode } from "../../src/adapters/share.ts";
import { faults } from "../axe.ts";
import { sample } from "../main-page.ts";
import { codes, fileOf, idle, paste, pick, type Test, underlines } from "./site.ts";

export function testPage(test: Test): void {
  test("errors, warnings and violations of the policy are noticed", async ({ driver, open }) => {
    await open();
    await driver.evaluate(() => {
      console.warn("one");
      document.body.append(Object.assign(new Image(), { src: "https://example.com/two" }));
      dispatchEvent(new ErrorEvent("error", { message: "three" }));
    });
    await driver.until(() => /policy/.test(sessionStorage.getItem("complaints") ?? ""));
    const noticed = await driver.evaluate(() => sessionStorage.getItem("complaints"));
    for (const it of [/^warn: one$/m, /^policy: img-src https:/m, /^error: three$/m])
      assert.match(noticed ?? "", it);
    await driver.evaluate(() => sessionStorage.removeItem("complaints"));
  });

  test("a pasted file is checked, marked and fixed", async ({ driver, open }) => {
    await open();
    const text = sample("broken-payload");
    await paste(driver, text);
    assert.equal(await fileOf(driver), text);
    assert.deepEqual((await codes(driver)).sort(), ["missing-comma", "trailing-comma"]);
    const errors = await underlines(
      driver,
      "#file-editor .cm-finding-error, #payload-editor .cm-finding-error",
    );
    assert.deepEqual(errors, ["underline wavy"]);
    assert.deepEqual(await faults(driver), []);
    await driver.click("#fix-all-button");
    await idle(driver);
    assert.deepEqual(await codes(driver), []);
    const [verdict] = await driver.texts("#verdict");
    assert.match(verdict ?? "", /Valid/);
    JSON.parse(JSON.parse(await fileOf(driver)).response);
    await driver.click("#undo-button");
    await idle(driver);
    assert.equal(await fileOf(driver), text);
  });

  test("every kind of mark can be seen", async ({ driver, open }) => {
    await open();
    assert.deepEqual(await underlines(driver, ".show mark"), ["underline wavy"]);
    assert.deepEqual(await faults(driver), []);
    await paste(driver, '{"status": "a", "status": "b"}');
    assert.deepEqual(await underlines(driver, ".related"), ["underline dotted"]);
    await paste(driver, sample("boundaries"));
    const all = await underlines(driver, ".cm-finding");
    assert.deepEqual(all.sort(), ["underline dashed", "underline dotted", "underline wavy"]);
  });

  test("what is typed in the payload changes the file, and only there", async ({ driver, open }) => {
    await open();
    await pick(driver, "A good one");
    const before = sample("good");
    const { response } = JSON.parse(before);
    const [first = ""] = await driver.texts("#payload-editor .cm-line");
    assert.equal(first, "{");
    await driver.focus("#payload-editor .cm-content");
    await driver.press("Control+Home");
    await driver.press("ArrowRight");
    await driver.type('"é🙂": 1,');
    await idle(driver);
    const typed = await fileOf(driver);
    assert.equal(JSON.parse(JSON.parse(typed).response)["é🙂"], 1);
    for (let n = 0; n < 20 && (await fileOf(driver)) !== before; n += 1) await driver.press("Control+z");
    assert.equal(await fileOf(driver), before);
    await driver.click("#payload-tabs [role=tab]", "Raw");
    await idle(driver);
    assert.equal((await driver.texts("#payload-editor .cm-line")).join("\n"), response);
    await driver.click("#payload-tabs [role=tab]", "boundaries");
    await idle(driver);
    await driver.focus("#payload-editor .cm-content");
    await driver.press("Control+Home");
    await driver.type("# New");
    await driver.press("Enter");
    await idle(driver);
    assert.match(JSON.parse(JSON.parse(await fileOf(driver)).response).boundaries, /^# New\n## Boundaries/);
    await driver.click("#preview-button");
    await driver.see("#preview li");
    assert.deepEqual(await faults(driver), []);
  });

  test("a link holds the file, and opens it", async ({ driver, open, url }) => {
    await open();
    const text = sample("broken-payload");
    await paste(driver, text);
    await driver.click("#share-button");
    await idle(driver);
    assert.deepEqual(await faults(driver), []);
    const link = await driver.evaluate(
      () => document.querySelector<HTMLInputElement>("#share-link")?.value ?? "",
    );
    assert.ok(link.startsWith(`${url}#s=`));
    assert.equal((await decode(new URL(link).hash))?.text, text);
    await driver.press("Escape");
    await driver.click("#more-file");
    await driver.click("#clear-button");
    await idle(driver);
    assert.equal(await fileOf(driver), "");
    await driver.goto("about:blank");
    await driver.goto(link);
    await idle(driver);
    assert.equal(await fileOf(driver), text);
    // What is copied with the button can be pasted.
    await driver.click("#copy-button");
    await driver.focus("#payload-editor .cm-content");
    await driver.click("#more-file");
    await driver.click("#clear-button");
    await driver.focus("#file-editor .cm-content");
    await driver.press("Control+v");
    await idle(driver);
    assert.equal(await fileOf(driver), text);
    // A reload keeps the file.
    await driver.reload();
    await idle(driver);
    assert.equal(await fileOf(driver), text);
  });
}
