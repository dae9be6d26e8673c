import type { Locator, Page } from "playwright-core";
import { idle } from "./support.ts";

/** The visible rows of the rule index, and their rules. */
export const shown = (page: Page): Locator => page.locator("#rules-list > li:visible");
export const ids = (page: Page): Promise<string[]> => shown(page).locator("a.code").allTextContents();

export const focused = (it: Locator): Promise<boolean> =>
  it.evaluate((it) => it === (it.getRootNode() as Document | ShadowRoot).activeElement);

/** Opens an example of a page: by default the first one that has findings. */
export async function tryIt(page: Page, which = "figure.example:has(.finds li)"): Promise<Locator> {
  const example = page.locator(which).first();
  await example.getByRole("button", { name: "Try it" }).click();
  await idle(page);
  return example;
}
