import assert from "node:assert/strict";
import { test } from "node:test";
import type { CDPSession, Page } from "playwright-core";
import { slowness } from "../../../scripts/pace.mjs";
import { judge } from "../../../scripts/sizes.mjs";
import { encode } from "../../src/adapters/share.ts";
import { sample } from "../main-page.ts";
import { site } from "../site.ts";
import { idle, open, read } from "../support.ts";

const KB = 1024;

const upload = (page: Page, text: string): Promise<void> =>
  page.setInputFiles("#file-input", {
    name: ".agent-response-phase8.json",
    mimeType: "application/json",
    buffer: Buffer.from(text),
  });

interface TraceEvent {
  name: string;
  pid: number;
  tid: number;
  ts: number;
  /** processor time of the thread, in microseconds */
  tdur?: number;
}

const includedCategories = [
  "disabled-by-default-devtools.timeline",
  "devtools.timeline",
  "blink.user_timing",
];

/** Work of the main thread until a mark that the page sets during an action, in milliseconds, adjusted for the pace. */
async function work(session: CDPSession, to: string, act: () => Promise<unknown>): Promise<number> {
  const [all] = await worked(session, [null, to], act);
  return all ?? Number.POSITIVE_INFINITY;
}

/** Work of the main thread from each mark to the next, in milliseconds, adjusted for the pace; null is the start. */
async function worked(
  session: CDPSession,
  marks: readonly (string | null)[],
  act: () => Promise<unknown>,
): Promise<number[]> {
  const before = slowness();
  const events: TraceEvent[] = [];
  const collect = (it: { value: unknown }): unknown => events.push(...(it.value as TraceEvent[]));
  session.on("Tracing.dataCollected", collect);
  await session.send("Tracing.start", { transferMode: "ReportEvents", traceConfig: { includedCategories } });
  await act();
  const done = new Promise((end) => session.once("Tracing.tracingComplete", end));
  await session.send("Tracing.end");
  await done;
  session.off("Tracing.dataCollected", collect);
  const pace = Math.min(before, slowness());
  const of = (mark: string | null) => events.find((it) => it.name === mark);
  return marks.slice(1).map((to, idx) => {
    const end = of(to);
    assert.ok(end);
    const start = of(marks[idx] ?? null)?.ts ?? 0;
    const tasks = events.filter(
      (it) =>
        it.name === "RunTask" &&
        it.pid === end.pid &&
        it.tid === end.tid &&
        it.ts >= start &&
        it.ts <= end.ts,
    );
    return tasks.reduce((sum, it) => sum + (it.tdur ?? 0), 0) / 1000 / pace;
  });
}

/** Work of the main thread from opening the page with a broken file until its first finding is shown. */
async function firstFinding(url: string): Promise<number> {
  const context = await site.browser.newContext({
    viewport: { width: 390, height: 844 },
    isMobile: true,
    hasTouch: true,
    serviceWorkers: "block",
  });
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await page.addInitScript(() => {
    new MutationObserver((_, observer) => {
      if (document.querySelector("#findings > li") === null) return;
      observer.disconnect();
      performance.mark("first-finding");
    }).observe(document, { childList: true, subtree: true });
  });
  const spent = await work(session, "first-finding", async () => {
    await page.goto(url);
    await page.locator("#findings > li").first().waitFor();
  });
  await context.close();
  return spent;
}

/** How many times slower a phone is. */
const PHONE = 6;

test("the first finding is there soon on a slow phone", async () => {
  const hash = await encode({
    text: sample("broken-payload"),
    fileName: ".agent-response-phase8.json",
    format: "auto",
    profile: "default",
    request: "",
  });
  const tries: number[] = [];
  // The best of several rounds, and work rather than elapsed time: whatever else the machine does only adds to it.
  const onPhone = (): number => PHONE * Math.min(...tries);
  while (tries.length < 4 || (tries.length < 10 && !judge("firstFinding", onPhone()).kept))
    tries.push(await firstFinding(`${site.url}${hash}`));
  const { kept, text } = judge("firstFinding", onPhone());
  console.log(text);
  assert.ok(kept, text);
});

