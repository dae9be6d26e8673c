/** Checks of one file, one after the other. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { createTurns } from "../../src/turns.js";

test("whoever asks for a run that has not begun gets that one, and others follow it", async () => {
  const turns = createTurns<number>();
  const ends: (() => void)[] = [];
  let begun = 0;
  const run = (): Promise<number> => {
    const number = ++begun;
    return new Promise((done) => ends.push(() => done(number)));
  };
  const first = turns.take("a", run);
  await Promise.resolve();
  assert.equal(begun, 1);
  const waiting = [turns.take("a", run), turns.take("a", run), turns.take("a", run)];
  const other = turns.take("b", run);
  await Promise.resolve();
  assert.equal(begun, 2, "the one of another file, which waits for none of these");
  ends[1]?.();
  assert.equal(await other, 2);
  ends[0]?.();
  assert.equal(await first, 1);
  await new Promise((done) => setTimeout(done));
  assert.equal(begun, 3, "one for all three");
  ends[2]?.();
  assert.deepEqual(await Promise.all(waiting), [3, 3, 3]);
  const last = turns.take("a", run);
  await new Promise((done) => setTimeout(done));
  ends[3]?.();
  assert.equal(await last, 4);
});

test("a run that fails ends like any other", async () => {
  const turns = createTurns<number>();
  const failing = turns.take("a", () => Promise.reject(new Error("no file")));
  await Promise.resolve();
  const next = turns.take("a", () => Promise.resolve(1));
  await assert.rejects(failing, /no file/);
  assert.equal(await next, 1);
});
