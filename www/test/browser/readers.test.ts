import assert from "node:assert/strict";
import { faults } from "../axe.ts";
import { pick, sample, set, shot } from "../main-page.ts";
import { pageTest } from "../site.ts";
import { idle, write } from "../support.ts";

pageTest(
  "a line above the findings says what the program does, and opens to the other one",
  async ({ page }) => {
    const [box, line, other] = [
      page.locator("#readers"),
      page.locator("#readers summary"),
      page.locator("#readers li"),
    ];
    await pick(page, "A good one");
    await idle(page);
    const reads = "reads 3 sections and 13 boundary rules, and deletes the file";
    assert.equal(await line.textContent(), `The agent bridge ${reads}`);
    assert.equal(await other.isVisible(), false);
    await line.click();
    assert.equal(await other.textContent(), `The loader of the specification ${reads}`);
    assert.deepEqual(await faults(page), []);
    await shot(page, "readers");
    await write(page, sample("good").replace('"request_id"', '"<b>\u202e"'));
    await idle(page);
    assert.equal(await line.locator("b").count(), 0);
    const words =
      "Invalid response format: AgentResponse.__init__() got an unexpected keyword argument '<b>\\u{202e}'";
    assert.equal(await line.textContent(), `The agent bridge refuses it: ${words}`);
    assert.match((await box.getAttribute("class")) ?? "", /error/);
    assert.equal(await other.isVisible(), true);
    assert.deepEqual(await faults(page), []);
  },
);

pageTest("what today's program refuses is not ready", async ({ page }) => {
  const title = page.locator("#ready-title");
  await write(page, sample("good"));
  await set(page, { name: ".agent-response-phase8.json" });
  await idle(page);
  assert.equal(await title.textContent(), "Ready.");
  const payload = { sections: ["boundaries", "title"], boundaries: "## Boundaries\n\n- a", title: "# T" };
  const refused = { ...JSON.parse(sample("good")), response: JSON.stringify(payload) };
  await write(page, JSON.stringify(refused, null, 2));
  await idle(page);
  assert.equal(await title.textContent(), "Valid, but refused.");
  const note = (await page.locator("#ready-note").textContent()) ?? "";
  assert.equal(note, "The rules allow this file; the agent bridge does not, for the reason below.");
  await shot(page, "refused");
  assert.deepEqual(await faults(page), []);
  await write(page, sample("good"));
  await idle(page);
  assert.equal(await title.textContent(), "Ready.");
});

pageTest("what no program reads has no such line, and the bytes of a file count", async ({ page }) => {
  const box = page.locator("#readers");
  await write(page, "{}");
  await idle(page);
  assert.equal(await box.isVisible(), false);
  await set(page, { name: ".agent-response.json" });
  await idle(page);
  assert.equal(await box.isVisible(), true);
  const buffer = Buffer.concat([Buffer.from(sample("good")), Buffer.of(0xff)]);
  await page.setInputFiles("#file-input", { name: ".agent-response-phase8.json", mimeType: "", buffer });
  await idle(page);
  assert.match((await box.textContent()) ?? "", /'utf-8' codec can't decode byte 0xff in position \d+/);
  await page.click("#more-file");
  await page.click("#clear-button");
  await idle(page);
  assert.equal(await box.isVisible(), false);
});
