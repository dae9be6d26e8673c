/** Where the record of a payload is after a change of its file. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { lineAfter } from "../../src/payload/address.js";
import { Range } from "./vscode.js";

const after = (line: number, [from, fromAt, to, toAt]: [number, number, number, number], text: string) =>
  lineAfter(line, { range: new Range(from, fromAt, to, toAt) as never, text });

test("a record moves with the lines above it, and with nothing else", () => {
  assert.equal(after(2, [0, 0, 0, 0], "{}\n"), 3, "a line at the beginning");
  assert.equal(after(2, [2, 0, 2, 0], "{}\n{}\n"), 4, "two lines right above");
  assert.equal(after(2, [0, 0, 1, 0], ""), 1, "without the first line");
  assert.equal(after(2, [1, 0, 2, 0], ""), 1, "without the line right above");
  assert.equal(after(2, [1, 4, 1, 4], "x"), 2, "a character above");
  assert.equal(after(2, [2, 0, 2, 0], " "), 2, "a character at its beginning");
  assert.equal(after(2, [2, 5, 2, 9], "\n"), 2, "a break in the record");
  assert.equal(after(2, [3, 0, 3, 0], "{}\n"), 2, "a line below");
});
