import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import type { AxeResults } from "axe-core";
import { ROOT } from "./support.ts";

const AXE = `(() => {
  ${readFileSync(createRequire(join(ROOT, "package.json")).resolve("axe-core/axe.min.js"), "utf8")}
})()`;

type Axe = { run: (context: unknown, options: unknown) => Promise<AxeResults> };

/** What is looked at: each takes a second or more. */
interface Sight {
  /** everything but colors, which is the same in all colors */
  elements: boolean;
  /** where the contrast of colors is measured */
  colors: string | null;
}

/** A page, whichever tool drives the browser. */
interface Page {
  evaluate<T, Given>(f: ((given: Given) => T | Promise<T>) | string, given?: Given): Promise<T>;
}

/** The faults that axe finds on the page. */
export async function faults(
  page: Page,
  sight: Sight = { elements: true, colors: "body" },
): Promise<string[]> {
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(AXE);
  const found = await page.evaluate(async ({ elements, colors }) => {
    const { axe } = window as unknown as { axe: Axe };
    const resultTypes = ["violations"];
    const runs: [unknown, unknown][] = [];
    if (elements) runs.push([document, { resultTypes, rules: { "color-contrast": { enabled: false } } }]);
    if (colors !== null) runs.push([colors, { resultTypes, runOnly: ["color-contrast"] }]);
    const violations = [];
    for (const [context, options] of runs) violations.push(...(await axe.run(context, options)).violations);
    return violations;
  }, sight);
  return found.map(
    (it) => `${it.id}: ${it.nodes.map((node) => `${node.html} ${node.failureSummary}`).join(" | ")}`,
  );
}

/** Whether nothing is wider than the window. */
export const fitsIn = (page: Page): Promise<boolean> =>
  page.evaluate(() => document.documentElement.scrollWidth <= innerWidth);