/** A response with a long list, one entry a line. */
function long(size: number): string {
  const entry = `"${"x".repeat(60)}", \n`;
  const list = entry.repeat(Math.floor(size / entry.length));
  return sample("wrong-name").replace('"metadata": {}', `"metadata": {"list": [\n${list}null]}`);
}

test("a file above 2 MB is still checked", async () => {
  const { page, context, complaints } = await open(site.browser, site.url);
  try {
    await upload(page, long(3072 * KB));
    await page.locator("#findings li").first().waitFor();
    assert.deepEqual(complaints, []);
  } finally {
    await context.close();
  }
});

/** A response of about 100 KB, all of it on one line. */
function oneLine(): string {
  const response = JSON.parse(sample("good")) as { response: string };
  const payload = JSON.parse(response.response) as { examples: string };
  payload.examples += '\n\n- ✅ A "quoted" `line` of Markdown, and \\ more'.repeat(1700);
  return JSON.stringify({ ...response, response: JSON.stringify(payload) });
}

/** A response of 1 MB whose payload is in one string, with line breaks in its sections or between its members. */
function oneString(isIndented: boolean): string {
  const response = JSON.parse(sample("good")) as { response: string };
  const payload = JSON.parse(response.response) as { examples: string; items?: unknown };
  const line = '\n\n- A "quoted" `line` of Markdown, and \\ more';
  if (isIndented) payload.items = Array.from({ length: 9000 }, (_, id) => ({ id, tags: ["a", "b"], line }));
  else payload.examples += line.repeat(18_000);
  return JSON.stringify({ ...response, response: JSON.stringify(payload, null, isIndented ? 2 : 0) });
}

/** The most work of the main thread until the verdict on such a file, and for all that is drawn after it, in milliseconds. */
const VERDICT = { before: 500, after: 250 };

test("the verdict on 1 MB in one string is there soon, and nothing takes long after it", async () => {
  for (const isIndented of [false, true]) {
    const text = oneString(isIndented);
    assert.ok(text.length > 1000 * KB, `${text.length}`);
    const tries: number[][] = [];
    const best = (idx: number): number => Math.min(...tries.map((it) => it[idx] ?? Number.POSITIVE_INFINITY));
    while (tries.length < 2 || (tries.length < 6 && (best(0) > VERDICT.before || best(1) > VERDICT.after))) {
      const { page, context } = await open(site.browser, site.url);
      await page.evaluate(() => {
        const verdict = document.querySelector("#verdict");
        if (verdict === null) return;
        // That the driver of the browser decodes the file for the page takes as long as all of this.
        addEventListener("change", () => performance.mark("chosen"), { capture: true, once: true });
        new MutationObserver((_, observer) => {
          observer.disconnect();
          performance.mark("verdict");
        }).observe(verdict, { childList: true });
      });
      const session = await context.newCDPSession(page);
      tries.push(
        await worked(session, ["chosen", "verdict", "drawn"], async () => {
          await upload(page, text);
          await page
            .locator("#payload-editor .cm-line")
            .nth(isIndented ? 9 : 0)
            .waitFor();
          await idle(page);
          await page.evaluate(() => performance.mark("drawn"));
        }),
      );
      await context.close();
    }
    console.log(
      `1 MB in one string${isIndented ? ", indented" : ""}: ${best(0).toFixed(0)} ms of work of the main thread until the verdict, ${best(1).toFixed(0)} ms after it`,
    );
    assert.ok(best(0) <= VERDICT.before && best(1) <= VERDICT.after);
  }
});

const KEYS = 40;
/** Work of the main thread for a keystroke, in milliseconds: 95 of 100 keystrokes cost no more. */
const MOST = { sample: 50, line: 75, long: 100 };

