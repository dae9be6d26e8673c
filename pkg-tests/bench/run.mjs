/**
 * Measures the packed package against others, side by side, and against its budgets: exits with 1 if one is exceeded.
 * Arguments are names of parts: `node bench/run.mjs ordinary keystroke`. With `--write`, the tables of these parts in
 * docs/benchmarks.md are updated.
 */

import { rmSync } from "node:fs";
import { installPackage } from "../lib/consumer.mjs";
import { record } from "./record.mjs";

const folder = installPackage();
process.env.AGENT_RESPONSE_CONSUMER = folder;
const { load } = await import("../lib/consumer.mjs");
const sections = await import("./sections.mjs");
const { chromium } = await import("./chromium.mjs");
const ar = await load();

/** @type {[string, () => Iterable<import("./sections.mjs").Row> | AsyncIterable<import("./sections.mjs").Row>][]} */
const parts = [
  ["sizes", () => sections.sizes()],
  ["start", () => sections.coldStart(folder)],
  ["ordinary", () => sections.ordinary(ar)],
  ["valid", () => sections.valid(ar)],
  ["faulty", () => sections.faulty(ar)],
  ["keystroke", () => sections.keystroke(ar)],
  ["fixes", () => sections.fixes(ar)],
  ["chromium", () => chromium()],
  ["doubling", () => sections.doubling(ar)],
  ["memory", () => sections.memory(folder)],
  ["command", () => sections.command()],
];
const writes = process.argv.includes("--write");
const wanted = process.argv.slice(2).filter((it) => it !== "--write");
const unknown = wanted.filter((it) => !parts.some(([name]) => name === it));
if (unknown.length > 0)
  throw new Error(`no such part: ${unknown.join(", ")}; expected ${parts.map((it) => it[0]).join(", ")}`);
/** @type {string[]} */
const failed = [];
for (const [name, run] of parts) {
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  console.log(`\n${name}`);
  const rows = [];
  for await (const row of run()) {
    rows.push(row);
    const { most = Infinity, note = "", peers = {} } = row;
    const kept = row.value <= most;
    if (!kept) failed.push(`${row.name}: ${row.value.toFixed(2)} ${row.unit}, at most ${most}`);
    const budget = most === Infinity ? "" : `≤ ${Number(most.toFixed(2))}`;
    const value = `${row.value.toFixed(2)} ${row.unit}`;
    const others = Object.entries(peers).map(([peer, ratio]) => `${peer} ${ratio.toFixed(1)}`);
    const notes = [note, ...others].join("; ");
    console.log(
      `${kept ? " " : "!"} ${row.name.padEnd(58)} ${value.padStart(14)}  ${budget.padEnd(7)} ${notes}`,
    );
  }
  if (writes) record(name, rows);
}
rmSync(folder, { recursive: true, force: true });
console.log(
  failed.length === 0
    ? "\nAll budgets are kept."
    : `\nNot kept:\n${failed.map((it) => `  ${it}`).join("\n")}`,
);
process.exitCode = failed.length === 0 ? 0 : 1;
