/** What keeps a payload and its file in sync, without VS Code. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { keepSelections, moved } from "../../src/payload/carets.js";
import { applied, change, editsBetween, merged } from "../../src/payload/merge.js";
import { shown, unified } from "../../src/payload/shown.js";
import { View } from "../../src/payload/view.js";
import { random } from "./random.js";
import { type Editor, Position, Selection, window } from "./vscode.js";

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
    // A lone CR before an inserted LF becomes an LF itself.
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

test("a caret stays at its character when the text changes elsewhere", () => {
  const edit = { from: 2, to: 4, text: "xyz" };
  assert.deepEqual(
    [0, 2, 3, 4, 6].map((it) => moved(it, edit)),
    [0, 2, 3, 5, 7],
  );
  assert.equal(moved(4, { from: 2, to: 4, text: "" }), 2);
});

test("carets are put back after a document was read again, but for those that were moved meanwhile", () => {
  const [before, after] = ["one\ntwo", "ONE\n\ntwo"];
  const edit = { from: 0, to: 3, text: "ONE\n" };
  const document = {};
  const caret = (line: number, character: number): Selection => {
    const at = new Position(line, character);
    return new Selection(at, at);
  };
  const run = (
    meanwhile: (editor: Editor, move: (to: Selection, kind?: number) => void) => void,
    text = after,
  ): Selection | undefined => {
    const editor: Editor = { document, selections: [caret(1, 2)] };
    window.visibleTextEditors = [editor];
    const kept = keepSelections(document as never, before, edit, after);
    meanwhile(editor, (to, kind) => {
      editor.selections = [to];
      for (const it of window.listeners) it({ textEditor: editor, selections: [to], kind });
    });
    kept.restore(text);
    assert.equal(window.listeners.size, 0);
    return editor.selections[0];
  };
  assert.deepEqual(
    run(() => {}),
    caret(2, 2),
  );
  assert.deepEqual(
    run((_, move) => move(caret(0, 0))),
    caret(2, 2),
    "VS Code has moved it",
  );
  assert.deepEqual(
    run((_, move) => move(caret(0, 1), 1)),
    caret(0, 1),
    "the user has moved it",
  );
  assert.deepEqual(
    run((_, move) => move(caret(1, 2), 3)),
    caret(2, 2),
    "told late that it is where it was put",
  );
  assert.deepEqual(
    run(() => {}, before),
    caret(1, 2),
    "the file has its text again, and VS Code reads nothing new",
  );
  window.visibleTextEditors = [{ document, selections: [] }];
  keepSelections(document as never, before, edit, after).dispose();
  assert.equal(window.listeners.size, 0);
});

/** A document that is typed in; one that was restored has edits from the beginning. */
function viewOf(
  text: string,
  isDirty = false,
): { view: View; type: (text: string) => void; say: (isDirty: boolean) => void } {
  const document = { text, isDirty, eol: 1, getText: () => document.text };
  const view = new View({} as never, document as never);
  return {
    view,
    type(next) {
      const range = { start: { line: 0 }, end: { line: 0 } };
      const contentChanges = [{ range, rangeOffset: 0, rangeLength: document.text.length, text: next }];
      document.text = next;
      view.changed({ contentChanges, document } as never);
    },
    say(next) {
      document.isDirty = next;
      view.changed({ contentChanges: [], document } as never);
    },
  };
}

test("whichever side differs from the last common text has changed", () => {
  const { view, type } = viewOf("one two");
  assert.equal(view.step("one two").kind, "same");
  assert.deepEqual(view.step("one 2"), { kind: "toDocument", text: "one two", inFile: "one 2" });
  type("1 two");
  const step = view.step("one two");
  assert.deepEqual(step, { kind: "toFile", text: "1 two", edits: [{ from: 0, to: 7, text: "1 two" }] });
  assert.ok(!view.isAgreed);
  view.agree("1 two");
  assert.equal(view.step("1 two").kind, "same");
});

test("what is typed while an edit is on its way is known as it was made", () => {
  const { view, type } = viewOf("one two");
  type("1 two");
  type("1 2");
  view.agree("1 two");
  const edits = [{ from: 0, to: 5, text: "1 2" }];
  assert.deepEqual(view.step("1 two"), { kind: "toFile", text: "1 2", edits });
});

test("changes of both sides are merged; at the same place somebody has to choose, and nothing is lost until then", () => {
  const { view, type } = viewOf("one two three");
  type("ONE two three");
  const step = view.step("one two THREE");
  assert.ok(step.kind === "both");
  assert.equal(applied("one two THREE", step.edits), "ONE two THREE");
  // The file has both now, and the document follows.
  view.agree(step.text);
  assert.deepEqual(view.step("ONE two THREE"), {
    kind: "toDocument",
    text: "ONE two three",
    inFile: "ONE two THREE",
  });
  type("ONE 2 three");
  assert.equal(view.step("ONE zwei three").kind, "conflict");
  assert.equal(view.step("ONE zwei three").kind, "conflict", "as long as nobody has chosen");
  view.agree("ONE zwei three");
  assert.equal(view.step("ONE zwei three").kind, "toFile", "the document is kept");
  const other = viewOf("a");
  other.type("b");
  assert.equal(other.view.step("c").kind, "conflict");
  other.view.agree("b");
  assert.equal(other.view.step("c").kind, "toDocument", "the file is kept");
});

