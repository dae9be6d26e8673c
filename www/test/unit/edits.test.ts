import assert from "node:assert/strict";
import { test } from "node:test";
import { Text } from "@codemirror/state";
import { difference, edited } from "../../src/adapters/edits.ts";
import { toEntries, toEntry } from "../../src/adapters/ledger.ts";

const applied = (edits: { from: number; to: number; text: string }[]) =>
  ({ code: "some-rule", title: "do it", message: "off", safety: "safe", edits }) as const;

/** The same in a line of the text that was to be fixed. */
const appliedIn = (line: number, edits: { from: number; to: number; text: string }[]) => {
  const place = { line: line - 1, character: 0 };
  return { ...applied(edits), range: { start: place, end: place } };
};

const doc = (text: string): Text => Text.of(text.split("\n"));

test("what differs is one edit between the ends that are shared", () => {
  assert.deepEqual(difference("abcd", "abXd"), { from: 2, to: 3, text: "X" });
  assert.deepEqual(difference("aa", "aaa"), { from: 2, to: 2, text: "a" });
  assert.deepEqual(difference("aaa", "aa"), { from: 2, to: 3, text: "" });
  assert.deepEqual(difference("", "x"), { from: 0, to: 0, text: "x" });
  assert.equal(difference("same", "same"), null);
});

test("a difference leads to the other text, whatever the texts", () => {
  const words = ["", "a", "ab", "ba", "aab", "abab", "{}", "{ }", "😀", "😀😀", "😁"];
  for (const before of words) {
    for (const after of words) {
      const edit = difference(before, after);
      const { from, to, text } = edit ?? { from: 0, to: 0, text: "" };
      assert.equal(before.slice(0, from) + text + before.slice(to), after);
    }
  }
});

test("an entry shows what went and what came, with its line and neighbours", () => {
  const entry = toEntry(doc('{\n  "result": "{}"\n}'), applied([{ from: 4, to: 12, text: '"response"' }]));
  assert.deepEqual(entry.changes, [
    { line: 2, before: "", removed: '"result"', inserted: '"response"', after: ': "{}"' },
  ]);
});

test("an entry keeps the two ends of long text", () => {
  const [change] = toEntry(doc("x".repeat(500)), applied([{ from: 0, to: 500, text: "" }])).changes;
  assert.ok(change !== undefined && change.removed.length < 100 && change.removed.includes(" … "));
});

test("fixes that follow each other are shown as they were made, with lines of the text before", () => {
  const entries = toEntries(doc("abc\ndef"), [
    appliedIn(1, [
      { from: 4, to: 5, text: "D\n" },
      { from: 0, to: 1, text: "AAA" },
    ]),
    appliedIn(1, [{ from: 3, to: 4, text: "B" }]),
    appliedIn(2, [{ from: 8, to: 9, text: "E" }]),
  ]);
  assert.deepEqual(
    entries.map((it) => it.changes.map(({ line, removed }) => `${line ?? ""}${removed}`)),
    [["1a", "d"], ["1b"], ["2e"]],
  );
});

test("line ends that a text area does not show stay", () => {
  const shown = (text: string): string => text.replace(/\r\n?/g, "\n");
  const check = (before: string, value: string, after: string): void =>
    assert.equal(edited(before, value), after, JSON.stringify([before, value]));
  for (const text of ["", "a\r\nb\rc\nd\r\n", "\r\r\n\n"]) check(text, shown(text), text);
  check("a\r\nb\rc\n", "a\nbX\nc\n", "a\r\nbX\rc\n");
  check("a\r\nb\r\n", "a\nb\nc\n", "a\r\nb\r\nc\r\n");
  check("a\nb\r\n", "a\n\nb\n", "a\n\nb\r\n");
  check("a\r\nb", "ab", "ab");
  check("a\r\nb", "", "");
  check("", "a\nb", "a\nb");
});
