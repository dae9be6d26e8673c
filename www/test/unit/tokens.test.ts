import assert from "node:assert/strict";
import { test } from "node:test";
import * as prose from "../../build/prose.ts";
import { tokens } from "../../src/adapters/tokens.ts";

const parse = (markdown: string, draw: prose.Draw = () => []): prose.Prose[] => prose.parse(markdown, draw);
const of = (line: string, kind: string): string[] =>
  tokens(line).flatMap((it) => (it.kind === kind ? [line.slice(it.from, it.to)] : []));

test("keys, strings, atoms and signs are distinguished", () => {
  const line = '  "a" : ["x", -1.5e3, true, null], }';
  assert.deepEqual(of(line, "key"), ['"a"']);
  assert.deepEqual(of(line, "string"), ['"x"']);
  assert.deepEqual(of(line, "atom"), ["-1.5e3", "true", "null"]);
  assert.deepEqual(of(line, "sign"), [":", "[", ",", ",", ",", "]", ",", "}"]);
});

test("escapes stand out, the quotes they escape do not", () => {
  const line = String.raw`"{\"a\": \"x\\ny \u00e9 \\\"q\\\"\"}"`;
  assert.deepEqual(of(line, "encoded"), [line]);
  assert.deepEqual(of(line, "inner-key"), ['"a']);
  assert.deepEqual(of(line, "escape"), ["\\", "\\", "\\", "\\\\n", "\\u00e9", "\\\\\\", "\\\\\\", "\\"]);
});

test("a stretch of a line has the tokens of the whole line there", () => {
  const line = String.raw`{"a": "{\"b\": [1, \"x\\n\"]}", "c": true, "d": "words \\"}`;
  const whole = tokens(line);
  for (let from = 0; from < line.length; from += 1)
    for (let to = from + 1; to <= line.length; to += 1) {
      const clipped = whole
        .map((it) => ({ ...it, from: Math.max(it.from, from), to: Math.min(it.to, to) }))
        .filter((it) => it.from < it.to && !/atom|sign/.test(it.kind));
      const found = tokens(line, from, to).filter((it) => !/atom|sign/.test(it.kind));
      assert.deepEqual(found, clipped, `${from}-${to}`);
    }
});

test("a string that does not end is colored to the end of its line", () => {
  assert.deepEqual(of('"abc', "string"), ['"abc']);
  assert.deepEqual(of('"abc\\', "string"), ['"abc\\']);
});

test("regular expressions read little more of a line than the part that is asked for", () => {
  const sentence = String.raw`A \"quoted\" line and \\ more, 12 times: `.repeat(2500);
  const lines = [
    `{"a": "${sentence}", "b": "${sentence}"}`,
    `{"a": "${sentence}`,
    `${"words ".repeat(20_000)}"a"${" words".repeat(20_000)}`,
    `{${'"key": "value", '.repeat(6000)}}`,
  ];
  const { exec } = RegExp.prototype;
  let read = 0;
  RegExp.prototype.exec = function (text) {
    const { lastIndex } = this;
    const found = exec.call(this, text);
    read +=
      (found === null ? (this.sticky ? lastIndex : text.length) : found.index + found[0].length) - lastIndex;
    return found;
  };
  try {
    for (const line of lines)
      for (const from of [0, 50_000, line.length - 1000]) {
        read = 0;
        tokens(line, from, from + 1000);
        assert.ok(read < 5000, `${read} characters from ${from} of ${line.length}`);
      }
  } finally {
    RegExp.prototype.exec = exec;
  }
});

test("tokens are in order, inside the line, and overlap only as escapes in strings", () => {
  for (const line of [
    '{"a":1}',
    '"\\',
    '""""',
    "-",
    "12-3e",
    '"a""b":',
    "nulltrue",
    "{]}",
    '"\\u00',
    '日本 😀 "x"',
  ]) {
    let last = 0;
    for (const it of tokens(line)) {
      assert.ok(it.from >= last && it.from < it.to && it.to <= line.length, line);
      last = it.from;
    }
  }
});

test("a rule's page becomes a tree, and markup in it stays text", () => {
  assert.deepEqual(parse("Say `a` & **b**"), [["p", "Say ", ["code", "a"], " & ", ["strong", "b"]]]);
  assert.deepEqual(parse("<img src=x onerror=alert(1)>"), [["p", "<img src=x onerror=alert(1)>"]]);
  assert.deepEqual(parse("a <b>c</b>"), [["p", "a <b>c</b>"]]);
  assert.deepEqual(parse("[x](other-rule.md)"), [["p", ["a", "other-rule.md", "x"]]]);
  const drawn = parse("```json fixed\n{}\n```", ({ lang = "", text }) => [["example", lang, text]]);
  assert.deepEqual(drawn, [["example", "json fixed", "{}"]]);
  assert.deepEqual(parse("- a\n- b"), [["ul", ["li", "a"], ["li", "b"]]]);
  assert.deepEqual(parse("|a|\n|-|\n|`b`|"), [
    ["table", ["thead", ["tr", ["th", "a"]]], ["tbody", ["tr", ["td", ["code", "b"]]]]],
  ]);
});
