import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { extname, join, normalize } from "node:path";
import { gzipSync } from "node:zlib";
import type { Browser, BrowserContext, BrowserContextOptions, Locator, Page } from "playwright-core";
import { launchBrowser } from "../../scripts/browser.mjs";
import { list, NOT_FOUND } from "../build/files.ts";

/** The folder of this workspace: the tests are run from it. */
export const ROOT = process.cwd();
export const DIST = join(ROOT, "dist");
export const SHOTS = join(ROOT, "test-output");
/** How pictures of a whole page are taken: as PNG, and with each pixel of a phone, one takes four seconds. */
export const PICTURE = { type: "jpeg", quality: 85, scale: "css" } as const;

const TYPES: Record<string, string> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript",
  ".css": "text/css",
  ".svg": "image/svg+xml",
  ".png": "image/png",
  ".wasm": "application/wasm",
  ".webmanifest": "application/manifest+json",
};

/** The size after gzip of a file that contains the wasm, in all and without the wasm, which has its own budget. */
export function weigh(name: string): { all: number; own: number } {
  const gzip = (path: string): number => gzipSync(readFileSync(join(DIST, path)), { level: 9 }).length;
  const wasm = list(DIST).find((it) => it.endsWith(".wasm"));
  const all = gzip(name);
  return { all, own: all - (wasm === undefined ? 0 : gzip(wasm)) };
}

/** A file of the built page, by its path, which begins with a slash. */
export const built = (file: string): Promise<Buffer> =>
  readFile(join(DIST, file.endsWith("/") ? `${file}index.html` : file));

