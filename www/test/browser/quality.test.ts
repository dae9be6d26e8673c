import assert from "node:assert/strict";
import { mkdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { gzipSync } from "node:zlib";
import type { AxeResults } from "axe-core";
import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { judge } from "../../../scripts/sizes.mjs";
import { list, ownFiles } from "../../build/files.ts";
import { encode } from "../../src/adapters/share.ts";
import { DIST, file, launch, open, ROOT, SHOTS, serve, visit } from "../support.ts";

const KB = 1024;

let server: Awaited<ReturnType<typeof serve>>;
let browser: Browser;

before(async () => {
  mkdirSync(SHOTS, { recursive: true });
  server = await serve();
  browser = await launch();
});
after(async () => {
  await browser.close();
  await server.close();
});

const AXE = readFileSync(createRequire(join(ROOT, "package.json")).resolve("axe-core/axe.min.js"), "utf8");
const sample = (id: string): string => readFileSync(join(ROOT, "src/samples", `${id}.txt`), "utf8");

async function pick(page: Page, nth: number): Promise<void> {
  await page.click("#samples-button");
  await page.locator("#samples-list button").nth(nth).click();
}

const nothing = async (): Promise<void> => undefined;
const STATES: Record<string, (page: Page) => Promise<unknown>> = {
  empty: nothing,
  "with findings": async (page) => {
    await pick(page, 3);
    await page.keyboard.press("F8");
  },
  fixed: async (page) => {
    await pick(page, 0);
    await page.click("#fix-all-button");
    await page.locator("#ledger li").waitFor();
    await page.click("#request-toggle");
  },
  "with a tooltip": async (page) => {
    await pick(page, 0);
    await page.locator("#file-editor .cm-finding").first().hover();
    await page.locator(".cards .card").waitFor();
  },
  "wrap open": async (page) => {
    await pick(page, 5);
    await page.click("#wrap-button");
    await page.selectOption("#wrap-status", "error");
  },
  "unwrap open": async (page) => {
    await pick(page, 10);
    await page.click("#unwrap-button");
  },
  "rule open": async (page) => {
    await pick(page, 0);
    await page.locator("#findings a.code").first().click();
    await page.locator("#rule-body .summary").waitFor();
  },
  "share open": (page) => page.click("#share-button"),
  "samples open": (page) => page.click("#samples-button"),
};
const SCREENS: Record<string, BrowserContextOptions> = {
  light: { colorScheme: "light" },
  dark: { colorScheme: "dark" },
  "narrow light": {
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
    deviceScaleFactor: 2,
  },
  "narrow dark": { viewport: { width: 390, height: 844 }, colorScheme: "dark" },
};

for (const [screen, options] of Object.entries(SCREENS)) {
  test(`axe finds nothing: ${screen}`, async (t) => {
    const { page, context, complaints } = await open(browser, server.url, {
      ...options,
      reducedMotion: "reduce",
    });
    try {
      for (const [state, reach] of Object.entries(STATES)) {
        await t.test(state, async () => {
          await page.goto("about:blank");
          await visit(page, server.url);
          await reach(page);
          const name = `${screen}-${state}.png`.replaceAll(" ", "-");
          await page.screenshot({
            path: join(SHOTS, name),
            fullPage: screen.startsWith("narrow") && !state.endsWith("open"),
          });
          assert.ok(
            await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth),
            "nothing is wider than the window",
          );
          assert.deepEqual(complaints.splice(0), []);
          await page.evaluate(AXE);
          const found = await page.evaluate(() =>
            (window as unknown as { axe: { run: () => Promise<AxeResults> } }).axe.run(),
          );
          assert.deepEqual(
            found.violations.map(
              (it) =>
                `${it.id}: ${it.nodes.map((node) => `${node.html} ${node.failureSummary}`).join(" | ")}`,
            ),
            [],
          );
        });
      }
    } finally {
      await context.close();
    }
  });
}

test("the page is small", () => {
  const files = [...ownFiles(DIST), "sw.js"];
  const sizes = files.map((it) => gzipSync(readFileSync(join(DIST, it)), { level: 9 }).length);
  const total = sizes.reduce((a, b) => a + b, 0);
  console.log(`page: ${(total / KB).toFixed(1)} KB gzip in ${files.length} files`);
  const { kept, text } = judge("page", total);
  assert.ok(kept, text);
});

