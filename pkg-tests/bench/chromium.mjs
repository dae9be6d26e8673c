/** The same files in Chromium, from a string on the main thread. */

import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { launchBrowser } from "../../scripts/browser.mjs";
import { installed } from "../lib/consumer.mjs";
import { validFile } from "../lib/samples.mjs";
import { sizeName } from "./sections.mjs";

const KINDS = /** @type {const} */ (["ascii", "raw", "meta"]);
const SIZES = [1e3, 1e4, 1e5, 1e6, 1e7];
const HEADERS = {
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-embedder-policy": "require-corp",
};

/** Yields rows of ratios to the time for parsing both levels: medians of alternating rounds. */
export async function* chromium() {
  const server = createServer((request, response) => {
    const path = new URL(request.url ?? "/", "http://localhost").pathname;
    if (path === "/")
      return response
        .writeHead(200, { ...HEADERS, "content-type": "text/html" })
        .end("<!doctype html><title>t</title>");
    if (path === "/browser.js") {
      return response
        .writeHead(200, { ...HEADERS, "content-type": "text/javascript" })
        .end(readFileSync(installed("dist/index.js")));
    }
    const [, kind, size] = path.split("/");
    return response.writeHead(200, HEADERS).end(validFile(/** @type {"ascii"} */ (kind), Number(size)));
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", () => resolve(undefined)));
  const { port } = /** @type {import("node:net").AddressInfo} */ (server.address());
  const browser = await launchBrowser();
  const page = await browser.newPage();
  await page.goto(`http://127.0.0.1:${port}/`);
  for (const kind of KINDS) {
    for (const size of SIZES) {
      const { ratio, own, unit } = await page.evaluate(inPage, {
        path: `/${kind}/${size}`,
        rounds: size > 1e6 ? 5 : 11,
      });
      const note = `${own.toFixed(1)} µs, json2 ${unit.toFixed(1)} µs`;
      yield {
        name: `Chromium, valid ${kind} ${sizeName(size)}`,
        value: ratio,
        unit: "× json2",
        most: 2,
        note,
      };
    }
  }
  await browser.close();
  server.close();
}

/** Runs in the page; cannot use anything outside. */
async function inPage(/** @type {{ path: string, rounds: number }} */ { path, rounds }) {
  const address = "/browser.js";
  const { validate } = await import(address);
  const text = await (await fetch(path)).text();
  let sink = 0;
  const json2 = () => {
    const value = JSON.parse(text);
    sink += JSON.parse(value.response) ? 1 : 0;
  };
  const own = () => {
    sink += validate(text, { format: "agent-response" }).diagnostics.length;
  };
  const sample = (/** @type {() => void} */ run, /** @type {number} */ calls) => {
    const start = performance.now();
    for (let left = calls; left > 0; left--) run();
    return ((performance.now() - start) * 1000) / calls;
  };
  const warm = (/** @type {() => void} */ run) => {
    const until = performance.now() + 60;
    let calls = 0;
    while (performance.now() < until || calls < 2) {
      run();
      calls++;
    }
    return Math.max(1, Math.ceil(3000 / Math.max(0.2, Math.min(sample(run, 1), sample(run, 10)))));
  };
  const median = (/** @type {number[]} */ all) => all.sort((a, b) => a - b)[all.length >> 1] ?? Number.NaN;
  const counts = [warm(json2), warm(own)];
  /** @type {[number[], number[], number[]]} */
  const [units, owns, ratios] = [[], [], []];
  for (let round = 0; round < rounds; round++) {
    const unit = sample(json2, counts[0] ?? 1);
    const mine = sample(own, counts[1] ?? 1);
    units.push(unit);
    owns.push(mine);
    ratios.push(mine / unit);
  }
  return { ratio: median(ratios), own: median(owns), unit: median(units), sink };
}