/** Serves the built page under a path of its own; `answer` may return something else for a file. */
export async function serve(
  path = "/some/where/",
  answer: (file: string) => Promise<Buffer | string> = built,
): Promise<{ url: string; close: () => Promise<void> }> {
  const server = createServer(async (request, response) => {
    const asked = new URL(request.url ?? "/", "http://localhost").pathname;
    const file = normalize(asked.slice(path.length - 1));
    try {
      if (!asked.startsWith(path)) throw new Error("not below the path of the page");
      const body = await answer(file);
      response.writeHead(200, {
        "content-type": TYPES[extname(file)] ?? TYPES[".html"],
        "cache-control": "no-cache",
      });
      response.end(body);
    } catch {
      response.writeHead(404, { "content-type": TYPES[".html"] }).end(await built(`/${NOT_FOUND}`));
    }
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("the server has no port");
  return {
    url: `http://127.0.0.1:${address.port}${path}`,
    close: () =>
      new Promise((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
}

export const launch: () => Promise<Browser> = launchBrowser;

/** A page that records what must not happen: errors, violations of its policy, requests to other places. */
export interface Watched {
  page: Page;
  context: BrowserContext;
  complaints: string[];
}

/** For a page whose requests a test intercepts: what a service worker fetches goes by no route. */
export const NO_WORKER: BrowserContextOptions = { serviceWorkers: "block" };

export async function open(
  browser: Browser,
  url: string,
  options: BrowserContextOptions = {},
  go: (page: Page, url: string) => Promise<unknown> = visit,
): Promise<Watched> {
  const context = await browser.newContext({
    permissions: ["clipboard-read", "clipboard-write"],
    viewport: { width: 1280, height: 820 },
    ...options,
  });
  const complaints: string[] = [];
  // A file on disk has no origin: it may request nothing but itself.
  const origin = url.startsWith("file:") ? url : new URL(url).origin;
  context.on("request", (it) => {
    const to = it.url();
    if (!to.startsWith(origin) && !/^(blob|data):/.test(to)) complaints.push(`request to ${to}`);
  });
  context.on("weberror", (it) => complaints.push(`error: ${it.error().message}`));
  context.on("console", (it) => {
    if (it.type() === "error" || it.type() === "warning") complaints.push(`console: ${it.text()}`);
  });
  await context.addInitScript(() => {
    addEventListener("DOMContentLoaded", () => {
      const notice = document.querySelector("#notice");
      if (notice === null) return;
      new MutationObserver(() => {
        if (notice.textContent !== "") Object.assign(window, { said: notice.textContent });
      }).observe(notice, { childList: true });
    });
    addEventListener("securitypolicyviolation", (it) =>
      console.error(`policy: ${it.violatedDirective} ${it.blockedURI} ${it.sample}`),
    );
  });
  const page = await context.newPage();
  page.setDefaultTimeout(LONG);
  await go(page, url);
  return { page, context, complaints };
}

/** Runs in the page, and waits at most so many milliseconds. */
export async function becomesIdle(limit: number): Promise<number> {
  const { dataset } = document.documentElement;
  const end = performance.now() + limit;
  do {
    if (performance.now() > end) throw new Error("the page does not become idle");
    // Events of what was just done are still to come, and what they draw.
    await new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
  } while (dataset.idle === undefined);
  return Number(dataset.idle);
}

/**
 * Waits until everything is shown that was caused by what was done before, and returns the number of the shown text.
 * After that, a test looks once, also for what must not be there.
 */
export const idle = (page: Page): Promise<number> => page.evaluate(becomesIdle, LONG);

/** What the page said last, even if the notice is gone again; nothing if that was returned before. */
export async function notice(page: Page): Promise<string> {
  await idle(page);
  return page.evaluate(() => {
    const page = window as unknown as { said?: string };
    const { said = "" } = page;
    page.said = "";
    return said;
  });
}

/** The longest that a test waits for anything, in milliseconds: a machine may be busy with other things. */
export const LONG = 60_000;

/** Opens the page, or follows a link to a file, and waits until it can check. */
export async function visit(page: Page, url: string): Promise<void> {
  await page.goto(url);
  await idle(page);
}

/** Waits until the service worker has cached the page, which it then controls. */
export const controlled = (page: Page): Promise<unknown> =>
  page.waitForFunction(() => navigator.serviceWorker.controller !== null);

/** Opens one of the pages that need no checker to be read. */
export const read = (page: Page, url: string): Promise<unknown> => page.goto(url);

/** The address as the page sees it; `page.url()` reflects a change within the page only later. */
export const address = (page: Page): Promise<string> => page.evaluate(() => location.href);

/** How the marks of findings are underlined: each way once. */
export const underlines = async (marks: Locator): Promise<string[]> => {
  const all = await marks.evaluateAll((all) =>
    all.map((it) => {
      const { textDecorationLine: line, textDecorationStyle: style } = getComputedStyle(it);
      return `${line} ${style}`;
    }),
  );
  return [...new Set(all)];
};

export const file = (page: Page) => page.locator("#file-editor .cm-content");

/** Replaces the text of the file in a single input. */
export async function write(page: Page, text: string): Promise<void> {
  await file(page).click();
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.insertText(text);
  await idle(page);
}

/** Puts a text into the clipboard and pastes it. */
export async function paste(page: Page, text: string): Promise<void> {
  await page.evaluate((it) => navigator.clipboard.writeText(it), text);
  await page.keyboard.press("ControlOrMeta+v");
  await idle(page);
}

/** The whole text of an editor: what its copy button gives, wherever the button is; the focus stays where it is. */
export async function textOf(page: Page, which: "file" | "payload"): Promise<string> {
  const button = page.locator(which === "file" ? "#copy-button" : "#copy-payload-button");
  await button.evaluate((it: HTMLButtonElement) => it.click());
  assert.match(await notice(page), /copied$/);
  return page.evaluate(() => navigator.clipboard.readText());
}

/** Puts the cursor after a text in the payload pane. */
export async function afterText(page: Page, text: string): Promise<void> {
  await page.locator("#payload-editor .cm-content").focus();
  await page.keyboard.press("ControlOrMeta+f");
  await page.locator("#payload-editor .search input[name=Find]").fill(text);
  await page.keyboard.press("Enter");
  await page.keyboard.press("Escape");
  await page.keyboard.press("ArrowRight");
}
