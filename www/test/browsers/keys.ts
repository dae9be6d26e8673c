/** The keyboard: where the tab key leads, what opens and closes, and the list of findings. */
import assert from "node:assert/strict";
import { validate } from "agent-response/editor";
import { faults } from "../axe.ts";
import { sample } from "../main-page.ts";
import type { Driver } from "./driver.ts";
import { codes, fileOf, idle, paste, type Test } from "./site.ts";

const isFocused = (driver: Driver, selector: string): Promise<boolean> =>
  driver.evaluate((it) => document.activeElement?.matches(it) === true, selector);
/** The id or the words of what has the focus. */
const focused = (driver: Driver): Promise<string> =>
  driver.evaluate(() => document.activeElement?.id || (document.activeElement?.textContent ?? ""));

export function testKeys(test: Test): void {
  test("the tab key goes through the toolbars in order, and back", async ({ driver, open }) => {
    await open();
    await paste(driver, sample("broken-payload"));
    const stops = await driver.all(
      ":is(header .actions, section:has(> #file-editor) > .head) :is(a, button:enabled)",
      (it) => (it.closest("[popover]") === null ? it.id || it.textContent : null),
    );
    const expected = stops.filter((it) => it !== null);
    assert.ok(
      expected.length > 9 && expected.includes("Rules") && expected.includes("more-file"),
      `${expected}`,
    );
    await driver.focus(`#${expected[0]}`);
    const visited = [await focused(driver)];
    while (visited.length < expected.length) {
      await driver.press("Tab");
      visited.push(await focused(driver));
    }
    assert.deepEqual(visited, expected);
    await driver.press("Tab");
    assert.ok(await isFocused(driver, "#file-editor .cm-content"), await focused(driver));
    await driver.press("Shift+Tab");
    assert.equal(await focused(driver), expected.at(-1));
  });

  test("Escape closes what Enter opens, and the focus goes back", async ({ driver, open }) => {
    await open();
    await paste(driver, sample("broken-payload"));
    const opened: Record<string, string> = {
      "share-button": "#share-dialog[open]",
      "shortcuts-button": "#shortcuts-dialog[open]",
      "samples-button": "#samples:popover-open",
      "outline-button": "#outline:popover-open",
      "more-file": "#file-menu:popover-open",
      "settings-button": "#settings:popover-open",
    };
    for (const [opener, box] of Object.entries(opened)) {
      await driver.focus(`#${opener}`);
      await driver.press("Enter");
      await driver.see(box);
      await idle(driver);
      if (box === "#settings:popover-open") assert.deepEqual(await faults(driver), []);
      await driver.press("Escape");
      assert.deepEqual(await driver.all(box, (it) => it.id), [], opener);
      assert.equal(await focused(driver), opener);
    }
    await driver.press("Enter");
    await driver.focus("#rules-button");
    await driver.press("Enter");
    await driver.see("#rule-dialog[open] #rule-body li");
    assert.ok(await isFocused(driver, "#rule-dialog *"));
    await driver.press("Escape");
    assert.deepEqual(await driver.texts("#rule-dialog[open]"), []);
    assert.notEqual(await focused(driver), "");
  });

  test("arrow keys go through the findings", async ({ driver, open }) => {
    await open();
    await paste(driver, sample("boundaries"));
    const all = await codes(driver);
    assert.ok(all.length > 2, `${all}`);
    /** The number of the finding that has the focus. */
    const at = (): Promise<number> =>
      driver.evaluate(() =>
        [...document.querySelectorAll("#findings > li .main")].indexOf(document.activeElement as Element),
      );
    await driver.focus("#findings > li:first-child .main");
    const seen: number[] = [];
    for (const key of ["ArrowDown", "ArrowDown", "ArrowUp", "End", "Home"]) {
      await driver.press(key);
      seen.push(await at());
    }
    assert.deepEqual(seen, [1, 2, 1, all.length - 1, 0]);
    await driver.focus("#findings-tab");
    await driver.press("ArrowRight");
    assert.equal(await focused(driver), "ledger-tab");
    // The colors of the other theme, too.
    await driver.click("#theme-button");
    assert.deepEqual(await faults(driver, { elements: false, colors: "body" }), []);
  });

  test("everything can be reached with keys", async ({ driver, open }) => {
    const text = sample("broken-payload");
    await open();
    await paste(driver, text);
    const selection = (): Promise<string> => driver.evaluate(() => String(getSelection()));
    const found = validate(text).diagnostics.filter((it) => it.severity !== "hint");
    const [first, second] = found.map((it) => text.slice(it.from, it.to));
    await driver.press("F8");
    assert.equal(await selection(), first);
    await driver.press("F8");
    assert.equal(await selection(), second);
    await driver.press("Shift+F8");
    assert.equal(await selection(), first);
    await driver.press("Control+.");
    assert.ok(await isFocused(driver, "#findings > li .main"));
    await driver.press("ArrowDown");
    await driver.press("Enter");
    assert.ok(await isFocused(driver, "#file-editor .cm-content"));
    await driver.press("Escape");
    await driver.press("Tab");
    assert.equal(await isFocused(driver, "#file-editor .cm-content"), false);
    assert.equal(await fileOf(driver), text);
    await driver.press("F1");
    await driver.see("#shortcuts-dialog[open]");
    assert.deepEqual(await faults(driver), []);
    await driver.press("Escape");
    await driver.click("#settings-button");
    await driver.click("#rules-button");
    await driver.see("#rule-dialog[open] #rule-body li");
    assert.deepEqual(await faults(driver), []);
  });
}
