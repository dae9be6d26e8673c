/** Writes the measurements into docs/benchmarks.md, each part between its marks, and the chart next to it. */

import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../lib/consumer.mjs";

/** @typedef {import("./sections.mjs").Row} Row */

const PAGE = join(root, "docs/benchmarks.md");
const CHART = join(root, "docs/benchmarks.svg");

/** Replaces the previous table of a part. */
export function record(/** @type {string} */ part, /** @type {Row[]} */ rows) {
  const page = readFileSync(PAGE, "utf8");
  const [open, close] = [`<!-- ${part} -->`, `<!-- /${part} -->`];
  const from = page.indexOf(open);
  const to = page.indexOf(close);
  // The page does not show all parts.
  if (from < 0 || to < from) return;
  writeFileSync(PAGE, `${page.slice(0, from + open.length)}\n${table(rows)}\n${page.slice(to)}`);
  if (part === "ordinary") writeFileSync(CHART, chart(rows));
}

function table(/** @type {Row[]} */ rows) {
  const peers = [...new Set(rows.flatMap((it) => Object.keys(it.peers ?? {})))];
  const head = [
    "measured",
    "agent-response",
    "budget",
    ...peers,
    ...(rows.some((it) => it.note) ? ["note"] : []),
  ];
  const lines = rows.map(({ name, value, unit, most, note, peers: others = {} }) => [
    name,
    `${value.toFixed(2)} ${unit}`,
    most === undefined ? "" : `${Number(most.toFixed(2))}`,
    ...peers.map((it) => others[it]?.toFixed(1) ?? ""),
    ...(head.includes("note") ? [note ?? ""] : []),
  ]);
  const row = (/** @type {string[]} */ cells) => `| ${cells.join(" | ")} |`;
  return ["", row(head), row(head.map((_, it) => (it === 0 ? "---" : "--:"))), ...lines.map(row), ""].join(
    "\n",
  );
}

const COLORS = ["#2f6fde", "#8a8f98", "#b0b5bd", "#cfd3d9"];
const [LABEL, WIDTH, BAR, GAP] = [190, 760, 13, 14];

/** Bars on a scale of powers of two: how many times the duration of `JSON.parse` for both levels. */
function chart(/** @type {Row[]} */ rows) {
  const shown = rows.filter((it) => Object.keys(it.peers ?? {}).length > 0);
  const names = ["agent-response", ...Object.keys(shown[0]?.peers ?? {})];
  const most = Math.max(...shown.flatMap((it) => [it.value, ...Object.values(it.peers ?? {})]));
  const last = Math.max(2, Math.ceil(Math.log2(most)));
  // The scale starts at a quarter of the unit.
  const x = (/** @type {number} */ ratio) =>
    LABEL + ((Math.max(-2, Math.log2(ratio)) + 2) / (last + 2)) * (WIDTH - LABEL - 40);
  const parts = [];
  let y = 44;
  for (const { name, value, peers = {} } of shown) {
    const ratios = [value, ...names.slice(1).map((it) => peers[it] ?? Number.NaN)];
    parts.push(`<text x="${LABEL - 8}" y="${y + 2 * BAR + 4}" text-anchor="end">${name}</text>`);
    ratios.forEach((ratio, index) => {
      const width = (x(ratio) - LABEL).toFixed(1);
      parts.push(
        `<rect x="${LABEL}" y="${y + index * BAR}" width="${width}" height="${BAR - 2}" fill="${COLORS[index]}"/>`,
        `<text x="${(x(ratio) + 4).toFixed(1)}" y="${y + index * BAR + BAR - 4}" class="n">${ratio.toFixed(1)}</text>`,
      );
    });
    y += names.length * BAR + GAP;
  }
  const lines = Array.from({ length: last + 3 }, (_, it) => 2 ** (it - 2)).map((ratio) => {
    const at = x(ratio).toFixed(1);
    const width = ratio === 1 ? 1.5 : 0.5;
    return `<line x1="${at}" x2="${at}" y1="36" y2="${y - GAP}" stroke="#8884" stroke-width="${width}"/><text x="${at}" y="${y}" text-anchor="middle" class="n">${ratio}×</text>`;
  });
  const keys = names.map(
    (name, index) =>
      `<rect x="${LABEL + index * 150}" y="12" width="10" height="10" fill="${COLORS[index]}"/><text x="${LABEL + 15 + index * 150}" y="21">${name}</text>`,
  );
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${y + 12}" font-family="system-ui, sans-serif" font-size="11">
<title>Time to check ordinary files, in multiples of JSON.parse of both levels; shorter is faster</title>
<style>text { fill: #57606a } .n { font-size: 9px } @media (prefers-color-scheme: dark) { text { fill: #adbac7 } }</style>
${[...keys, ...lines, ...parts].join("\n")}
</svg>
`;
}
