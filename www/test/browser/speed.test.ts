import assert from "node:assert/strict";
import { test } from "node:test";
import { judge } from "../../../scripts/sizes.mjs";
import { encode } from "../../src/adapters/share.ts";
import { sample } from "../main-page.ts";
import { site } from "../site.ts";
import { file, open } from "../support.ts";

const KB = 1024;

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
  const context = await site.browser.newContext({
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
    tries.push(await firstFinding(`${site.url}${hash}`, 6));
  const wall = Math.min(...tries.map((it) => it.wall));
  if (wall <= 1000) return console.log(`first finding, 6 times slower: ${wall.toFixed(0)} ms`);
  // A busy machine says nothing about the time that passes; the work of the main thread does, slowed down by us.
  const works: number[] = [];
  while (works.length < 4 || (works.length < 10 && !judge("firstFinding", 6 * Math.min(...works)).kept))
    works.push((await firstFinding(`${site.url}${hash}`, 1)).work);
  const work = Math.min(...works);
  console.log(
    `first finding, 6 times slower: ${wall.toFixed(0)} ms on a busy machine; work of the main thread ${work.toFixed(0)} ms, times 6 ${(6 * work).toFixed(0)} ms`,
  );
  const { kept, text } = judge("firstFinding", 6 * work);
  assert.ok(kept, text);
});

test("typing in a file of 1 MB stays quick, and a file above 2 MB is still checked", async () => {
  const { page, context, complaints } = await open(site.browser, site.url);
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
