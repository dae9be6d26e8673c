import assert from "node:assert/strict";
import { test } from "node:test";
import { sentence } from "../../src/adapters/readings.ts";

const reading = (outcome: "reads" | "differs" | "refuses", words: string) =>
  ({ reader: "bridge", title: "the agent bridge", outcome, words }) as const;

test("what is read is a sentence, and an exception is quoted", () => {
  assert.deepEqual(sentence(reading("reads", "reads 1 section, and deletes the file")), {
    look: "ok",
    start: "The agent bridge reads 1 section, and deletes the file",
    raised: "",
  });
  assert.deepEqual(sentence(reading("refuses", "Expecting value")), {
    look: "error",
    start: "The agent bridge refuses it:",
    raised: "Expecting value",
  });
  assert.equal(sentence(reading("differs", "passes on the object")).look, "warning");
});

test("the file's text in an exception is shown as it is, and as short as the rest", () => {
  const shown = (words: string): string => sentence(reading("refuses", words)).raised;
  assert.equal(shown("argument '\u202ea\u0007\u200b<b>'"), "argument '\\u{202e}a\\u{7}\\u{200b}<b>'");
  assert.equal(shown("- ⚠️ ask"), "- ⚠️ ask");
  assert.equal(shown(`${"x".repeat(399)}😀`), `${"x".repeat(399)}…`);
});
