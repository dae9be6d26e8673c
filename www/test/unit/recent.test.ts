import assert from "node:assert/strict";
import { test } from "node:test";
import { type Recent, read, withFile } from "../../src/adapters/recent.ts";

const recent = (id: number, text = `${id}`): Recent => ({
  id,
  fileName: "a.json",
  text,
  verdict: "1 error",
  look: "error",
});
const ids = (all: readonly Recent[]): number[] => all.map((it) => it.id);

test("the last ten files are remembered, each once", () => {
  let all: Recent[] = [];
  for (let id = 1; id <= 12; id += 1) all = withFile(all, recent(id));
  assert.deepEqual(ids(all), [12, 11, 10, 9, 8, 7, 6, 5, 4, 3]);
  all = withFile(all, recent(7, "changed"));
  assert.deepEqual(ids(all), [7, 12, 11, 10, 9, 8, 6, 5, 4, 3]);
  // The same file, opened once more.
  assert.deepEqual(ids(withFile(all, recent(13, "5"))), [13, 7, 12, 11, 10, 9, 8, 6, 4, 3]);
});

test("they take limited room", () => {
  assert.deepEqual(withFile([], recent(1, "x".repeat(200_001))), []);
  assert.deepEqual(withFile([], recent(1, "")), []);
  let all: Recent[] = [];
  for (let id = 1; id <= 9; id += 1) all = withFile(all, recent(id, `${id}`.repeat(200_000)));
  assert.deepEqual(ids(all), [9, 8, 7, 6, 5]);
});

test("what something else stored is no file", () => {
  assert.equal(read(null), null);
  for (const it of ["", "{}", "[1, null, {}]", '[{"id": "1"}]']) assert.deepEqual(read(it), []);
  assert.deepEqual(read(JSON.stringify([recent(1), { ...recent(2), text: 5 }])), [recent(1)]);
});
