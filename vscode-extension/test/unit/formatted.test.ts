/** A payload on one line that is shown formatted, and its file: both follow each other. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { applied, change } from "../../src/payload/merge.js";
import { asWritten, canBeFormatted, formatted } from "../../src/payload/projection.js";
import { View } from "../../src/payload/view.js";
import { random } from "./random.js";

const REAL = '{"agents":["architect"], "note":"a\\nb","many":{"x":1,"y":[2,{"z":3}]}}';

/** A document that VS Code has read, and what is done with it. */
function open(real: string, text = formatted(real).text, isDirty = false) {
  const document = { text, isDirty, eol: 1, getText: () => document.text };
  const view = new View({ isFormatted: true } as never, document as never);
  let file = real;
  const it = {
    view,
    document,
    get file() {
      return file;
    },
    set file(text: string) {
      file = text;
    },
    /** Replaces a text of the document, as one change. */
    type(instead: string, inserted: string): void {
      assert.ok(document.text.includes(instead), `no ${instead} in ${document.text}`);
      it.show(document.text.replace(instead, () => inserted));
    },
    show(next: string): void {
      const edit = change(document.text, next);
      if (edit === undefined) return;
      const [start, end] = [edit.from, edit.to].map((at) => ({
        line: document.text.slice(0, at).split("\n").length - 1,
      }));
      document.text = next;
      const { from, to, text } = edit;
      const contentChanges = [{ range: { start, end }, rangeOffset: from, rangeLength: to - from, text }];
      view.changed({ contentChanges, document } as never);
    },
    /** What the extension does until both agree. */
    settle(): void {
      for (let n = 0; n < 9; n++) {
        const now = view.projection(file);
        const step = view.step(now.text);
        if (step.kind === "same") return;
        if (step.kind === "toDocument") it.show(step.inFile);
        else if (step.kind === "conflict") throw new Error("conflict");
        else file = applied(file, view.realEdits(now, step.edits));
        view.agree(step.kind === "toDocument" ? step.inFile : step.text);
      }
      throw new Error("no end");
    },
  };
  it.settle();
  return it;
}

test("JSON on one line can be formatted, and nothing else", () => {
  assert.ok(canBeFormatted(REAL));
  assert.ok(canBeFormatted(`\ufeff${REAL}\r\n`));
  for (const it of [
    '{\n"a":1}',
    '{"a":1,}',
    "[1]",
    "{}",
    '"text"',
    "# Markdown",
    `["${"x".repeat(500_001)}",{}]`,
  ])
    assert.ok(!canBeFormatted(it), it.slice(0, 20));
});

test("what is typed changes the file there, and nowhere else", () => {
  const it = open(REAL);
  assert.ok(it.document.text.includes('\n    "x": 1,\n'));
  it.type('"x": 1', '"x": 12');
  it.settle();
  assert.equal(it.file, REAL.replace('"x":1', '"x":12'));
  it.type('"x": 12,', '"x": 12,\n\n');
  it.settle();
  assert.equal(it.file, REAL.replace('"x":1', '"x":12'), "an empty line is only shown");
  assert.ok(it.document.text.includes("12,\n\n"));
});

test("keys that are pressed faster than the file follows are each what they are", () => {
  const it = open(REAL);
  const at = it.document.text.indexOf(",\n") + 1;
  for (const typed of ["", '""', '"k"', '"key"', '"key": ', '"key": [1, 2]', '"key": [1, 2],']) {
    const { text } = it.document;
    it.show(`${text.slice(0, at)}\n  ${typed}${text.slice(text.indexOf('\n  "note"'))}`);
  }
  it.settle();
  assert.equal(it.file, REAL.replace('"note"', '"key":[1,2],"note"'));
  for (const key of ["builder", "editor"])
    it.type(/architect|builder/.exec(it.document.text)?.[0] ?? "", key);
  it.type('"x": 1', '"x": 3');
  it.settle();
  assert.equal(
    it.file,
    REAL.replace('"note"', '"key":[1,2],"note"').replace("architect", "editor").replace('"x":1', '"x":3'),
  );
});

