/** The package in Chromium: as a module, as a classic script, in a worker, under a strict Content-Security-Policy. */

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { launchBrowser } from "../../scripts/browser.mjs";
import { installed, load } from "../lib/consumer.mjs";
import { envelope, faultyFile } from "../lib/samples.mjs";
import { serveWays, WAYS } from "../lib/ways.mjs";

const text = faultyFile("raw", 10_000);
const options = { fileName: ".agent-response.json" };
const expected = (await load()).validate(text, options);
const call = `validate(${JSON.stringify(text)}, ${JSON.stringify(options)})`;

const server = await serveWays(call, (path) => readFileSync(installed(path)));
const browser = await launchBrowser();
after(async () => {
  await browser.close();
  server.close();
});

/** Opens a page, waits for its result, and collects what went wrong on the way. */
async function open(/** @type {string} */ path) {
  const page = await browser.newPage();
  /** @type {string[]} */
  const troubles = [];
  page.on("console", (it) => troubles.push(it.text()));
  page.on("pageerror", (it) => troubles.push(it.message));
  await page.addInitScript(
    'addEventListener("securitypolicyviolation", (it) => console.error(it.violatedDirective));',
  );
  await page.goto(`${server.url}${path}`);
  // Playwright's own waiting functions compile text in the page, which the policy forbids.
  let result = await page.evaluate("window.result");
  for (let left = 200; result === undefined && left > 0; left--) {
    await sleep(50);
    result = await page.evaluate("window.result");
  }
  await page.close();
  return { result, troubles };
}

for (const name of WAYS) {
  test(`${name}: the same report as in Node, and no violation`, async () => {
    const { result, troubles } = await open(`/${name}.html`);
    assert.deepEqual(
      troubles.filter((it) => !it.includes("favicon")),
      [],
    );
    assert.deepEqual(result, expected);
  });
}

test("where the policy allows no wasm, the error names what to allow", async () => {
  const { result } = await open("/closed.html");
  assert.match(/** @type {string} */ (result), /wasm-unsafe-eval/);
});

test("a text of 1 MB in a page", async () => {
  const page = await browser.newPage();
  await page.goto(`${server.url}/module.html`);
  const large = envelope(JSON.stringify({ note: "é🙂\n".repeat(1e5) }));
  const source = `import("/dist/index.js").then((ar) => ar.validate(${JSON.stringify(large)}))`;
  assert.deepEqual(await page.evaluate(source), (await load()).validate(large));
  await page.close();
});
