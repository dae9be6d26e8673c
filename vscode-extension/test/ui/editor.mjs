// Where things are in the windows of VS Code, and how to reach them.

import { writeFileSync } from "node:fs";

const EDITOR = ".editor-instance .monaco-editor";

export const errors = (page) => page.locator(`${EDITOR} .squiggly-error`);
export const hover = (page) =>
  page.locator(".monaco-hover:not(.hidden)", { has: page.locator("a.code-link") });

/** Puts the caret into the editor, with the mouse away from the text. */
export async function focus(page) {
  await page.keyboard.press("Control+1");
  await page.mouse.move(5, 5);
}

export async function until(ask, what, timeout = 30_000) {
  for (const end = Date.now() + timeout; Date.now() < end; ) {
    const answer = await ask();
    if (answer) return answer;
    await new Promise((done) => setTimeout(done, 50));
  }
  throw new Error(`waited in vain for ${what}`);
}

/** The place on the screen of `length` characters at a column of the line that holds `text`. */
export function rectOf(page, text, column, length) {
  return page.evaluate(
    ([selector, text, column, length]) => {
      const plain = (it) => it.textContent.replaceAll("\u00a0", " ");
      const lines = [...document.querySelectorAll(`${selector} .view-line`)];
      const line = lines.find((it) => plain(it).trim() !== "" && text.startsWith(plain(it)));
      if (line === undefined) throw new Error(`no line ${text}`);
      const range = document.createRange();
      const place = (offset) => {
        const walker = document.createTreeWalker(line, NodeFilter.SHOW_TEXT);
        for (let left = offset; walker.nextNode(); left -= walker.currentNode.length) {
          if (left <= walker.currentNode.length) return [walker.currentNode, left];
        }
        throw new Error(`no column ${offset}`);
      };
      range.setStart(...place(column));
      range.setEnd(...place(column + length));
      const { left, right, top, bottom } = range.getBoundingClientRect();
      return { left, right, top, bottom };
    },
    [EDITOR, text, column, length],
  );
}

export const squiggles = (page) =>
  errors(page).evaluateAll((all) =>
    all.map((it) => {
      const { left, right, top, bottom } = it.getBoundingClientRect();
      return { left, right, top, bottom };
    }),
  );

/** Waits until a squiggle is under the text: the line above it, with the lens of a field, may appear later. */
export async function expectSquiggle(page, { text, from, to }) {
  const near = (a, b) => Math.abs(a - b) < 2;
  let seen = "";
  const isThere = async () => {
    const wanted = await rectOf(page, text, from, to - from);
    const found = await squiggles(page);
    seen = `${JSON.stringify(wanted)}: ${JSON.stringify(found)}`;
    return found.some(
      (it) => near(it.left, wanted.left) && near(it.right, wanted.right) && near(it.top, wanted.top),
    );
  };
  await until(isThere, "a squiggle").catch((error) => {
    throw new Error(`no squiggle at ${seen}`, { cause: error });
  });
}

export async function hoverOver(page, text, column) {
  const { left, right, top, bottom } = await rectOf(page, text, column, 1);
  await page.mouse.move((left + right) / 2, (top + bottom) / 2, { steps: 3 });
  await hover(page).waitFor();
}

/** The rendered page is in a frame of its own. */
export const frameWithHeading = (page, heading) =>
  until(async () => {
    for (const frame of page.frames()) {
      const found = await frame
        .locator("h1")
        .allInnerTexts()
        .catch(() => []);
      if (found.includes(heading)) return frame;
    }
    return undefined;
  }, `a page with the heading ${heading}`);

/** A preview is in a frame of its own, too. */
export const frameWithText = (page, text) =>
  until(async () => {
    for (const frame of page.frames()) {
      const found = await frame
        .getByText(text)
        .count()
        .catch(() => 0);
      if (found > 0 && frame !== page.mainFrame()) return frame;
    }
    return undefined;
  }, `a preview with ${text}`);

/** The editor of a payload that is open as a document, by the end of its path. */
export const payload = (page, path = "") =>
  page.locator(`.monaco-editor[data-uri^='agent-response:'][data-uri*='${path}?']`);

/** Opens what the light bulb at the caret offers. */
export async function openQuickFixes(page) {
  const menu = page.locator(".action-widget .monaco-list-row.action");
  await until(async () => {
    await page.keyboard.press("Control+Period");
    return menu
      .first()
      .waitFor({ timeout: 3000 })
      .then(
        () => true,
        () => false,
      );
  }, "the menu of repairs");
  return menu;
}

/** Applies the first fix. */
export async function quickFix(page) {
  const menu = await openQuickFixes(page);
  await page.keyboard.press("Enter");
  await menu.first().waitFor({ state: "detached" });
}

/** Lines are rendered with non-breaking spaces. */
export const expectText = (page, text) =>
  until(async () => {
    const lines = await page.locator(`${EDITOR} .view-line`).allTextContents();
    return lines.some((it) => it.replaceAll("\u00a0", " ").includes(text));
  }, `the text ${text}`);

export async function command(page, name) {
  await page.keyboard.press("F1");
  const input = page.locator(".quick-input-widget input");
  await input.waitFor();
  await input.fill(`>${name}`);
  await page.locator(".quick-input-list .monaco-list-row", { hasText: name }).first().waitFor();
  await page.keyboard.press("Enter");
}

/** Takes a picture as WebP, which is a quarter as large as PNG; Playwright itself cannot write WebP. */
export async function webp(page, { path, clip, quality }) {
  const session = await page.context().newCDPSession(page);
  const scale = await page.evaluate(() => devicePixelRatio);
  const options = { format: "webp", quality, clip: { ...clip, scale } };
  const { data } = await session.send("Page.captureScreenshot", options);
  writeFileSync(path, Buffer.from(data, "base64"));
}
