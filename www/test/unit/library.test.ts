import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { formats, rules, validate } from "agent-response/tools";
import { checked, type Example } from "../../build/examples.ts";
import { figure } from "../../build/html.ts";
import { FORMATS, RULES, readLibrary } from "../../build/pages.ts";
import { toOptions } from "../../src/adapters/setup.ts";

const library = readLibrary();
const all = rules();
const pages = [
  ...library.rules.map((it) => ({ name: it.code, examples: it.examples })),
  ...library.formats.map((it) => ({ name: it.info.id, examples: it.examples })),
];
const each = function* (): Generator<{ name: string; example: Example }> {
  for (const { name, examples } of pages) for (const example of examples) yield { name, example };
};

test("every rule and every format has a page", () => {
  assert.deepEqual(
    library.rules.map((it) => it.code),
    all.map((it) => it.code),
  );
  for (const it of library.rules) assert.ok(it.tree.length > 0, it.code);
  assert.deepEqual(
    library.formats.map((it) => it.info.id),
    formats().map((it) => it.id),
  );
  const pagesIn = (folder: string): string[] => readdirSync(folder).filter((it) => it.endsWith(".md"));
  assert.deepEqual(library.formats.map((it) => `${it.info.id}.md`).sort(), pagesIn(FORMATS).sort());
  assert.deepEqual(library.rules.map((it) => `${it.code}.md`).sort(), pagesIn(RULES).sort());
});

test("an example shows what the checker finds in it", () => {
  let n = 0;
  for (const { name, example } of each()) {
    if (example.setup === null) continue;
    const report = validate(checked(example), toOptions(example.setup, all));
    assert.deepEqual(
      example.findings.map((it) => `${it.line} ${it.severity} ${it.code} ${it.message}`),
      report.diagnostics.map(
        (it) => `${Math.min(it.range.start.line, lines(example))} ${it.severity} ${it.code} ${it.message}`,
      ),
      name,
    );
    n += example.findings.length;
  }
  assert.ok(n > 100, `only ${n} findings`);
});

const lines = ({ text }: Example): number => Math.max(text.split("\n").length - 2, 0);

test("the text of an example comes out of its HTML as it went in", () => {
  const plain = { "&amp;": "&", "&lt;": "<", "&gt;": ">", "&quot;": '"' } as Record<string, string>;
  for (const { name, example } of each()) {
    const html = /<pre><code>(.*)<\/code><\/pre>/s.exec(figure(example, "example-1", true))?.[1] ?? "";
    assert.equal(
      html.replace(/<[^>]*>/g, "").replace(/&\w+;/g, (it) => plain[it] ?? it),
      example.text,
      name,
    );
  }
});

test("what is underlined is what the checker marks", () => {
  let n = 0;
  for (const { name, example } of each()) {
    if (example.setup === null || example.setup.encodings !== undefined) continue;
    const report = validate(example.text, toOptions(example.setup, all));
    for (const [idx, { from, to, range }] of report.diagnostics.entries()) {
      // A line of carets shows one line, and at least one character.
      if (range.end.line !== range.start.line || from === to) continue;
      const it = example.findings[idx];
      assert.deepEqual([it?.from, it?.to], [from, to], `${name}: ${it?.message}`);
      n += 1;
    }
  }
  assert.ok(n > 100, `only ${n} findings`);
});

test("what is said of a rule's fix agrees with the fixes on its page", () => {
  for (const { code, fix } of library.rules) {
    const text = readFileSync(join(RULES, `${code}.md`), "utf8");
    if (/^`{3,}json fixed/m.test(text)) assert.equal(fix, "safe", code);
    else if (/^`{3,}json suggested/m.test(text)) assert.equal(fix, "suggestion", code);
  }
});

test("what is said of a rule's formats comes of running its examples", () => {
  const of = (code: string): string[] => library.rules.find((it) => it.code === code)?.formats ?? [];
  const ids = formats().map((it) => it.id);
  // About the text, two formats, the payload, a file next to others, and the tool.
  assert.deepEqual(of("missing-comma"), ids);
  assert.ok(of("missing-field").includes("agent-request") && of("missing-field").includes("agent-response"));
  assert.ok(of("section-without-field").includes("enhancement"));
  assert.deepEqual(of("pair-id"), ["agent-response"]);
  assert.deepEqual(of("internal-error"), []);
  for (const { code, formats, examples } of library.rules)
    if (examples.some((it) => it.findings.length > 0 && it.setup?.format !== undefined))
      assert.notEqual(formats.length, 0, code);
});

test("each format has an example in which nothing is wrong", () => {
  for (const { info, examples } of library.formats) {
    const clean = examples.filter(
      (it) => it.setup !== null && it.findings.every(({ code }) => code === "recognised-format"),
    );
    assert.notEqual(clean.length, 0, info.id);
  }
});
