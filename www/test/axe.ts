import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import type { AxeResults } from "axe-core";
import type { Page } from "playwright-core";
import { ROOT } from "./support.ts";

const AXE = readFileSync(createRequire(join(ROOT, "package.json")).resolve("axe-core/axe.min.js"), "utf8");

/** The faults that axe finds; colors take most of its time. */
export async function faults(page: Page, colours = true): Promise<string[]> {
  await page.evaluate(AXE);
  const found = await page.evaluate(
    (enabled) =>
      (window as unknown as { axe: { run: (options: unknown) => Promise<AxeResults> } }).axe.run({
        rules: { "color-contrast": { enabled } },
      }),
    colours,
  );
  return found.violations.map(
    (it) => `${it.id}: ${it.nodes.map((node) => `${node.html} ${node.failureSummary}`).join(" | ")}`,
  );
}

/** Whether nothing is wider than the window. */
export const fitsIn = (page: Page): Promise<boolean> =>
  page.evaluate(() => document.documentElement.scrollWidth <= innerWidth);
