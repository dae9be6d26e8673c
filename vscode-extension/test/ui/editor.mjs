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

/** Asks until the answer is truthy, but not more often than that. */
export async function until(ask, what, most = 1000) {
  for (let n = 0; n < most; n++) {
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
  for (let isShown = false; !isShown; ) {
    const { left, right, top, bottom } = await rectOf(page, text, column, 1);
    await page.mouse.move((left + right) / 2, (top + bottom) / 2, { steps: 3 });
    isShown = await hover(page)
      .waitFor({ timeout: 3000 })
      .then(
        () => true,
        () => false,
      );
    // A busy editor overlooks a pointer that then rests: a user moves it again.
    if (!isShown) await page.mouse.move(0, 0);
  }
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

/** The editor of a file. */
export const file = (page) => page.locator(".editor-instance .monaco-editor[data-uri^='vscode-remote:']");

/** The editor of a payload that is open as a document, by the end of its path. */
export const payload = (page, path = "") =>
  page.locator(`.monaco-editor[data-uri^='agent-response:'][data-uri*='${path}?']`);

/**
 * Opens what the light bulb at the caret offers. If there is nothing yet, VS Code says so, and this asks again. A second
 * request before the first is answered would open a second menu, over whatever is done next.
 */
export async function openQuickFixes(page) {
  const menu = page.locator(".action-widget .monaco-list-row.action").first();
  const nothing = page.locator(".monaco-editor-overlaymessage:not(.fadeOut)").first();
  await until(async () => {
    await nothing.waitFor({ state: "detached" });
    await page.keyboard.press("Control+Period");
    await isSeen(menu.or(nothing).first(), 10_000);
    return menu.isVisible();
  }, "the menu of repairs");
  return page.locator(".action-widget .monaco-list-row.action");
}

/** Whether it is visible at once or soon. */
const isSeen = (locator, timeout) =>
  locator.waitFor({ timeout }).then(
    () => true,
    () => false,
  );

/** Applies the fix with this text in the menu; afterwards the caret is in the editor again. */
export async function applyFix(page, editor, text) {
  const menu = await openQuickFixes(page);
  await menu.filter({ hasText: text }).first().click();
  await menu.first().waitFor({ state: "detached" });
  await page.mouse.move(5, 5);
  await focused(editor);
}

/** Waits until what is typed goes into an editor. */
export const focused = (editor) => editor.and(editor.page().locator(".monaco-editor.focused")).waitFor();

/** Applies the first fix. */
export async function quickFix(page) {
  const menu = await openQuickFixes(page);
  await page.keyboard.press("Enter");
  await menu.first().waitFor({ state: "detached" });
}

/**
 * Asks for completions until one has this text, and returns their rows. VS Code closes the list when the text changes in
 * another way than by typing, such as when a payload follows its file.
 */
export async function suggest(page, name) {
  const rows = page.locator(".suggest-widget.visible .monaco-list-row");
  await until(async () => {
    await page.keyboard.press("Control+Space");
    if (await isSeen(rows.filter({ hasText: name }).first(), 10_000)) return true;
    await page.keyboard.press("Escape");
    return false;
  }, `the completion ${name}`);
  return rows;
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

/** What would receive a key, and what is open over the text: for the log, where there are no pictures. */
export const state = (page) =>
  page.evaluate(() => {
    const texts = (selector) =>
      [...document.querySelectorAll(selector)].map((it) => it.innerText.replace(/\s+/g, " ").slice(0, 300));
    const { activeElement } = document;
    return JSON.stringify({
      focus: activeElement?.closest("[data-uri]")?.dataset.uri ?? activeElement?.className,
      suggestions: texts(".suggest-widget.visible"),
      menus: texts(".action-widget, .quick-input-widget:not([style*='display: none'])"),
      messages: texts(".monaco-editor-overlaymessage, .notification-list-item-message"),
      lines: texts(".view-lines"),
    });
  });
