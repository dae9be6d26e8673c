// The payload as a document, as docs/inside.md describes it: a broken one is opened, completed, fixed in its Markdown, and
// each time saved. Each step begins with the file that the step before it leaves. UPDATE_PICTURES=1 writes the pictures of
// that page.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import * as editor from "./editor.mjs";

const pictures = join(import.meta.dirname, "../../../docs/inside");
const PAYLOAD = "response.json";
const SECTION = "boundaries.md";
const NAME = ".agent-response-phase7.json";

/** A story that begins with a file as it is after a step, and ends with the payload of another one on disk. */
const step = (name, before, after, run) => ({
  name,
  run: async (window) => {
    const { page, workspace, output } = window;
    const fileOf = (it) => join(workspace, `story/${it}/${NAME}`);
    const text = readFileSync(fileOf(before), "utf8");
    const expected = JSON.parse(readFileSync(fileOf(after), "utf8")).response;
    await page.setViewportSize({ width: 1240, height: 470 });
    await window.open(`story/${before}/${NAME}`);
    const folder = process.env.UPDATE_PICTURES ? pictures : output;
    await run({
      ...window,
      payload: editor.payload(page, PAYLOAD),
      section: editor.payload(page, SECTION),
      shot: (it, from) => shot(page, join(folder, `${it}.webp`), from),
    });
    await page.setViewportSize({ width: 1280, height: 800 });
    if (before !== after) isSaved(readFileSync(fileOf(before), "utf8"), text, expected);
  },
});

function isSaved(saved, before, expected) {
  const { response } = JSON.parse(saved);
  if (response !== expected) throw new Error(`saved: ${response}\nexpected: ${expected}`);
  const rest = (text) => text.replace(/"response": .*/, "");
  if (rest(saved) !== rest(before)) throw new Error("something else changed too");
}

export const INSIDE = [
  step("a broken payload is underlined inside its string", "broken", "broken", async ({ page, shot }) => {
    await editor.errors(page).nth(1).waitFor({ state: "attached" });
    await page.locator(".codelens-decoration a", { hasText: "Open payload" }).waitFor();
    await wrapLines(page);
    await editor.until(async () => (await editor.errors(page).count()) > 1, "the wrapped line");
    await shot("1-file");
  }),

  step("the broken payload opens as a document, and is mended there", "broken", "mended", async (it) => {
    const { page, payload, shot, idle } = it;
    await wrapLines(page);
    await openPayload(it);
    await payload.locator(".squiggly-error").first().waitFor({ state: "attached" });
    await shot("2-payload");
    await payload.locator(".view-line span", { hasText: "boundaries" }).last().click();
    await page.mouse.move(5, 5);
    await editor.focused(payload);
    await editor.applyFix(page, payload, "Insert a comma");
    await idle();
    await payload.locator(".squiggly-error").nth(1).waitFor({ state: "detached" });
    await save(it, payload);
  }),

  step("a missing key is completed", "mended", "completed", async (it) => {
    const { page, payload, shot, idle } = it;
    await wrapLines(page);
    await openPayload(it);
    await editor.focused(payload);
    await goTo(page, 1);
    await editor.focused(payload);
    await page.keyboard.press("End");
    await page.keyboard.press("Enter");
    await idle();
    const list = await editor.suggest(page, "sections");
    await page.keyboard.type("secti");
    await editor.until(async () => /^sections/.test((await list.first().innerText()).trim()), "the key");
    await shot("3-complete");
    await page.keyboard.press("Enter");
    for (const [name, behind] of [
      ["quick_start", ", "],
      ["boundaries", ""],
    ]) {
      await list.first().waitFor({ state: "hidden" });
      await idle();
      await editor.focused(payload);
      await editor.suggest(page, name);
      await page.keyboard.type(name.slice(0, 4));
      await editor.until(async () => (await list.first().innerText()).includes(name), name);
      await page.keyboard.press("Enter");
      await page.keyboard.type(behind);
    }
    await idle();
    await payload.locator(".squiggly-error").first().waitFor({ state: "detached" });
    await save(it, payload);
  }),

  step("a section is fixed as Markdown, beside its preview, and saved", "completed", "fixed", async (it) => {
    const { page, payload, section, shot, idle } = it;
    await wrapLines(page);
    await openPayload(it);
    await payload.locator(".codelens-decoration a", { hasText: "Edit boundaries as Markdown" }).click();
    await section.locator(".view-line").first().waitFor();
    await editor.command(page, "Markdown: Open Preview to the Side");
    const preview = await editor.frameWithText(page, "Never guess an interface");
    await page.locator(".tab", { hasText: SECTION }).first().click();
    await editor.focused(section);
    await goTo(page, 15);
    await editor.focused(section);
    await section.locator(".squiggly-warning").first().waitFor({ state: "attached" });
    await shot("4-section", 1);
    await editor.applyFix(page, section, "Replace with");
    await idle();
    await preview.getByText("❌ Never guess an interface").waitFor();
    await section.locator(".squiggly-warning").first().waitFor({ state: "detached" });
    await save(it, section);
    await shot("5-saved");
  }),
];

/** Long lines, in all editors. */
async function wrapLines(page) {
  await editor.focused(editor.file(page));
  await page.keyboard.press("Alt+KeyZ");
}

async function openPayload({ page, payload, idle }) {
  await page.locator(".codelens-decoration a", { hasText: "Open payload" }).click();
  await payload.locator(".view-line").first().waitFor();
  await idle();
}

/** Saves what is typed into an editor: the file, and with it all documents inside it. */
async function save({ page, idle }, place) {
  await editor.focused(place);
  await page.keyboard.press("Control+KeyS");
  await page.locator(".tab.dirty").first().waitFor({ state: "detached" });
  await idle();
}

/** Two editor groups, without the frame of the window. */
async function shot(page, path, from = 0) {
  const groups = await page.locator(".editor-group-container").all();
  const boxes = await Promise.all(groups.map((it) => it.boundingBox()));
  const [first, last] = [boxes[from], boxes[Math.min(from + 1, boxes.length - 1)]];
  const clip = { x: first.x, y: first.y, width: last.x + last.width - first.x, height: first.height };
  await page.mouse.move(5, 5);
  await editor.webp(page, { path, clip, quality: 50 });
}

async function goTo(page, line) {
  await page.keyboard.press("Control+KeyG");
  const input = page.locator(".quick-input-widget input");
  await input.waitFor();
  await input.fill(`:${line}`);
  await page.keyboard.press("Enter");
  await input.waitFor({ state: "hidden" });
}
