import assert from "node:assert/strict";
import { test } from "node:test";
import { inTurn, next, performAll, select } from "../schedule.mjs";
import { steps } from "../steps.mjs";

/** Performs rows, each of which takes the time of its `length`, and says what ran at a time: "a b" is a beside b. */
async function moments(...rows) {
  const ends = new Map();
  const seen = [];
  const done = performAll(rows, (row) => {
    const { promise, resolve } = deferred();
    ends.set(row, { left: row.length ?? 1, resolve });
    return promise;
  });
  for (;;) {
    await new Promise((settled) => setImmediate(settled));
    if (ends.size === 0) break;
    seen.push([...ends.keys()].map((it) => it.name).join(" "));
    for (const [row, end] of ends) if (--end.left === 0) ends.delete(row) && end.resolve();
  }
  await done;
  return seen;
}

function deferred() {
  let resolve;
  const promise = new Promise((it) => {
    resolve = it;
  });
  return { promise, resolve };
}

test("two rows run at a time, the first ones first", async () => {
  assert.deepEqual(await moments({ name: "a", length: 3 }, { name: "b" }, { name: "c" }, { name: "d" }), [
    "a b",
    "a c",
    "a d",
  ]);
});

test("a row waits for those that it needs or comes after, if they are there", async () => {
  const rows = [
    { name: "a", length: 2 },
    { name: "b", needs: ["a"] },
    { name: "c", after: ["a", "nowhere"] },
    { name: "d" },
  ];
  assert.deepEqual(await moments(...rows), ["a d", "a", "b c"]);
});

test("rows that occupy the same run one after the other, beside others", async () => {
  const rows = [
    { name: "a", occupies: ["x"], length: 2 },
    { name: "b", occupies: ["x", "y"] },
    { name: "c", occupies: ["y"] },
  ];
  assert.deepEqual(await moments(...rows), ["a c", "a", "b"]);
});

test("three rows run at a time that wait for answers", async () => {
  const rows = ["a", "b", "c", "d"].map((name) => ({ name, waits: true, length: name === "a" ? 2 : 1 }));
  assert.deepEqual(await moments(...rows), ["a b c", "a d"]);
});

test("nothing runs beside a row that runs alone", async () => {
  const rows = [
    { name: "a", length: 2 },
    { name: "b", alone: true, length: 2 },
    { name: "c" },
    { name: "d", alone: true },
  ];
  assert.deepEqual(await moments(...rows), ["a c", "a", "b", "b", "d"]);
});

test("rows that wait for answers run beside each other, and beside no compiler", async () => {
  const rows = [
    { name: "a", length: 2 },
    { name: "b", waits: true, length: 2 },
    { name: "c", waits: true },
    { name: "d" },
    { name: "e", waits: true, alone: true },
  ];
  assert.deepEqual(await moments(...rows), ["a d", "a", "b c", "b", "e"]);
});

test("one row in the background runs beside any other that does not measure", async () => {
  const rows = [
    { name: "a", alone: true, length: 2 },
    { name: "b", background: true },
    { name: "c", background: true, length: 2 },
    { name: "d", alone: true, measures: true },
    { name: "e", waits: true, length: 2 },
    { name: "f", waits: true },
  ];
  assert.deepEqual(await moments(...rows), ["a b", "a c", "c e f", "e", "d"]);
});

test("a row in the background lets others have first what both occupy", async () => {
  const rows = [
    { name: "a", background: true, occupies: ["x"], length: 2 },
    { name: "b", length: 2 },
    { name: "c", needs: ["b"], occupies: ["x"] },
    { name: "d", alone: true },
    { name: "e", needs: ["a"], alone: true },
  ];
  assert.deepEqual(await moments(...rows), ["b", "b", "c", "a d", "a", "e"]);
});

test("rows that wait for each other are an error, not a run without an end", async () => {
  const rows = [
    { name: "a", needs: ["b"] },
    { name: "b", needs: ["a"] },
  ];
  await assert.rejects(
    performAll(rows, () => undefined),
    /a,b/,
  );
});

test("what rows print is not mixed: the first prints at once, the others when it is their turn", () => {
  const written = [];
  const open = inTurn((text) => written.push(text));
  const [a, b, c] = [open(), open(), open()];
  a.print("a1");
  b.print("b1");
  assert.deepEqual(written, ["a1"]);
  c.print("c1");
  c.end();
  a.print("a2");
  a.end();
  assert.deepEqual(written.splice(0), ["a1", "a2", "b1"]);
  b.print("b2");
  assert.deepEqual(written.splice(0), ["b2"]);
  b.end();
  assert.deepEqual(written, ["c1"]);
});

test("what a row in the background prints comes after its end", () => {
  const written = [];
  const open = inTurn((text) => written.push(text));
  const [a, b] = [open({ background: true }), open()];
  a.print("a1");
  b.print("b1");
  a.print("a2");
  a.end();
  assert.deepEqual(written.splice(0), ["b1"]);
  b.end();
  assert.deepEqual(written, ["a1", "a2"]);
});

test("the rows name others that come before them, and each can be the first when these have ended", () => {
  const names = steps.map((it) => it.name);
  assert.equal(new Set(names).size, names.length);
  for (const [index, row] of steps.entries()) {
    for (const name of [...(row.needs ?? []), ...(row.after ?? [])])
      assert.ok(names.indexOf(name) < index && names.includes(name), `${row.name}: ${name}`);
    assert.equal(next([row], []), row);
  }
});

test("what builds with cargo occupies it", () => {
  for (const { name, run = "", occupies, alone, waits } of steps) {
    if (!/cargo (build|check|clippy|test)|pack\.sh/.test(run)) continue;
    assert.ok(alone || waits || occupies?.includes("cargo"), name);
  }
});

test("a wish selects rows and what they need, and some rows only run by name", () => {
  const rows = [
    { name: "set up it", run: "1" },
    { name: "large set up", run: "1", named: true },
    { name: "large", run: "1", named: true, needs: ["large set up", "set up it"] },
    { name: "small", run: "1", needs: ["set up it"] },
    { name: "quick", quick: "1" },
  ];
  const names = (wish) => select(rows, wish).map((it) => it.name);
  assert.deepEqual(names(), ["set up it", "small"]);
  assert.deepEqual(names(" , "), ["set up it", "small"]);
  assert.deepEqual(names("large"), ["set up it", "large set up", "large"]);
  assert.deepEqual(names("small,arg"), ["set up it", "small"]);
  assert.deepEqual(names("set up"), ["set up it"]);
  assert.deepEqual(names("quick"), []);
});

test("what downloads or takes long is left out of the plain test", () => {
  const plain = select(steps).map((it) => it.name);
  for (const name of ["matrix", "scale"]) {
    assert.ok(!plain.some((it) => it.startsWith(name)), name);
    assert.ok(select(steps, name).some((it) => it.name === name));
  }
  assert.ok(plain.includes("scripts") && !plain.includes("set up quick"));
});
