/** The table of cases that the command passes too: the same text, the same findings, the same outcome. */

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { coversPath, hoverProject, matchesGlob, projectKeys, readProject } from "./reader.js";

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
    const read = readProject(text);
    const findings = read.findings.map(({ range: { start, end }, message }) => {
      const line = start.line === end.line ? "" : `${end.line + 1}:`;
      return `${start.line + 1}:${start.character + 1}-${line}${end.character + 1} ${message}`;
    });
    assert.deepEqual(findings, it.findings);
    const { profile, payloads, rules } = read;
    assert.deepEqual({ profile, payloads, rules }, it.effective);
    const files = Object.keys(it.files).map((path) => [
      path,
      read.exclude.some((glob) => coversPath(glob, path))
        ? "excluded"
        : (read.files.findLast((one) => matchesGlob(one.glob, path))?.format ?? null),
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
    const { findings } = readProject(text);
    assert.ok(findings.length > 0 && findings.length <= 1000, text.slice(0, 40));
    for (const { range } of findings) {
      assert.ok(
        range.start.line >= 0 && range.end.line <= text.split(/\r\n|\r|\n/).length,
        text.slice(0, 40),
      );
    }
  }
});

test("every key is known where it is hovered over, in UTF-16", () => {
  for (const { table, name, words } of projectKeys()) {
    const key = name || "missing-field";
    const [word = { name: "x" }] = words;
    const before = `# 😀\n${{ "": "", rules: "[rules]\n", files: "[[files]]\n" }[table]}`;
    const text = `${before}${key} = "${word.name}" # é`;
    for (const offset of [before.length, before.length + key.length, text.length - 5]) {
      const known = hoverProject(text, offset);
      assert.ok(known, `${key} at ${offset}`);
      assert.ok(known.markdown.startsWith(`**\`${key}\`**: `), `${key} at ${offset}`);
      assert.equal(known.rule, name ? null : key);
      assert.equal(known.range.start.line, text.split("\n").length - 1);
    }
    assert.equal(hoverProject(text, text.length), null);
  }
});
