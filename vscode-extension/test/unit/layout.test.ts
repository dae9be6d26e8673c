/** A payload that is shown formatted: what is typed there, and how it is written. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { aligned, type Edit, type Layout, plain, toShown, toText } from "../../../common/layout.js";
import { sum } from "../../../common/pieces.js";
import { laidOut } from "../../../common/tokens.js";
import { edited, followed, layOut } from "../../src/payload/layout.js";
import { applied, change } from "../../src/payload/merge.js";
import { random } from "./random.js";

const TEXT =
  '{"agents":["architect"],"note":"a, \\"b\\"", "many": {"x":1,"list":[{"y": null}], "empty":{ }}}';
const SHOWN = `{
  "agents": ["architect"],
  "note": "a, \\"b\\"",
  "many": {
    "x": 1,
    "list": [
      {
        "y": null
      }
    ],
    "empty": {}
  }
}`;

const laid = (text: string): Layout => layOut(text) ?? assert.fail(`no layout of ${text}`);

/** Replaces a text in what is shown. */
function type(layout: Layout, instead: string, text: string): ReturnType<typeof edited> {
  assert.ok(layout.shown.includes(instead), `no ${instead} in ${layout.shown}`);
  const edit = change(layout.shown, layout.shown.replace(instead, text));
  return edited(layout, edit === undefined ? [] : [edit]);
}

function check(before: Layout, { edits, layout }: ReturnType<typeof edited>): Layout {
  assert.equal(applied(before.text, edits), layout.text);
  return layout;
}

test("every member has a line of its own, and a short list stays on one", () => {
  assert.equal(laid(TEXT).shown, SHOWN);
  assert.equal(laidOut(SHOWN), SHOWN);
  assert.equal(laid(" 1 ").shown, "1");
  assert.equal(laid('{"a":[ 1,2 ,"b" ],"c":[]}').shown, '{\n  "a": [1, 2, "b"],\n  "c": []\n}');
  assert.equal(laid('["a","] b"]').shown, '[\n  "a",\n  "] b"\n]');
});

test("a text that is broken has no layout, and one with lines of its own keeps them", () => {
  for (const it of ["", "{", '{"a":1,}', "{'a': 1}", '{"a": "b', '{"a":1}\n{}'])
    assert.equal(layOut(it), undefined, it);
  for (const it of ['{\n"a":1}', '{"a":\n1}\n']) assert.equal(laid(it).shown, it);
  assert.equal(laid('{"a":1}\n').shown, '{\n  "a": 1\n}\n'.trim());
});

test("broken texts are laid out as far as they go", () => {
  assert.equal(laidOut('{"a":1 "b":[1,'), '{\n  "a": 1\n  "b": [\n    1,');
  assert.equal(laidOut('{"a" 1}}, x y'), '{\n  "a" 1\n}\n},\nx y');
});

test("what is typed is the only change; blanks between tokens are none", () => {
  const layout = laid(TEXT);
  const edits = (instead: string, text: string): Edit[] => type(layout, instead, text).edits;
  const at = (part: string): number => TEXT.indexOf(part);
  assert.deepEqual(edits("architect", "editor"), [
    { from: at("architect"), to: at("architect") + 9, text: "editor" },
  ]);
  assert.deepEqual(edits("null", "null,"), [{ from: at("}]"), to: at("}]"), text: "," }]);
  assert.deepEqual(edits('"x": 1,', '"x": 1,\n\n\n'), []);
  assert.deepEqual(edits("\n  }", "\n\n  }"), []);
  assert.deepEqual(edits("\n", ""), []);
  const after = check(layout, type(layout, '"architect"]', '"architect"],\n  "more": [1, 2]'));
  assert.equal(after.text, TEXT.replace("],", '],"more":[1,2],'));
});

test("keys that are pressed one after the other are written without the blanks between them", () => {
  let layout = laid('{"a":1}');
  const end = layout.shown.indexOf("1") + 1;
  for (const [idx, it] of [...',\n  "b": "c d"'].entries())
    layout = check(layout, edited(layout, [{ from: end + idx, to: end + idx, text: it }]));
  assert.equal(layout.shown, '{\n  "a": 1,\n  "b": "c d"\n}');
  assert.equal(layout.text, '{"a":1,"b":"c d"}');
});

