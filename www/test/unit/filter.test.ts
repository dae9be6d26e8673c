import assert from "node:assert/strict";
import { test } from "node:test";
import { type Entry, fits, type Wish } from "../../src/adapters/filter.ts";

const entry: Entry = {
  words: "missing-comma no comma between two items is missing before",
  severity: "error",
  fix: "safe",
  formats: ["agent-response", "factory"],
};
const wish = (some: Partial<Wish>): Wish => ({ q: "", format: "", severity: "", fix: "", ...some });

test("who asks for nothing gets everything", () => {
  assert.ok(fits(entry, wish({})));
});

test("each word of the search has to occur, in whatever order, in capitals or not", () => {
  assert.ok(fits(entry, wish({ q: "Items COMMA" })));
  assert.ok(fits(entry, wish({ q: "miss" })));
  assert.equal(fits(entry, wish({ q: "comma bracket" })), false);
});

test("the filters apply together", () => {
  assert.ok(fits(entry, wish({ format: "factory", severity: "error", fix: "safe", q: "comma" })));
  assert.equal(fits(entry, wish({ format: "enhancement" })), false);
  assert.equal(fits(entry, wish({ severity: "hint" })), false);
  assert.equal(fits(entry, wish({ fix: "none" })), false);
});

test("a rule without a format is shown only when no format is chosen", () => {
  const bound = { ...entry, formats: [] };
  assert.ok(fits(bound, wish({})));
  assert.equal(fits(bound, wish({ format: "factory" })), false);
});
