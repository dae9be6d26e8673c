import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Locator, Page } from "playwright-core";
import { idle, notice, ROOT, SHOTS } from "./support.ts";

/** The text of a sample. */
export const sample = (id: string): string => readFileSync(join(ROOT, "src/samples", `${id}.txt`), "utf8");

/** A model's answer: reasoning, words and a fence around a payload with a fault. */
export const ANSWER = `<think>
The user wants { sections }. Let me write them.
</think>
Here is the result you asked for:

\`\`\`json
${sample("raw-payload").replace(/\s*\}\s*$/, ",\n}")}
\`\`\`

Let me know if you need anything else!
`;

export const REQUEST_ID = "0b54f0a1-6f7e-4b58-9d0c-5a5f2a7c1d11";
export const REQUEST = JSON.stringify({
  request_id: REQUEST_ID,
  version: "1.0",
  phase: 8,
  phase_name: "agent_enhancement",
  agent_name: "agent-content-enhancer",
  prompt: "Enhance the agent",
  timeout_seconds: 120,
  created_at: "2025-11-24T14:20:00+00:00",
  context: {},
});

/** The rows of the list of findings, and those of one rule. */
export const rows = (page: Page): Locator => page.locator("#findings > li");
export const row = (page: Page, code: string): Locator =>
  rows(page).filter({ has: page.locator(`a.code:text-is("${code}")`) });
export const codes = (page: Page): Promise<string[]> => page.locator("#findings a.code").allTextContents();

/** The rows of the applied fixes. */
export const changes = (page: Page): Locator => page.locator("#ledger > li");
export const selection = (page: Page): Promise<string> => page.evaluate(() => String(getSelection()));
export async function valid(page: Page): Promise<void> {
  await idle(page);
  assert.match((await page.locator("#verdict").textContent()) ?? "", /Valid/);
}
export const hasFocus = (it: Locator): Promise<boolean> => it.evaluate((it) => it === document.activeElement);
export const shot = (page: Page, name: string): Promise<unknown> =>
  page.screenshot({ path: join(SHOTS, `${name}.png`) });

/** Chooses a sample by a part of its title. */
export async function pick(page: Page, title: string): Promise<void> {
  await page.click("#samples-button");
  await page.locator("#samples-list .name").filter({ hasText: title }).first().click();
  await idle(page);
}

/** The text an editor marks for a finding, put together from its pieces. */
export const marked = (page: Page, editor: "file" | "payload", id: number): Promise<string> =>
  page.locator(`#${editor}-editor [data-finding="${id}"]`).evaluateAll((all) =>
    all
      .filter((it) => !all.some((other) => other !== it && other.contains(it)))
      .map((it) => it.textContent)
      .join(""),
  );

/** Runs a command from the file's menu. */
export async function more(page: Page, id: string): Promise<void> {
  await page.click("#more-file");
  await page.click(`#${id}`);
  await idle(page);
}

/** Changes how the file is checked. */
export async function set(
  page: Page,
  { name, format, profile, request }: Partial<Record<"name" | "format" | "profile" | "request", string>>,
): Promise<void> {
  await page.click("#settings-button");
  if (name !== undefined) await page.fill("#file-name", name);
  if (format !== undefined) await page.selectOption("#format", format);
  if (profile !== undefined) await page.selectOption("#profile", profile);
  if (request !== undefined) await page.fill("#request", request);
  await page.keyboard.press("Escape");
  await idle(page);
}

/** Shows the hints, if there are any; they wait at the end of the list. */
export async function showHints(page: Page): Promise<void> {
  const button = page.locator("#hints-button:visible", { hasText: "Show" });
  if ((await button.count()) > 0) await button.click();
}

/** The link in the sharing panel, which appears once the file is packed. */
export async function sharedLink(page: Page): Promise<string> {
  await page.click("#share-button");
  await idle(page);
  return page.inputValue("#share-link");
}

/** A name of a file that is checked. */
export const NAME = ".agent-response-phase8.json";

/** Opens files by their names and contents. */
export async function upload(
  page: Page,
  ...files: readonly (readonly [string, Buffer | string])[]
): Promise<void> {
  await page.setInputFiles(
    "#file-input",
    files.map(([name, content]) => ({ name, mimeType: "", buffer: Buffer.from(content) })),
  );
  await idle(page);
}

/** What the page said last contains the text. */
export const told = async (page: Page, text: string): Promise<void> =>
  assert.ok((await notice(page)).includes(text), text);

export const opened = (page: Page, name: string): Promise<void> => told(page, `${name} opened`);
export const undo = (page: Page): Promise<void> => page.click("#undo-button");
