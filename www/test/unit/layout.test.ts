import assert from "node:assert/strict";
import { test } from "node:test";
import { type Layout, toShown, toText } from "../../../common/layout.ts";
import { change, lay } from "../../src/adapters/layout.ts";

const BROKEN =
  '{"sections": ["a", ], "a": "# A\\n\\n- \\"x\\"\\r\\n" "b" : {"c":[1,{"d":null}], "e": {}}, "f": "cut';
const TEXTS = [
  '{"sections": ["examples"], "examples": "# One\\n\\nTwo", "n": [1, 2, {"a": []}]}',
  '{\n "a": "x\\ny",\n "b": 1\n}',
  BROKEN,
  "",
  "words",
  '"{\\"a\\": 1}"',
  "[[[],{}],,]",
];

/** The pieces cover both texts, and copies are the same in both. */
function isSound(text: string, { text: own, shown, pieces }: Layout): void {
  assert.equal(own, text);
  let [s, t] = [0, 0];
  for (const it of pieces) {
    if (it.isCopy) {
      assert.equal(it.shown, it.text);
      assert.equal(shown.slice(s, s + it.shown), text.slice(t, t + it.text));
    } else if (it.text > 0) assert.match(text.slice(t, t + it.text), /^(?:\s+|(?:\\r)?\\n|\\.)+$/);
    s += it.shown;
    t += it.text;
  }
  assert.deepEqual([s, t], [shown.length, text.length]);
}

test("each member is on a line of its own, and so are the lines of its strings", () => {
  const { shown } = lay('{"sections": ["a"],"a":"# A\\n\\nB","n":{"x":[1,[2]],"e":{}}}');
  assert.equal(
    shown,
    '{\n  "sections": ["a"],\n  "a": "# A\n\nB",\n  "n": {\n    "x": [\n      1,\n      [2]\n    ],\n    "e": {}\n  }\n}',
  );
});

test("a short list stays as it is written, unless a bracket in one of its strings hides its end", () => {
  assert.equal(lay('{"a":["b","c" ], "d":1}').shown, '{\n  "a": ["b","c" ],\n  "d": 1\n}');
  assert.equal(lay('["a","] b"]').shown, '[\n  "a",\n  "] b"\n]');
});

test("a text with a layout of its own keeps it", () => {
  assert.equal(lay('{\n "a": "x\\ny",\n "b": 1\n}').shown, '{\n "a": "x\ny",\n "b": 1\n}');
});

test("what is typed at the start of a text that begins with blanks is kept", () => {
  const text = '  {"a": 1}';
  const { edit, layout } = change(lay(text), { from: 0, to: 0, text: "x" });
  assert.ok(edit !== null && edit.from <= edit.to, JSON.stringify(edit));
  const after = text.slice(0, edit.from) + edit.text + text.slice(edit.to);
  assert.equal(after.replace(/\s/g, ""), 'x{"a":1}');
  isSound(after, layout);
});

test("nothing of a text is lost, and places lead there and back", () => {
  for (const text of TEXTS) {
    const layout = lay(text);
    isSound(text, layout);
    let [shown, at] = [0, 0];
    for (const it of layout.pieces) {
      for (let n = 0; it.isCopy && n < it.text; n += 1) {
        assert.equal(toShown(layout, at + n), shown + n);
        assert.equal(toText(layout, shown + n), at + n);
      }
      shown += it.shown;
      at += it.text;
    }
  }
});

test("edits become edits of the text, line breaks in strings escapes", () => {
  const text = '{"a": "x", "b": 1}';
  const layout = lay(text);
  const at = layout.shown.indexOf("x") + 1;
  const typed = change(layout, { from: at, to: at, text: "\n\t- y" });
  assert.deepEqual(typed.edit, { from: 8, to: 8, text: "\\n\\t- y" });
  assert.equal(typed.layout.shown, '{\n  "a": "x\n\t- y",\n  "b": 1\n}');
  // Whitespace between members is only layout.
  const end = layout.shown.indexOf(",") + 1;
  assert.equal(change(layout, { from: end, to: end, text: "\n  " }).edit, null);
  assert.equal(change(layout, { from: end, to: end + 2, text: "" }).edit, null);
});

test("after any edits what is shown still is the text", () => {
  let seed = 7;
  const random = (n: number): number => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((seed / 2_147_483_648) * n);
  };
  const inserts = ["", "", "x", "\n", '"', "\\", '{"k": "v\\nw"}', " ", "é😀", "\r\n"];
  for (const start of TEXTS) {
    let text = start;
    let layout = lay(text);
    for (let n = 0; n < 200; n += 1) {
      const from = random(layout.shown.length + 1);
      const to = Math.min(layout.shown.length, from + random(4));
      const done = change(layout, { from, to, text: inserts[random(inserts.length)] ?? "" });
      if (done.edit !== null)
        text = text.slice(0, done.edit.from) + done.edit.text + text.slice(done.edit.to);
      layout = done.layout;
      isSound(text, layout);
    }
  }
});
