/** What the extension still has to do, as tests wait for it. */

import assert from "node:assert/strict";
import { mock, test } from "node:test";
import { createLater } from "../../src/later.js";
import { begin, during, idle, pending } from "../../src/pending.js";

/** Whether the extension is idle after everything that can happen without a further event has happened. */
async function isIdle(): Promise<boolean> {
  let is = false;
  idle().then(() => {
    is = true;
  });
  for (let n = 0; n < 3; n++) await new Promise((done) => setTimeout(done));
  return is;
}

test("work is pending until it ends, which may be said twice", async () => {
  await idle();
  const [one, two] = [begin("one"), begin("two")];
  assert.deepEqual(pending(), ["one", "two"]);
  one();
  one();
  assert.deepEqual(pending(), ["two"]);
  assert.equal(await isIdle(), false);
  two();
  await idle();
});

test("a promise is pending until it is settled, either way, and so is what its end begins", async () => {
  let [finish, fail] = [(): void => {}, (_: Error): void => {}];
  const first = new Promise<void>((done) => {
    finish = done;
  });
  const second = new Promise<void>((_, no) => {
    fail = no;
  });
  during("first", first)
    .then(() => during("second", second))
    .catch(() => {});
  finish();
  await first;
  assert.equal(await isIdle(), false);
  assert.deepEqual(pending(), ["second"]);
  fail(new Error("no file"));
  await idle();
});

test("a rejection is left to the caller", async () => {
  await assert.rejects(during("it", Promise.reject(new Error("no file"))), /no file/);
});

test("a delayed task is pending until it has run or is canceled, and a later one replaces it", () => {
  mock.timers.enable({ apis: ["setTimeout"] });
  const later = createLater();
  const done: string[] = [];
  later.schedule("a", () => done.push("first"), 100);
  mock.timers.tick(99);
  later.schedule("a", () => done.push("second"), 100);
  later.schedule("b", () => done.push("canceled"), 100);
  assert.deepEqual(pending(), ["later: a", "later: b"]);
  later.cancel("b");
  mock.timers.tick(99);
  assert.deepEqual([done, later.isWaiting("a")], [[], true]);
  mock.timers.tick(1);
  assert.deepEqual([done, later.isWaiting("a"), pending()], [["second"], false, []]);
  later.schedule("a", () => done.push("disposed"), 100);
  later.dispose();
  mock.timers.tick(100);
  assert.deepEqual([done, pending()], [["second"], []]);
  later.schedule(
    "a",
    () => {
      throw new Error("no file");
    },
    1,
  );
  assert.throws(() => mock.timers.tick(1), /no file/);
  assert.deepEqual(pending(), []);
  mock.timers.reset();
});