test("the page can stand under any path and asks for nothing from elsewhere", () => {
  const html = readFileSync(join(DIST, "index.html"), "utf8");
  for (const [, address] of html.matchAll(/\b(?:src|href)="([^"#]*)"/g))
    if (address) assert.match(address, /^\.\//);
  assert.match(html, /default-src 'none'/);
  assert.match(html, /connect-src 'self';/);
  assert.doesNotMatch(html, /unsafe-inline|'unsafe-eval'/);
});

test("the service worker keeps every file, those of the page at once", () => {
  const worker = readFileSync(join(DIST, "sw.js"), "utf8");
  const kept = JSON.parse(/const FILES = (\[.*\]);/.exec(worker)?.[1] ?? "[]") as string[];
  const later = JSON.parse(readFileSync(join(DIST, "rules/files.json"), "utf8")) as string[];
  const files = list(DIST).filter((it) => it !== "sw.js");
  assert.deepEqual([...kept, ...later].sort(), ["./", "./rules/", "./formats/", ...files].sort());
  assert.deepEqual([...kept].sort(), ["./", ...ownFiles(DIST)].sort());
  // Also what the page asks for only when it is used.
  assert.ok(kept.filter((it) => /^assets\/.*\.(?:js|wasm|css)$/.test(it)).length >= 4);
});

interface TraceEvent {
  name: string;
  pid: number;
  tid: number;
  ts: number;
  /** processor time of the thread, in microseconds */
  tdur?: number;
}

/** Opens the page with a faulty file until its first finding is there: the time, and what the main thread worked in it. */
async function firstFinding(url: string, slower: number): Promise<{ wall: number; work: number }> {
  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    isMobile: true,
    hasTouch: true,
    serviceWorkers: "block",
  });
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  const events: TraceEvent[] = [];
  session.on("Tracing.dataCollected", (it) => events.push(...(it.value as unknown as TraceEvent[])));
  const includedCategories = [
    "disabled-by-default-devtools.timeline",
    "devtools.timeline",
    "blink.user_timing",
  ];
  await session.send("Tracing.start", { transferMode: "ReportEvents", traceConfig: { includedCategories } });
  await session.send("Emulation.setCPUThrottlingRate", { rate: slower });
  await page.addInitScript(() => {
    new MutationObserver((_, observer) => {
      if (document.querySelector("#findings > li") === null) return;
      observer.disconnect();
      performance.mark("first-finding");
    }).observe(document, { childList: true, subtree: true });
  });
  await page.goto(url);
  await page.locator("#findings > li").first().waitFor();
  const wall = await page.evaluate(
    () => performance.getEntriesByName("first-finding")[0]?.startTime ?? Number.POSITIVE_INFINITY,
  );
  const done = new Promise((end) => session.once("Tracing.tracingComplete", end));
  await session.send("Tracing.end");
  await done;
  const mark = events.find((it) => it.name === "first-finding");
  assert.ok(mark);
  const tasks = events.filter(
    (it) => it.name === "RunTask" && it.pid === mark.pid && it.tid === mark.tid && it.ts <= mark.ts,
  );
  await context.close();
  return { wall, work: tasks.reduce((sum, it) => sum + (it.tdur ?? 0), 0) / 1000 };
}

test("the first finding is there soon on a slow phone", async () => {
  const hash = await encode({
    text: sample("broken-payload"),
    fileName: ".agent-response-phase8.json",
    format: "auto",
    profile: "default",
    request: "",
  });
  const tries: { wall: number; work: number }[] = [];
  // The best of some rounds: what else the machine does only adds to it.
  while (tries.length < 6 && !tries.some((it) => it.wall <= 1000))
    tries.push(await firstFinding(`${server.url}${hash}`, 6));
  const wall = Math.min(...tries.map((it) => it.wall));
  if (wall <= 1000) return console.log(`first finding, 6 times slower: ${wall.toFixed(0)} ms`);
  // A busy machine says nothing about the time that passes; the work of the main thread does, slowed down by us.
  while (tries.length < 10) tries.push(await firstFinding(`${server.url}${hash}`, 1));
  const work = Math.min(...tries.slice(6).map((it) => it.work));
  console.log(
    `first finding, 6 times slower: ${wall.toFixed(0)} ms on a busy machine; work of the main thread ${work.toFixed(0)} ms, times 6 ${(6 * work).toFixed(0)} ms`,
  );
  const { kept, text } = judge("firstFinding", 6 * work);
  assert.ok(kept, text);
});

test("typing in a file of 1 MB stays quick, and a file above 2 MB is still checked", async () => {
  const { page, context, complaints } = await open(browser, server.url);
  try {
    const entry = `"${"x".repeat(60)}", `;
    const text = (size: number): string =>
      sample("wrong-name").replace(
        '"metadata": {}',
        `"metadata": {"list": [\n${`${entry}\n`.repeat(Math.floor(size / (entry.length + 1)))}null]}`,
      );
    const load = (size: number): Promise<void> =>
      page.setInputFiles("#file-input", {
        name: ".agent-response-phase8.json",
        mimeType: "application/json",
        buffer: Buffer.from(text(size)),
      });
    await load(1024 * KB);
    await page.locator("#findings li").first().waitFor();
    await file(page).click();
    await page.keyboard.press("ControlOrMeta+Home");
    const times = await page.evaluate(async () => {
      const content = document.querySelector<HTMLElement>("#file-editor .cm-content");
      const all: number[] = [];
      for (let n = 0; n < 30; n += 1) {
        const start = performance.now();
        content?.dispatchEvent(
          new InputEvent("beforeinput", {
            inputType: "insertText",
            data: " ",
            bubbles: true,
            cancelable: true,
          }),
        );
        document.execCommand("insertText", false, " ");
        all.push(performance.now() - start);
        await new Promise((done) => requestAnimationFrame(done));
      }
      return all.sort((a, b) => a - b);
    });
    console.log(
      `a keystroke in 1 MB: median ${times[15]?.toFixed(1)} ms, worst ${times.at(-1)?.toFixed(1)} ms`,
    );
    assert.ok((times[15] ?? 99) <= 50);
    await load(3072 * KB);
    await page.locator("#findings li").first().waitFor();
    assert.deepEqual(complaints, []);
  } finally {
    await context.close();
  }
});
