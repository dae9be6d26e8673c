/** What is around the main page: the service worker, the worker in the background, and what is requested. */
import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sample } from "../main-page.ts";
import { built } from "../support.ts";
import type { Driver } from "./driver.ts";
import { codes, fileOf, idle, paste, pick, type Seat, type Test } from "./site.ts";

const controlled = (driver: Driver): Promise<void> =>
  driver.until(() => navigator.serviceWorker.controller !== null);

const version = async (driver: Driver): Promise<string> => (await driver.texts("#version")).join();

/** The page with a script that runs before its own. */
const after =
  (script: () => void) =>
  async (file: string): Promise<Buffer | string> =>
    file === "/theme.js" ? `(${script})();\n${await built(file)}` : built(file);

export function testAround(test: Test): void {
  test("the page works when nothing answers", async ({ driver, open, close }) => {
    await open();
    await controlled(driver);
    await close();
    await driver.reload();
    await idle(driver);
    await pick(driver, "instead of response");
    assert.deepEqual(await codes(driver), ["misnamed-field"]);
    await driver.click("#findings a.code", "misnamed-field");
    await driver.see("#rule-dialog[open] #rule-body .summary");
  });

  test(
    "a first visit offers no new version, even while the page is busy",
    async ({ driver, open }) => {
      await open();
      await controlled(driver);
      await idle(driver);
      assert.doesNotMatch(await version(driver), /new version/);
    },
    after(() => {
      const work = (): void => {
        for (const end = performance.now() + 700; performance.now() < end; );
        if (navigator.serviceWorker.controller === null) setTimeout(work);
      };
      addEventListener("load", work);
    }),
  );

  let isNew = false;
  test(
    "a new version is offered and loaded, and the file stays",
    async ({ driver, open }) => {
      isNew = false;
      await open();
      await controlled(driver);
      await paste(driver, sample("wrong-name"));
      isNew = true;
      await driver.evaluate(async () => void (await (await navigator.serviceWorker.ready).update()));
      await driver.see("#version", "There is a new version");
      await driver.click("#update-button");
      await driver.see("#version", "0.1.09");
      await idle(driver);
      assert.equal(await fileOf(driver), sample("wrong-name"));
    },
    async (file) =>
      isNew && /^\/(?:sw\.js|index\.html)?$/.test(file)
        ? (await built(file)).toString().replace(/(agent-response )([0-9a-f.]+)/g, "$1$29")
        : built(file),
  );

  const asked: string[] = [];
  test(
    "the page requests each of its files once",
    async ({ driver, open }) => {
      await open();
      await pick(driver, "A broken payload");
      const assets = asked.filter((it) => it.startsWith("/assets/")).sort();
      assert.ok(assets.some((it) => it.endsWith(".wasm")));
      assert.deepEqual(assets, [...new Set(assets)]);
    },
    async (file) => {
      asked.push(file);
      // What a service worker requests is requested again, unless the server allows the browser to keep it.
      if (file === "/sw.js") throw new Error("there is no service worker");
      return built(file);
    },
  );

  test("the worker makes texts for models and compares schemas", async ({ driver, open }) => {
    await open();
    await pick(driver, "A broken payload");
    await driver.click("#prompt-tab");
    await idle(driver);
    assert.match((await driver.texts("#output")).join(), /missing-comma/);
    await choose(driver, { "x.agent-response.json": sample("good"), "a.schema.json": '{"type": "null"}' });
    assert.match((await driver.texts("#schema-bar")).join(), /Compared with a\.schema\.json/);
    await driver.click("#findings-tab");
    assert.deepEqual(await codes(driver), ["payload-schema"]);
  });

  const late = after(() => {
    const { setTimeout } = window;
    const sooner = (act: () => void, delay?: number, ...given: unknown[]): unknown =>
      setTimeout(act, delay === 10_000 ? 1000 : delay, ...given);
    const running = new BroadcastChannel("running");
    running.onmessage = () => Object.assign(window, { hasRun: true });
    Object.assign(window, { setTimeout: sooner, running });
  });
  for (const [what, act] of Object.entries(LATE))
    test(`a worker that takes too long over ${what} is ended`, act, async (file) =>
      /\/background-[\w-]+\.js$/.test(file) ? `(${endless})();` : late(file),
    );
}

/** A worker that never answers. It says that it runs, and holds a lock as long as it does. */
function endless(): void {
  addEventListener("message", () => {
    void navigator.locks.request("running", () => {
      new BroadcastChannel("running").postMessage(true);
      for (;;);
    });
  });
}

const LATE: Record<string, (seat: Seat) => Promise<void>> = {
  async "a text for a model"({ driver, open }) {
    await open();
    await pick(driver, "A broken payload");
    await driver.click("#prompt-tab");
    await running(driver);
    await driver.see("#output", "This text could not be made: it takes longer than 10 seconds.");
    await ended(driver);
  },
  async "a schema"({ driver, open }) {
    await open();
    const chosen = choose(driver, { "x.agent-response.json": sample("good"), "slow.schema.json": "{}" });
    await running(driver);
    await chosen;
    await driver.see("#notice", "slow.schema.json takes longer than 10 seconds");
    await ended(driver);
    assert.deepEqual(await driver.texts("#schema-bar"), []);
  },
};

/** Waits until the worker runs, or has run: it does for no longer than a second. */
const running = (driver: Driver): Promise<void> => driver.until(() => "hasRun" in window);

/** Waits until nobody holds the lock. */
const ended = (driver: Driver): Promise<boolean> =>
  driver.evaluate(() => navigator.locks.request("running", () => true));

/** Opens files from the disk. */
async function choose(driver: Driver, files: Record<string, string>): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "agent-response-chosen-"));
  const paths = Object.entries(files).map(([name, text]) => {
    writeFileSync(join(folder, name), text);
    return join(folder, name);
  });
  await driver.choose("#file-input", paths);
  await idle(driver);
  rmSync(folder, { recursive: true });
}
