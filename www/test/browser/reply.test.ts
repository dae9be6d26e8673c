// The model's reply to the prompt: looked at on a copy, then accepted or refused.
import assert from "node:assert/strict";
import { fix } from "agent-response/editor";
import type { Page } from "playwright-core";
import { faults, fitsIn } from "../axe.ts";
import { pick, row, sample, shot, valid } from "../main-page.ts";
import { pageTest } from "../site.ts";
import { idle, notice, textOf } from "../support.ts";

const broken = sample("broken-payload");
const repaired = fix(broken, { suggestions: true }).text;

/** Pastes a reply to the prompt for a sample. */
async function replied(page: Page, reply: string): Promise<void> {
  await pick(page, "A broken payload");
  await page.click("#prompt-tab");
  await page.getByRole("button", { name: "Paste the reply" }).click();
  await page.keyboard.insertText(reply);
  await idle(page);
}
const outcome = async (page: Page): Promise<string> =>
  (await page.locator("#reply-outcome").textContent()) ?? "";

pageTest("a reply that does what was asked is accepted, and undone as one step", async ({ page }) => {
  await replied(page, `Here it is:\n\n\`\`\`json\n${repaired}\`\`\`\n`);
  assert.match(await outcome(page), /^5 hints after the reply; 2 errors, 5 hints before/);
  assert.match(await outcome(page), /Nothing was changed beyond what was asked\.$/);
  const accept = page.locator("#reply-accept");
  assert.deepEqual([await accept.textContent(), await accept.getAttribute("class")], ["Accept", "primary"]);
  // Nothing changes before.
  assert.equal(await textOf(page, "file"), broken);
  await accept.click();
  await valid(page);
  assert.equal(await page.locator("#findings-tab").getAttribute("aria-selected"), "true");
  await page.locator("#notice").getByRole("button", { name: "Undo" }).click();
  assert.equal(await textOf(page, "file"), broken);
  await page.click("#redo-button");
  assert.equal(await textOf(page, "file"), repaired);
  await page.click("#prompt-tab");
  await page.click("#reply-button");
  assert.equal(await page.inputValue("#reply-text"), "");
});

pageTest("what a reply changes beyond that is shown, and refused", async ({ page }) => {
  await replied(
    page,
    repaired
      .replace("handles run out", "handles leak")
      .replace(/"metadata": \{\}/, '"metadata": {"by": "me"}'),
  );
  const changes = page.locator("#reply-outcome .changes li");
  assert.deepEqual(await changes.locator("code").allTextContents(), ["/response/boundaries", "/metadata/by"]);
  assert.deepEqual(await changes.locator("del").allTextContents(), ["run out"]);
  assert.deepEqual(await changes.locator("ins").allTextContents(), ["leak", "me"]);
  const accept = page.locator("#reply-accept");
  assert.deepEqual([await accept.textContent(), await accept.getAttribute("class")], ["Accept anyway", ""]);
  assert.deepEqual(await faults(page), []);
  await shot(page, "reply");
  const reply = await page.inputValue("#reply-text");
  await page.keyboard.press("Escape");
  await page.click("#reply-button");
  assert.equal(await page.inputValue("#reply-text"), reply);
  assert.deepEqual(await changes.locator("ins").allTextContents(), ["leak", "me"]);
  await page.getByRole("button", { name: "Refuse" }).click();
  assert.equal(await textOf(page, "file"), broken);
  await row(page, "missing-comma").waitFor({ state: "attached" });
});

pageTest("what was asked is accepted without the rest, and checked again", async ({ page }) => {
  const part = page.getByRole("button", { name: "Accept only what was asked" });
  await replied(page, repaired);
  assert.ok(!(await part.isVisible()));
  const asked = repaired.replace('"metadata": {}', '"metadata": { }');
  await page.fill("#reply-text", asked.replace("handles run out", "handles leak").replace("38.4", '"soon"'));
  assert.match(
    await outcome(page),
    /^1 error, 5 hints after the reply; [\s\S]*5 hints without these changes$/,
  );
  assert.deepEqual(await faults(page), []);
  await shot(page, "reply-part");
  await page.setViewportSize({ width: 390, height: 800 });
  assert.ok(await fitsIn(page));
  const refuse = await page.getByRole("button", { name: "Refuse" }).boundingBox();
  assert.ok(refuse !== null && refuse.x > 16, `${refuse?.x}`);
  await shot(page, "reply-part-narrow");
  await part.click();
  await valid(page);
  assert.equal(await textOf(page, "file"), asked);
  await page.click("#undo-button");
  assert.equal(await textOf(page, "file"), broken);
});

pageTest("edits are made where their text occurs, and the others are named", async ({ page }) => {
  const edits = '- \\"boundaries\\", ],\n+ \\"boundaries\\" ],\n\n- nowhere\n+ x\n';
  await replied(page, edits);
  assert.match(await outcome(page), /^1 error, 5 hints after/);
  assert.match(
    await outcome(page),
    /1 of 2 edits was not made: the text does not occur once in the filenowhere/,
  );
  await page.click("#reply-accept");
  assert.match(await notice(page), /The reply is in the editor/);
  assert.equal(await textOf(page, "file"), broken.replace('\\"boundaries\\", ]', '\\"boundaries\\" ]'));
});

pageTest(
  "a reply without a file or an edit is of no use, nor is one that changes nothing",
  async ({ page }) => {
    await replied(page, "I am sorry, I cannot do that.");
    assert.equal(await outcome(page), "There is neither a file in this reply nor an edit.");
    assert.ok(await page.locator("#reply-accept").isDisabled());
    await page.fill("#reply-text", broken);
    assert.ok(await page.locator("#reply-accept").isDisabled());
    assert.ok(await fitsIn(page));
    assert.deepEqual(await faults(page), []);
    await page.keyboard.press("Escape");
    await page.click("#json-tab");
    assert.ok(!(await page.locator("#reply-button").isVisible()));
  },
  { viewport: { width: 390, height: 800 } },
);
