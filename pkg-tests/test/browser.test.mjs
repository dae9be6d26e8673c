/** The package in Chromium: as a module, as a classic script, in a worker, under a strict Content-Security-Policy. */

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { after, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { launchBrowser } from "../../scripts/browser.mjs";
import { installed, load } from "../lib/consumer.mjs";
import { envelope, faultyFile } from "../lib/samples.mjs";

const STRICT = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'";
const TYPES = /** @type {Record<string, string>} */ ({
  js: "text/javascript",
  wasm: "application/wasm",
  html: "text/html; charset=utf-8",
});
const text = faultyFile("raw", 10_000);
const options = { fileName: ".agent-response.json" };
const expected = (await load()).validate(text, options);
const call = `validate(${JSON.stringify(text)}, ${JSON.stringify(options)})`;

/** Pages and scripts made for the tests; everything else comes from the installed package. */
const own = /** @type {Record<string, string>} */ ({
  "/module.html": '<!doctype html><title>t</title><script type="module" src="/module.js"></script>',
  "/module.js": `import { validate } from "/dist/index.js"; window.result = ${call};`,
  "/classic.html":
    '<!doctype html><title>t</title><script src="/dist/script/agent-response.js"></script><script src="/classic.js"></script>',
  "/classic.js": `window.result = agentResponse.${call};`,
  "/slim.html": '<!doctype html><title>t</title><script type="module" src="/slim.js"></script>',
  "/slim.js": `import { init, validate } from "/dist/slim.js"; await init("/dist/agent-response.wasm"); window.result = ${call};`,
  "/worker.html": '<!doctype html><title>t</title><script src="/start-worker.js"></script>',
  "/start-worker.js":
    'new Worker("/worker.js", { type: "module" }).onmessage = (it) => { window.result = it.data; };',
  "/worker.js": `import { validate } from "/dist/index.js"; postMessage(${call});`,
  "/closed.html": '<!doctype html><title>t</title><script type="module" src="/closed.js"></script>',
  "/closed.js": `import { validate } from "/dist/index.js"; try { ${call} } catch (error) { window.result = error.message; }`,
});

const server = createServer((request, response) => {
  const path = new URL(request.url ?? "/", "http://localhost").pathname;
  const body = own[path] ?? (path.startsWith("/dist/") ? readFileSync(installed(path)) : undefined);
  const closed = path.startsWith("/closed");
  const policy = closed
    ? "default-src 'none'; script-src 'self'"
    : `${STRICT}${/slim|worker/.test(path) ? "; connect-src 'self'; worker-src 'self'" : ""}`;
  const type = TYPES[path.split(".").at(-1) ?? ""] ?? "text/plain";
  response
    .writeHead(body === undefined ? 404 : 200, { "content-type": type, "content-security-policy": policy })
    .end(body);
});
await new Promise((resolve) => server.listen(0, "127.0.0.1", () => resolve(undefined)));
const { port } = /** @type {import("node:net").AddressInfo} */ (server.address());
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
  await page.goto(`http://127.0.0.1:${port}${path}`);
  // Playwright's own waiting functions compile text in the page, which the policy forbids.
  let result = await page.evaluate("window.result");
  for (let left = 200; result === undefined && left > 0; left--) {
    await sleep(50);
    result = await page.evaluate("window.result");
  }
  await page.close();
  return { result, troubles };
}

for (const name of ["module", "classic", "slim", "worker"]) {
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
  await page.goto(`http://127.0.0.1:${port}/module.html`);
  const large = envelope(JSON.stringify({ note: "é🙂\n".repeat(1e5) }));
  const source = `import("/dist/index.js").then((ar) => ar.validate(${JSON.stringify(large)}))`;
  assert.deepEqual(await page.evaluate(source), (await load()).validate(large));
  await page.close();
});
