import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import type { AxeResults } from "axe-core";
import type { Page } from "playwright-core";
import { ROOT } from "./support.ts";

const AXE = readFileSync(createRequire(join(ROOT, "package.json")).resolve("axe-core/axe.min.js"), "utf8");

type Axe = { run: (context: unknown, options: unknown) => Promise<AxeResults> };

/**
 * The faults that axe finds on the page, and those in the contrast of colors in the parts with a selector, or nowhere.
 * Colors take most of its time.
 */
export async function faults(page: Page, colored: string | null = "body"): Promise<string[]> {
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(AXE);
  const found = await page.evaluate(async (selector) => {
    const { axe } = window as unknown as { axe: Axe };
    const resultTypes = ["violations"];
    const all = await axe.run(document, { resultTypes, rules: { "color-contrast": { enabled: false } } });
    if (selector === null) return all.violations;
    const colors = await axe.run(selector, { resultTypes, runOnly: ["color-contrast"] });
    return [...all.violations, ...colors.violations];
  }, colored);
  return found.map(
    (it) => `${it.id}: ${it.nodes.map((node) => `${node.html} ${node.failureSummary}`).join(" | ")}`,
  );
}

/** Whether nothing is wider than the window. */
export const fitsIn = (page: Page): Promise<boolean> =>
  page.evaluate(() => document.documentElement.scrollWidth <= innerWidth);
