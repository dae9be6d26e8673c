/** What keeps a payload and its file the same, without VS Code. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { applied, change, editsBetween, merged } from "../../src/payload/merge.js";
import { shown, unified } from "../../src/payload/shown.js";

/** Numbers that look random and are the same in each run. */
function random(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

const PIECES = ["a", "b", "\n", "\r\n", "\r", "😀", "é", '"', "\\", " "];

function someText(next: (below: number) => number, length: number): string {
  return Array.from({ length: next(length) }, () => PIECES[next(PIECES.length)]).join("");
}

test("an edit of the shown text changes nothing else of the real one", () => {
  const next = random(1);
  for (let round = 0; round < 2000; round++) {
    const real = (round % 5 === 0 ? "\ufeff" : "") + someText(next, 12);
    const view = shown(real);
    const [from, to] = [next(view.text.length + 1), next(view.text.length + 1)].sort((a, b) => a - b);
    assert.ok(from !== undefined && to !== undefined);
    const edit = { from, to, text: unified(someText(next, 4)) };
    const after = applied(real, [view.toReal(edit)]);
    const told = JSON.stringify({ real, edit });
    assert.equal(shown(after).text, applied(view.text, [edit]), told);
    // A lone CR before a LF that came there becomes one itself.
    assert.ok(after.startsWith(real.slice(0, view.realOffset(from)).replace(/\r$/, "")), told);
    assert.ok(after.endsWith(real.slice(view.realOffset(to))), told);
    assert.equal(view.shownOffset(view.realOffset(from)), from, told);
  }
});

test("new lines end as most lines of the text do", () => {
  const line = (real: string): string => shown(real).toReal({ from: 0, to: 0, text: "x\n" }).text;
  assert.equal(line("a\r\nb\r\n"), "x\r\n");
  assert.equal(line("a\nb\r\nc\n"), "x\n");
  assert.equal(line("a\rb\r"), "x\r");
  assert.equal(line("a"), "x\n");
});

test("changes of different places are merged, and no others", () => {
  assert.equal(merged("one two three", "ONE two three", "one two THREE"), "ONE two THREE");
  assert.equal(merged("one two three", "one two THREE", "ONE two three"), "ONE two THREE");
  assert.equal(merged("a", "b", "b"), "b");
  assert.equal(merged("a", "a", "b"), "b");
  assert.equal(merged("a b c", "a X c", "a Y c"), undefined);
  assert.equal(merged("ab", "aXb", "aYb"), undefined, "two insertions at one place");
  const next = random(2);
  for (let round = 0; round < 2000; round++) {
    const base = someText(next, 10);
    const [one, other] = [someText(next, 10), someText(next, 10)];
    const both = merged(base, one, other);
    if (both === undefined) continue;
    // What either side wrote is in the result.
    for (const side of [one, other]) {
      const text = change(base, side)?.text ?? "";
      assert.ok(both.includes(text), JSON.stringify({ base, one, other, both }));
    }
  }
});

test("edits that were made are kept apart; where they are not known, the stretch between counts", () => {
  const made = [
    { from: 0, to: 1, text: "A" },
    { from: 4, to: 5, text: "E" },
  ];
  assert.deepEqual(editsBetween("abcde", "AbcdE", made), made);
  assert.deepEqual(editsBetween("abcde", "AbcdX", made), [{ from: 0, to: 5, text: "AbcdX" }]);
  assert.deepEqual(editsBetween("same", "same", []), []);
});