test("a quote that is typed with what follows it ends a string", () => {
  const layout = laid('{"a":1,"b":2}');
  const at = layout.shown.indexOf('\n  "b"');
  const empty = check(layout, edited(layout, [{ from: at, to: at, text: "\n  " }]));
  const broken = check(empty, edited(empty, [{ from: at + 3, to: at + 3, text: '"m' }]));
  const after = check(broken, edited(broken, [{ from: at + 5, to: at + 5, text: 'ore": [1, "x y"],' }]));
  assert.equal(after.text, '{"a":1,"more":[1,"x y"],"b":2}');
});

test("blanks count in strings, between words, and while quotes are missing", () => {
  const layout = laid('{"note":"done here","n":12}');
  assert.equal(type(layout, "done here", "done\there ").layout.text, '{"note":"done\there ","n":12}');
  assert.equal(type(layout, "12", "1 2").layout.text, '{"note":"done here","n":1 2}');
  let broken = check(layout, type(layout, '"done', "done"));
  broken = check(broken, type(broken, "here", "he re"));
  broken = check(broken, type(broken, "done", '"done'));
  assert.equal(broken.text, '{"note":"done he re","n":12}');
  const two = laid('{"list":[1,{"x":2}]}');
  const joinedWords = check(two, type(two, '1,\n    {\n      "x": 2\n    }', "1\n 2"));
  assert.match(joinedWords.text, /1\s+2/);
  const moved = check(two, type(two, '"x": 2', '"x: 2"'));
  assert.equal(moved.text, '{"list":[1,{"x: 2"}]}');
});

test("places are the same on both sides", () => {
  const layout = laid(TEXT);
  for (const part of ["architect", '"note"', '"y"', "null", '"empty"']) {
    const [at, there] = [TEXT.indexOf(part), SHOWN.indexOf(part)];
    assert.equal(toText(layout, there), at);
    assert.equal(toShown(layout, at), there);
    assert.equal(toShown(layout, at + part.length, true), there + part.length);
  }
  assert.equal(toShown(layout, 0, true), 0);
  assert.equal(toShown(layout, TEXT.length), SHOWN.length);
});

test("when the text changes, the rest is shown as before", () => {
  const layout = check(laid(TEXT), type(laid(TEXT), '"x": 1,', '"x": 1,\n\n'));
  const now = layout.text.replace("null", '"null');
  const after = followed(layout, now);
  assert.equal(after.shown, layout.shown.replace("null", '"null'));
  assert.equal(after.text, now);
  assert.deepEqual(followed(laid("[{},2,3]"), "[{},23]"), plain("[{},23]"));
});

test("only texts with the same tokens are aligned", () => {
  assert.equal(aligned("12", "1 2"), undefined);
  assert.equal(aligned('"a b"', '"ab"'), undefined);
  assert.equal(aligned("[1]", "[2]"), undefined);
  assert.equal(aligned("[", "[1"), undefined);
  assert.deepEqual(
    aligned('["\\" ", 1]', '[ "\\" ",1]')?.pieces.map((it) => it.isCopy),
    [true, false, true, false, true],
  );
});

const INSERTED = ['"', " ", "\n", ",", "a", "1", '"k": "v"', ",\n  ", "{", "}", "[]", "\\", ": ", "true"];

test("after any edits, both texts mean the same, or neither is JSON", () => {
  const next = random(7);
  let both = 0;
  for (let round = 0; round < 3000; round++) {
    let layout = laid(TEXT);
    for (let n = next(5) + 1; n > 0; n--) {
      const edits: Edit[] = [];
      for (let at = next(9); at < layout.shown.length; at += 1 + next(60)) {
        const to = Math.min(at + (next(3) === 0 ? next(6) : 0), layout.shown.length);
        if (next(3) === 0) edits.push({ from: at, to, text: INSERTED[next(INSERTED.length)] ?? "" });
        at = to;
      }
      const before = layout;
      layout = check(before, edited(before, edits.slice(0, 2)));
      assert.equal(layout.shown, applied(before.shown, edits.slice(0, 2)));
      assert.deepEqual(
        [sum(layout.pieces, "shown"), sum(layout.pieces, "text")],
        [layout.shown.length, layout.text.length],
      );
      const said = JSON.stringify({ before, edits, layout });
      const [shown, text] = [parsed(layout.shown), parsed(layout.text)];
      if (shown !== undefined) both++;
      assert.deepEqual(text, shown, said);
    }
  }
  assert.ok(both > 1000, `${both}`);
});

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