test("a document that VS Code has read a moment too early is no conflict", () => {
  const { view, type } = viewOf("one");
  assert.equal(view.step("two").kind, "toDocument");
  view.give("two");
  type("two");
  // The file has changed once more by then.
  assert.deepEqual(view.step("three"), { kind: "toDocument", text: "two", inFile: "three" });
});

test("VS Code may show any text that it was given, also after it was given another one", () => {
  const { view, type } = viewOf("one");
  view.give("two");
  view.give("three");
  type("two");
  assert.equal(view.step("three").kind, "toDocument");
  assert.equal(view.step("three").kind, "toDocument", "as long as it has not read the last one");
});

test("of a document with edits that was restored nobody knows what it was read from: somebody has to choose", () => {
  const typed = viewOf("typed", true);
  assert.ok(!typed.view.isAgreed);
  assert.equal(typed.view.step("in the file").kind, "conflict");
  assert.equal(typed.view.text, "typed");
  typed.view.agree("in the file");
  assert.equal(typed.view.step("in the file").kind, "toFile");
  assert.equal(viewOf("same", true).view.step("same").kind, "same");
  // VS Code reports a moment later that the document has edits.
  const late = viewOf("typed");
  assert.equal(late.view.step("in the file").kind, "toDocument");
  late.say(true);
  assert.equal(late.view.step("in the file").kind, "conflict");
  // VS Code also reports this after each first change.
  const first = viewOf("one two");
  first.type("1 two");
  first.say(true);
  assert.equal(first.view.step("one two").kind, "toFile");
});

test("a document that has changed is not read again, and its carets are left alone", () => {
  const kept = (): { restored: string[]; isGone: boolean; restore(text: string): void; dispose(): void } => ({
    restored: [],
    isGone: false,
    restore(text) {
      this.restored.push(text);
    },
    dispose() {
      this.isGone = true;
    },
  });
  const read = viewOf("one");
  const [carets, others] = [kept(), kept()];
  read.view.isReloading = true;
  read.view.keep(carets);
  read.view.give("two");
  assert.ok(!read.view.isReloading);
  read.view.isReloading = true; // once more
  read.type("two");
  assert.ok(read.view.isReloading, "it has read what it was given, and not what is to come");
  assert.equal(read.view.step("two").kind, "same");
  assert.deepEqual(carets, { ...carets, restored: ["two"], isGone: false });
  read.view.keep(others);
  read.type("typed");
  assert.ok(!read.view.isReloading);
  assert.deepEqual(others, { ...others, restored: [], isGone: true });
  const dirty = viewOf("one");
  dirty.view.isReloading = true;
  dirty.say(true);
  assert.ok(!dirty.view.isReloading, "a document with edits");
});

test("a conflict that is to be decided later is the same as long as neither text changes", () => {
  const { view, type } = viewOf("a");
  type("b");
  assert.equal(view.step("c").kind, "conflict");
  assert.ok(!view.isPostponed("c"));
  view.postpone("c");
  assert.ok(view.isPostponed("c"));
  assert.equal(view.step("c").kind, "conflict");
  assert.ok(view.isPostponed("c"));
  assert.ok(!view.isPostponed("d"));
  type("e");
  assert.ok(!view.isPostponed("c"));
  type("b");
  view.askAgain();
  assert.ok(!view.isPostponed("c"), "the document was saved");
});

test("two writers end with the same text, whatever the order of their steps is", () => {
  const next = random(3);
  for (let round = 0; round < 300; round++) {
    let file = "a b c d e f g h";
    const { view, type } = viewOf(file);
    const words = (text: string, word: string): string => {
      const all = text.split(" ");
      all[next(all.length)] = word;
      return all.join(" ");
    };
    for (let n = 0; n < 12; n++) {
      const kind = next(3);
      if (kind === 0) type(words(view.text, `v${n}`));
      else if (kind === 1) file = words(file, `f${n}`);
      else settle();
    }
    for (let n = 0; n < 5; n++) settle();
    assert.equal(view.text, file);

    function settle(): void {
      const step = view.step(file);
      if (step.kind === "toFile" || step.kind === "both") {
        file = applied(file, step.edits);
        view.agree(step.text);
      } else if (step.kind === "toDocument") {
        type(step.inFile);
        view.agree(step.inFile);
      } else if (step.kind === "conflict") {
        view.agree(next(2) === 0 ? file : view.text);
      }
    }
  }
});

test("the difference of two texts never cuts a character or a line end", () => {
  const check = (before: string, after: string): void => {
    const found = change(before, after);
    assert.ok(found);
    const { from, to, text } = found;
    assert.equal(before.slice(0, from) + text + before.slice(to), after);
    for (const [whole, at] of [
      [before, from],
      [before, to],
      [after, from],
      [after, from + text.length],
    ] as const) {
      assert.doesNotMatch(
        whole.slice(Math.max(at - 1, 0), at + 1),
        /^([\ud800-\udbff][\udc00-\udfff]|\r\n)$/,
        `${JSON.stringify(whole)} at ${at}`,
      );
    }
  };
  check("abc", "abXc");
  check("aaa", "aaaa");
  check("aaaa", "aaa");
  check("", "x");
  check("x", "");
  check("a😀b", "a😁b");
  check("a😀", "a😀😀");
  check("a𐀀b", "a𝐀b"); // other first half, same second half
  check("a\r\nb", "a\nb");
  check("a\nb\n", "a\r\nb\r\n");
  check("a\r\nb", "a\r\n\r\nb");
});
