import assert from "node:assert/strict";
import { test } from "node:test";
import * as tools from "agent-response/tools";
import { byLine, inLine, lineAt, looksLikeLines } from "../../src/adapters/lines.ts";
import { gist, verdict, verdicts } from "../../src/adapters/verdicts.ts";
import { sample } from "../main-page.ts";

const TEXT = sample("tools/transcript");
const OPTIONS = { fileName: "train.jsonl" };
const LINES = TEXT.split("\n");
const start = (number: number): number => LINES.slice(0, number - 1).join("\n").length + 1;

test("a line is found by an offset in it, without its end", () => {
  const text = "one\r\ntwo\n\nfour";
  assert.deepEqual(
    [0, 3, 5, 8, 9, 10, 14].map((at) => lineAt(text, at)).map(({ number, text: it }) => [number, it]),
    [
      [1, "one"],
      [1, "one"],
      [2, "two"],
      [2, "two"],
      [3, ""],
      [4, "four"],
      [4, "four"],
    ],
  );
});

test("questions about a place in a file of lines are about the line there", () => {
  let at = start(5) + 3;
  const checker = byLine(tools, () => at);
  const docs = checker.documents(TEXT, OPTIONS);
  const [call] = docs;
  assert.equal(call?.pointer, "@5/messages/1/tool_calls/0/function/arguments");
  assert.equal(call?.text, '{"harbour": "Brevik"}');
  assert.ok(call !== undefined && TEXT.slice(call.from, call.to).startsWith('{\\"harbour'));
  assert.equal(docs.find((it) => it.depth === 0)?.text, LINES[4]);
  // An edit of the arguments, and one of the line itself.
  const inside = checker.edit(TEXT, call.pointer, [{ from: 7, to: 8, text: "" }], OPTIONS);
  assert.equal(tools.applyEdits(TEXT, inside), TEXT.replace("harbour", "harbor"));
  const whole = checker.edit(TEXT, "@5", [{ from: 0, to: 1, text: "[" }], OPTIONS);
  assert.deepEqual(
    whole.map(({ from, to, text }) => [from, to, text]),
    [[start(5), start(5) + 1, "["]],
  );
  const name = TEXT.indexOf('"tide_table"', start(5)) + 3;
  const hover = checker.hover(TEXT, name, OPTIONS);
  assert.ok(hover !== null && hover.from <= name && name <= hover.to);
  assert.match(hover.text, /High and low water/);
  assert.ok(checker.toInner(TEXT, call.from + 5, OPTIONS).some((it) => it.pointer === call.pointer));
  assert.equal(checker.toFile(TEXT, call.pointer, 0, 1, OPTIONS).from, call.from);
  assert.ok(checker.complete(TEXT, 2, { ...OPTIONS, inside: call.pointer }).length > 0);
  at = 0;
  assert.equal(checker.documents(TEXT, OPTIONS)[0]?.pointer, `@1${inLine(call.pointer)}`);
  // Other files are asked about as they are.
  assert.deepEqual(checker.documents(LINES[0] ?? ""), tools.documents(LINES[0] ?? ""));
});

test("objects that follow each other line by line are records", () => {
  assert.ok(looksLikeLines(TEXT) && looksLikeLines('{"a": 1}\r\n{"b": 2}'));
  for (const it of [LINES[0] ?? "", '{\n"a": 1}', '{"a": 1}\n', '{"a": 1}\n[2]', '{"a"}\n{"b"}'])
    assert.equal(looksLikeLines(it), false, it);
});

test("each line has the most serious of its findings, up to the last that is reported", () => {
  const { found, end } = verdicts(tools.validate(TEXT, OPTIONS));
  assert.deepEqual([...found.keys()], [2, 3, 4, 5]);
  assert.equal(end, Number.POSITIVE_INFINITY);
  const many = verdicts(tools.validate(`${LINES[2]}\n`.repeat(1500), OPTIONS));
  assert.deepEqual([many.found.size, many.end], [1000, 1000]);
  assert.deepEqual(verdict([1, 2]), { look: "error", words: "1 error, 2 warnings" });
  assert.deepEqual(verdict([0, 0]), { look: "ok", words: "valid" });
});

test("a line is known by what is said in it", () => {
  assert.equal(gist(LINES[2] ?? ""), "Can I leave Tönning at noon?");
  assert.equal(gist('{"jsonrpc": "2.0", "id": 1}'), '{"jsonrpc": "2.0", "id": 1}');
  assert.equal(gist('{"content": "cut \\"off'), 'cut "off');
});