test("undo brings back each byte", () => {
  const it = open(REAL);
  const before = it.document.text;
  it.type('"agents": ["architect"],\n  "note": "a\\nb",\n', "");
  it.settle();
  assert.equal(it.file, REAL.replace('"agents":["architect"], "note":"a\\nb",', ""));
  const after = it.file;
  it.show(before);
  it.settle();
  assert.equal(it.file, REAL, "with the blank that is not shown");
  it.type('"agents": ["architect"],\n  "note": "a\\nb",\n', "");
  it.settle();
  assert.equal(it.file, after, "done again");
  // Undone in the file.
  it.file = REAL;
  it.settle();
  assert.equal(it.document.text, before);
});

test("after a change of the file, undo does not bring back what is not shown", () => {
  const it = open(REAL);
  it.type("architect", "builder");
  it.settle();
  it.file = it.file.replace('], "note"', '],   "note"');
  it.settle();
  it.type("builder", "architect");
  it.settle();
  assert.equal(it.file, REAL.replace('], "note"', '],   "note"'));
});

test("a change of the file is shown formatted; while it is broken, the rest stays as it is", () => {
  const it = open(REAL);
  it.file = REAL.replace('"z":3', '"z":3,"new":[{}]');
  it.settle();
  assert.equal(it.document.text, formatted(it.file).text);
  const before = it.document.text;
  it.file = it.file.replace('"z":3,', '"z":3');
  it.settle();
  assert.equal(it.document.text, before.replace('"z": 3,', '"z": 3'));
  it.file = it.file.replace('"z":3', '"z":3,');
  it.settle();
  assert.equal(it.document.text, before);
  it.file = JSON.stringify(JSON.parse(it.file), null, 4).replace("3", "4");
  it.settle();
  assert.equal(it.document.text, it.file, "it has lines of its own now");
});

test("a text that VS Code restores with edits is the same as the file if only blanks differ", () => {
  const text = formatted(REAL).text.replace("{\n", "{\n\n\n");
  const it = open(REAL, text, true);
  assert.equal(it.document.text, text);
  assert.throws(() => open(REAL, text.replace("architect", "builder"), true), /conflict/);
});

test("places are those in the formatted text", () => {
  const [real, text] = [`\ufeff${REAL}`, formatted(REAL).text];
  const now = formatted(real);
  assert.equal(now.text, text);
  assert.equal(now.realOffset(text.indexOf('"x"')), real.indexOf('"x"'));
  assert.equal(now.shownOffset(real.indexOf('"x"')), text.indexOf('"x"'));
  assert.equal(now.shownOffset(real.indexOf(',"many"'), true), text.indexOf(',\n  "many"'));
  assert.equal(asWritten(real).shownOffset(5), 4);
});

test("two writers end with the same JSON, and no word is lost", () => {
  const next = random(5);
  for (let round = 0; round < 300; round++) {
    const it = open('{"a":"w0","b":{"c":"w1", "d":["w2",{}]},"e":[ {"f":"w3"} ],"g":"w4"}');
    const words = (text: string, word: string): string => {
      const at = next(5);
      return text.replace(/"[wvf]\d+(-\d+)?"/g, (found, _, place) =>
        count++ === at && place >= 0 ? `"${word}"` : found,
      );
    };
    let count = 0;
    for (let n = 0; n < 10; n++) {
      const kind = next(3);
      count = 0;
      if (kind === 0) it.show(words(it.document.text, `v${n}`));
      else if (kind === 1) it.file = words(it.file, `f${n}`);
      else if (!settles()) break;
    }
    if (!settles()) continue;
    assert.deepEqual(JSON.parse(it.document.text), JSON.parse(it.file));
    assert.equal(
      it.file.replace(/"[wvf]\d+"/g, "W"),
      '{"a":W,"b":{"c":W, "d":[W,{}]},"e":[ {"f":W} ],"g":W}',
    );

    function settles(): boolean {
      try {
        it.settle();
        return true;
      } catch (error) {
        assert.match(String(error), /conflict/);
        return false;
      }
    }
  }
});
