// A JSON Schema for the user's own payloads.
import assert from "node:assert/strict";
import type { Page } from "playwright-core";
import { faults } from "../axe.ts";
import { codes, marked, row, sample, shot } from "../main-page.ts";
import { pageTest } from "../site.ts";
import { file, idle, notice, textOf } from "../support.ts";

const SCHEMA = {
  $schema: "https://json-schema.org/draft/2020-12/schema",
  type: "object",
  required: ["title", "score"],
  additionalProperties: false,
  properties: {
    title: { type: "string", description: "What the review is called." },
    score: { $ref: "score.schema.json", description: "From 0 to 10." },
  },
};
const SCORE = { type: "number", maximum: 10 };

const envelope = (payload: unknown): string =>
  JSON.stringify({ ...JSON.parse(sample("good")), response: JSON.stringify(payload) }, null, 2);

type Files = Record<string, unknown>;

/** Opens files as the browser's dialog provides them. */
async function give(page: Page, files: Files, input = "#file-input"): Promise<void> {
  await page.setInputFiles(
    input,
    Object.entries(files).map(([name, it]) => ({
      name,
      mimeType: "application/json",
      buffer: Buffer.from(typeof it === "string" ? it : JSON.stringify(it)),
    })),
  );
  await idle(page);
}

/** Drops files on the page, as a user does. */
async function drop(page: Page, files: Files): Promise<void> {
  const transfer = await page.evaluateHandle(
    (all) => {
      const made = new DataTransfer();
      for (const [name, text] of all) made.items.add(new File([text], name, { type: "application/json" }));
      return made;
    },
    Object.entries(files).map(([name, it]): [string, string] => [
      name,
      typeof it === "string" ? it : JSON.stringify(it),
    ]),
  );
  await page.dispatchEvent("body", "drop", { dataTransfer: transfer });
  await idle(page);
}

const bar = (page: Page) => page.locator("#schema-bar");
const said = async (page: Page, text: RegExp): Promise<void> => assert.match(await notice(page), text);

pageTest(
  "a schema that is dropped with a response judges its payload, and stays until it is removed",
  async ({ page }) => {
    const text = envelope({ score: 11, tittle: "Review" });
    await drop(page, {
      "x.agent-response.json": text,
      "score.schema.json": SCORE,
      "review.schema.json": SCHEMA,
    });
    await said(page, /compared with review\.schema\.json/);
    assert.match((await bar(page).textContent()) ?? "", /Compared with review\.schema\.json/);
    // The response is the open file; a schema never is.
    assert.equal(await textOf(page, "file"), text);
    assert.equal(await page.locator("#files").isVisible(), false);
    assert.deepEqual((await codes(page)).filter((it) => it === "payload-schema").length, 2);
    const score = row(page, "payload-schema").filter({ hasText: "expected at most 10" });
    const id = Number(await score.getAttribute("data-id"));
    assert.equal(await marked(page, "file", id), "11");
    assert.equal(await marked(page, "payload", id), "11");
    await shot(page, "schema");
    assert.deepEqual(await faults(page), []);

    // What was probably meant can be chosen.
    const key = row(page, "payload-schema").filter({ hasText: "tittle" });
    await key.locator(".fix").first().click();
    await key.waitFor({ state: "detached" });
    assert.equal(await textOf(page, "file"), text.replace("tittle", "title"));

    // Both panes say what a key is for.
    await page.locator("#payload-editor .cm-line", { hasText: "title" }).hover({ position: { x: 40, y: 6 } });
    await page.locator(".cards .card.about", { hasText: "What the review is called." }).waitFor();
    await page.mouse.move(0, 0);

    // Another file is compared with the schema too, even after a reload.
    await give(page, { "y.agent-response.json": envelope({ title: 1, score: 1 }) });
    await row(page, "payload-schema")
      .filter({ hasText: "`title` must be a string".replaceAll("`", "") })
      .waitFor();
    await page.reload();
    await idle(page);
    await row(page, "payload-schema").waitFor();
    assert.equal(await page.locator("#schema-name").textContent(), "review.schema.json");
    await page.click("#schema-remove");
    await row(page, "payload-schema").waitFor({ state: "detached" });
    assert.equal(await bar(page).isVisible(), false);
    await page.reload();
    await idle(page);
    assert.equal(await bar(page).isVisible(), false);
    assert.ok(!(await codes(page)).includes("payload-schema"));
  },
);

pageTest("the schema offers members and values while the payload is typed", async ({ page }) => {
  await give(page, {
    "x.agent-response.json": envelope({ title: "x" }),
    "any.json": {
      type: "object",
      properties: { title: {}, mood: { enum: ["calm", "tense"], description: "How it reads." } },
    },
  });
  await said(page, /compared with any\.json/);
  await file(page).click();
  const at = (await textOf(page, "file")).indexOf('\\"x\\"') + 5;
  await page.locator("#payload-editor .cm-content").click();
  assert.ok(at > 5);
  await page.locator("#payload-editor .cm-line", { hasText: "title" }).click();
  await page.keyboard.press("End");
  await page.keyboard.type(",");
  await page.keyboard.press("Enter");
  await page.keyboard.press("Control+Space");
  await page.locator("[role=listbox] [role=option]", { hasText: "mood" }).first().click();
  assert.match(await textOf(page, "file"), /\\"mood\\": ?\\"/);
});

pageTest("what is no schema is named, and changes nothing", async ({ page }) => {
  await give(page, { "x.agent-response.json": envelope({ a: 1 }) });
  await page.locator("#payload-editor .cm-line").first().waitFor();
  for (const [content, words] of [
    ["{", /bad\.schema\.json is not JSON/],
    ["[]", /bad\.schema\.json .*JSON Schema/],
    ['{"type": "text"}', /bad\.schema\.json .*type/],
    ['{"$ref": "other.json"}', /bad\.schema\.json refers to .*other\.json.* is not here/],
    ['{"$ref": "#/nowhere"}', /bad\.schema\.json has a reference that leads nowhere/],
  ] as const) {
    await give(page, { "bad.schema.json": content });
    await said(page, words);
    assert.equal(await bar(page).isVisible(), false);
  }
  assert.equal(await textOf(page, "file"), envelope({ a: 1 }));
  // The settings take any file.
  await page.click("#settings-button");
  await page.locator("#schema-button").waitFor();
  await give(page, { "mine.json": '{"required": ["b"]}' }, "#schema-input");
  await row(page, "payload-schema").filter({ hasText: "Missing b" }).waitFor();
  assert.equal(await page.locator("#schema-button").textContent(), "Replace");
  // A replacement that is not a schema leaves the old one in place.
  await give(page, { "bad.schema.json": "{" });
  await said(page, /is not JSON/);
  assert.equal(await page.locator("#schema-name").textContent(), "mine.json");
});
