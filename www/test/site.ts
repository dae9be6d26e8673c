import assert from "node:assert/strict";
import { mkdirSync } from "node:fs";
import { after, before, test } from "node:test";
import type { Browser, BrowserContextOptions } from "playwright-core";
import { launch, open, read, SHOTS, serve, visit, type Watched } from "./support.ts";

/** The built page, served, and a browser: for all tests of the file that imports this. */
export const site = {} as { url: string; browser: Browser };

let close = async (): Promise<void> => undefined;

before(async () => {
  mkdirSync(SHOTS, { recursive: true });
  const server = await serve();
  close = server.close;
  site.url = server.url;
  site.browser = await launch();
});
after(async () => {
  await site.browser.close();
  await close();
});

/** A test with its own page, which must not complain; it begins on the main page, or at another path. */
export function pageTest(
  name: string,
  act: (watched: Watched) => Promise<void>,
  { path = "", ...options }: BrowserContextOptions & { path?: string } = {},
): void {
  test(name, async () => {
    const watched = await open(site.browser, `${site.url}${path}`, options, path === "" ? visit : read);
    try {
      await act(watched);
      assert.deepEqual(watched.complaints, [], "errors, violations of the policy, or requests to elsewhere");
    } finally {
      await watched.context.close();
    }
  });
}
