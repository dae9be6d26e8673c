import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { gzipSync } from "node:zlib";
import type { BrowserContextOptions, Page } from "playwright-core";
import { judge } from "../../../scripts/sizes.mjs";
import { ELEMENT, list, ownFiles, SINGLE, toolFiles } from "../../build/files.ts";
import { faults, fitsIn } from "../axe.ts";
import { ANSWER } from "../main-page.ts";
import { site } from "../site.ts";
import { DIST, idle, open, PICTURE, SHOTS, visit, write } from "../support.ts";

const KB = 1024;

async function more(page: Page, id: string): Promise<void> {
  await page.click("#more-file");
  await page.click(`#${id}`);
}

async function pick(page: Page, nth: number): Promise<void> {
  await page.click("#samples-button");
  await page.locator("#samples-list button").nth(nth).click();
}

interface State {
  reach?: (page: Page) => Promise<unknown>;
  /** what it shows that no other state shows: the contrast of colors is checked there */
  part: string;
}

const STATES: Record<string, State> = {
  empty: { part: "body" },
  "with findings": {
    part: "body",
    async reach(page) {
      await pick(page, 3);
      await page.keyboard.press("F8");
    },
  },
  fixed: {
    part: ".findings",
    async reach(page) {
      await pick(page, 0);
      await page.locator("#fix-all-button:visible, #bottom-act:visible").click();
      await page.click("#ledger-tab");
      await page.locator("#ledger li").waitFor();
    },
  },
  "all findings": {
    part: ".findings",
    async reach(page) {
      await pick(page, 3);
      await page.click("#hints-button");
    },
  },
  settings: {
    part: "#settings",
    async reach(page) {
      await pick(page, 0);
      await page.click("#settings-button");
    },
  },
  ready: { part: ".findings", reach: (page) => pick(page, 10) },
  "shortcuts open": { part: "#shortcuts-dialog", reach: (page) => page.keyboard.press("F1") },
  "with a tooltip": {
    part: ".cards",
    async reach(page) {
      await pick(page, 0);
      await page.locator("#file-editor .cm-finding").first().hover();
      await page.locator(".cards .card:not(.about)").waitFor();
    },
  },
  "a model's answer": { part: ".findings", reach: (page) => write(page, ANSWER) },
  "wrap open": {
    part: "#wrap-dialog",
    async reach(page) {
      await write(page, ANSWER.replace('"examples",', '"examples",,'));
      await more(page, "wrap-button");
      await page.selectOption("#wrap-status", "error");
      await page.click("#wrap-fix");
    },
  },
  "reply open": {
    part: "#reply-dialog",
    async reach(page) {
      await pick(page, 3);
      await page.locator("#prompt-tab").click();
      await page.click("#reply-button");
      await page.fill("#reply-text", "- handles run out\n+ handles leak\n\n- nowhere\n+ x\n");
    },
  },
  "unwrap open": {
    part: "#unwrap-dialog",
    async reach(page) {
      await pick(page, 10);
      await more(page, "unwrap-button");
    },
  },
  "rule open": {
    part: "#rule-dialog",
    async reach(page) {
      await pick(page, 0);
      await page.locator("#findings a.code").first().click();
      await page.locator("#rule-body .summary").waitFor();
    },
  },
  "rules open": {
    part: "#rule-dialog",
    async reach(page) {
      await page.click("#settings-button");
      await page.click("#rules-button");
    },
  },
  "search open": {
    part: ".search",
    async reach(page) {
      await pick(page, 0);
      await page.locator("#file-editor .cm-content").focus();
      await page.keyboard.press("ControlOrMeta+f");
      await page.keyboard.type("status");
      await page.locator('.search [role="status"]', { hasText: "found" }).waitFor();
    },
  },
  "share open": {
    part: "#share-dialog",
    async reach(page) {
      await pick(page, 0);
      await page.click("#share-button");
    },
  },
  "samples open": { part: "#samples", reach: (page) => page.click("#samples-button") },
};

interface Screen extends BrowserContextOptions {
  /** what it has that no other screen has, so that axe looks at it here */
  own?: readonly ("elements" | "colors")[];
}

const SCREENS: Record<string, Screen> = {
  light: { colorScheme: "light", own: ["elements", "colors"] },
  dark: { colorScheme: "dark", own: ["colors"] },
  "narrow light": {
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
    deviceScaleFactor: 2,
    own: ["elements"],
  },
  "narrow dark": { viewport: { width: 390, height: 844 }, colorScheme: "dark" },
  "forced colors": { forcedColors: "active", own: ["colors"] },
};

for (const [screen, { own = [], ...options }] of Object.entries(SCREENS)) {
  test(`no state of the page has a fault: ${screen}`, async (t) => {
    const { page, context, complaints } = await open(site.browser, site.url, {
      ...options,
      reducedMotion: "reduce",
    });
    try {
      // Each state begins without the file of the one before.
      await context.addInitScript(() => sessionStorage.clear());
      for (const [state, { reach, part }] of Object.entries(STATES)) {
        await t.test(state, async () => {
          await visit(page, site.url);
          await reach?.(page);
          await idle(page);
          const name = `${screen}-${state}.jpg`.replaceAll(" ", "-");
          await page.screenshot({
            ...PICTURE,
            path: join(SHOTS, name),
            // A picture of the whole page resizes it, which closes what is above the page.
            fullPage: screen.startsWith("narrow") && !/open|tooltip/.test(state),
          });
          assert.ok(await fitsIn(page), "nothing is wider than the window");
          assert.deepEqual(complaints.splice(0), []);
          assert.ok(await page.locator(part).first().isVisible(), part);
          assert.deepEqual(
            await faults(page, {
              elements: own.includes("elements"),
              colors: own.includes("colors") ? part : null,
            }),
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

test("the page works under any path and requests nothing from elsewhere", () => {
  const html = readFileSync(join(DIST, "index.html"), "utf8");
  for (const [, address] of html.matchAll(/\b(?:src|href)="([^"#]*)"/g))
    if (address) assert.match(address, /^\.\//);
  assert.match(html, /default-src 'none'/);
  assert.match(html, /connect-src 'self';/);
  assert.doesNotMatch(html, /unsafe-inline|'unsafe-eval'/);
});

test("the service worker keeps every file but those of tool calls, the files of the page at once", () => {
  const worker = readFileSync(join(DIST, "sw.js"), "utf8");
  const kept = JSON.parse(/\bFILES=(\[[^\]]*\])/.exec(worker)?.[1] ?? "[]") as string[];
  const later = JSON.parse(readFileSync(join(DIST, "rules/files.json"), "utf8")) as string[];
  const files = list(DIST).filter((it) => !["sw.js", SINGLE, ELEMENT, ...toolFiles(DIST)].includes(it));
  assert.deepEqual([...kept, ...later].sort(), ["./", "./rules/", "./formats/", ...files].sort());
  assert.deepEqual([...kept].sort(), ["./", ...ownFiles(DIST)].sort());
  // Also the files that the page requests only when they are needed.
  assert.ok(kept.filter((it) => /^assets\/.*\.(?:js|wasm|css)$/.test(it)).length >= 4);
});
