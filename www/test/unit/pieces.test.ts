import assert from "node:assert/strict";
import { test } from "node:test";
import { validate } from "agent-response/tools";
import { counted, pieces, startsOf } from "../../src/adapters/pieces.ts";
import { sample } from "../main-page.ts";

const TEXT = sample("tools/transcript");

test("each line starts after the end of the one before; the end of the last one is no line", () => {
  assert.deepEqual([...startsOf("a\nbc\n\nd")], [0, 2, 5, 6]);
  assert.deepEqual([...startsOf("a\nbc\n")], [0, 2]);
  assert.deepEqual([...startsOf("a")], [0]);
});

test("pieces are whole lines, all of them, and none is much longer than it should be", () => {
  const text = `${"x".repeat(99_999)}\n`.repeat(20);
  const all = [...pieces(startsOf(text), text.length)];
  assert.deepEqual(all, [
    [0, 3],
    [3, 6],
    [6, 9],
    [9, 12],
    [12, 15],
    [15, 18],
    [18, 20],
  ]);
  assert.deepEqual([...pieces(startsOf("{}"), 2)], [[0, 1]]);
});

test("what is counted is what the checks find, also where one call finds too much", () => {
  const lines = TEXT.trimEnd().split("\n");
  const text = `${lines.join("\n").concat("\n").repeat(400)}`;
  const starts = startsOf(text);
  const counts = new Uint16Array(2 * starts.length);
  let calls = 0;
  const check: typeof validate = (it, options) => {
    calls += 1;
    return validate(it, options);
  };
  counted(check, text, starts, 0, starts.length, { fileName: "train.jsonl" }, counts);
  const expected = Array.from({ length: 400 }, () => [0, 1, 1, 1, 1, 0]).flat();
  assert.deepEqual(
    expected.map((_, idx) => counts[2 * idx]),
    expected,
  );
  assert.ok(calls > 1 && calls < 10, `${calls} calls`);
});

test("in a piece, lines are not blamed for what is in the pieces around it", () => {
  const part = (choice: object) => ({ id: "c", object: "chat.completion.chunk", choices: [choice] });
  const fragment = (text: string) =>
    part({
      index: 0,
      delta: { tool_calls: [{ index: 0, function: { arguments: text } }] },
      finish_reason: null,
    });
  const turn = (role: string, sessionId: string, block: object) => ({
    type: role,
    uuid: JSON.stringify(block),
    sessionId,
    message: { role, id: JSON.stringify(block), content: [block] },
  });
  const called = (session: string, id: string) =>
    turn("assistant", session, { type: "tool_use", id, name: "a", input: {} });
  const answered = (session: string, id: string) =>
    turn("user", session, { type: "tool_result", tool_use_id: id, content: "ok" });
  const lines = [
    fragment("end}"),
    part({ index: 0, delta: {}, finish_reason: "tool_calls" }),
    fragment('{"begin'),
    called("s", "b"),
    answered("s", "a"),
    called("t", "c"),
    called("t", "d"),
  ].map((it) => JSON.stringify(it));
  const text = `${lines.join("\n")}\n{"role": \n`;
  const options = { fileName: "log.jsonl" };
  const codes = validate(text, options).diagnostics.map((it) => it.code);
  assert.ok(
    ["truncated", "orphan-result", "unanswered-call"].every((it) => codes.some((code) => code === it)),
    `${codes}`,
  );
  const starts = startsOf(text);
  const counts = new Uint16Array(2 * starts.length);
  counted(validate, text, starts, 0, starts.length, options, counts);
  assert.deepEqual([...counts], [...Array(14).fill(0), 1, 0]);
});