/** The cost of keystrokes, from the event to the painted frame, the cheapest first. */
async function keystrokes(page: Page, session: CDPSession, where: "file" | "payload"): Promise<number[]> {
  const marks = Array.from({ length: KEYS + 1 }, (_, idx) => `key-${idx}`);
  const all = await worked(session, marks, () =>
    page.evaluate(async (names) => {
      for (const name of names) {
        performance.mark(name);
        document.execCommand("insertText", false, "a");
        await new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
      }
    }, marks),
  );
  assert.match(await page.locator(`#${where}-editor .cm-content`).innerText(), /a{40}/);
  return all.sort((a, b) => a - b);
}

const share = (all: readonly number[], part: number): number =>
  all[Math.ceil(all.length * part) - 1] ?? Number.POSITIVE_INFINITY;

test("a keystroke costs little, also in a line of 100 KB, in both panes", async () => {
  for (const [name, text, most] of [
    ["the sample", sample("good"), MOST.sample],
    ["one line of 100 KB", oneLine(), MOST.line],
    ["a file of 1 MB", long(1024 * KB), MOST.long],
  ] as const)
    for (const where of ["file", "payload"] as const) {
      const { page, context } = await open(site.browser, site.url);
      await upload(page, text);
      await page.locator("#payload-editor .cm-line").first().waitFor();
      await page.locator(`#${where}-editor .cm-content`).focus();
      await page.keyboard.press("ControlOrMeta+End");
      for (let n = 0; n < 3; n += 1) await page.keyboard.press("PageUp");
      const session = await context.newCDPSession(page);
      const tries: number[][] = [];
      const best = (part: number): number => Math.min(...tries.map((it) => share(it, part)));
      // The best of several rounds: whatever else the machine does only adds to it.
      while (tries.length < 2 || (tries.length < 6 && best(0.95) > most))
        tries.push(await keystrokes(page, session, where));
      await context.close();
      console.log(
        `a keystroke in ${name}, in the ${where}: ${best(0.5).toFixed(1)} ms of work of the main thread, p95 ${best(0.95).toFixed(1)} ms`,
      );
      assert.ok(best(0.95) <= most);
    }
});

/** What is typed in the rule search, and the most work of the main thread for an answer, in milliseconds. */
const TYPED = ["m", "mi", "mis", "miss", ""];
const MOST_SEARCHED = 75;

/** The cost of each answer, from the event to the painted frame. */
function answers(page: Page, session: CDPSession): Promise<number[]> {
  return worked(session, ["typed-0", ...TYPED.map((_, idx) => `typed-${idx + 1}`)], () =>
    page.evaluate(async (typed) => {
      const task = () => new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
      const search = document.querySelector<HTMLInputElement>("#search");
      performance.mark("typed-0");
      for (const [idx, value] of typed.entries()) {
        await task(); // one that begins after the mark
        if (search !== null) search.value = value;
        search?.dispatchEvent(new InputEvent("input", { bubbles: true }));
        await task();
        performance.mark(`typed-${idx + 1}`);
      }
    }, TYPED),
  );
}

test("typing in the search of the rules is answered at once", async () => {
  const { page, context } = await open(site.browser, `${site.url}rules/`, {}, read);
  const session = await context.newCDPSession(page);
  const tries: number[][] = [];
  const slowest = (): number =>
    Math.max(...TYPED.map((_, idx) => Math.min(...tries.map((it) => it[idx] ?? Number.POSITIVE_INFINITY))));
  // The best of several rounds for each answer, each on a new page: whatever else the machine does only adds to it.
  while (tries.length < 2 || (tries.length < 6 && slowest() > MOST_SEARCHED)) {
    if (tries.length > 0) await page.reload();
    tries.push(await answers(page, session));
  }
  await context.close();
  console.log(`an answer of the search: at most ${slowest().toFixed(1)} ms of work of the main thread`);
  assert.ok(slowest() <= MOST_SEARCHED);
});
