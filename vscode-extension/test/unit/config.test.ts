/** The table of cases that the command passes too: the same text, the same findings, the same outcome. */

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import * as toml from "toml-eslint-parser";
import { placesOf } from "../../src/config/places.js";
import { readConfig } from "../../src/config/read.js";

interface Case {
  name: string;
  toml: string[];
  findings: string[];
  effective: { profile: string | null; payloads: string | null; rules: Record<string, string> };
  files: Record<string, string | null>;
}

const cases: Case[] = JSON.parse(readFileSync(process.env.CONFIG_CASES ?? "", "utf8"));

for (const it of cases) {
  test(`project file: ${it.name}`, () => {
    const text = it.toml.join("\n");
    const { wishes, faults } = readConfig(text, toml);
    const place = placesOf(text);
    const findings = faults.map(({ from, to, message }) => {
      const [start, end] = [place(from), place(to)];
      const line = start.line === end.line ? "" : `${end.line + 1}:`;
      return `${start.line + 1}:${start.character + 1}-${line}${end.character + 1} ${message}`;
    });
    assert.deepEqual(findings, it.findings);
    const { profile = null, payloads = null, rules } = wishes;
    assert.deepEqual({ profile, payloads, rules }, it.effective);
    const files = Object.keys(it.files).map((path) => [
      path,
      wishes.files.findLast((one) => one.glob(path))?.format ?? null,
    ]);
    assert.deepEqual(Object.fromEntries(files), it.files);
  });
}

test("nothing is too strange to be read", () => {
  const texts = [
    "[".repeat(10_000),
    `a = ${"[".repeat(10_000)}`,
    `a = ${"{b=".repeat(10_000)}`,
    "a.".repeat(10_000),
    '"'.repeat(10_000),
    "\u0000\r\r😀",
    Array.from({ length: 20_000 }, (_, idx) => `k${idx} = 1\n`).join(""),
    " ".repeat(2 << 20),
  ];
  for (const text of texts) {
    const { faults } = readConfig(text, toml);
    assert.ok(faults.length > 0 && faults.length <= 1000, text.slice(0, 40));
    assert.ok(faults.every(({ from, to }) => from >= 0 && from <= to && to <= text.length));
  }
});
