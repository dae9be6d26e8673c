import assert from "node:assert/strict";
import { test } from "node:test";
import { toPayload } from "../../src/adapters/payload.ts";
import { finding, reportOf } from "./samples-of.ts";

const none = reportOf();

test("the payload is what unwrapping gives", () => {
  const payload = (content: string, kind: "json" | "text" | "cut") => toPayload("", none, { content, kind });
  assert.deepEqual(payload("{}", "json"), { content: "{}", isJson: true, isCut: false });
  assert.deepEqual(payload("words", "text"), { content: "words", isJson: false, isCut: false });
  assert.deepEqual(payload('{"a', "cut"), { content: '{"a', isJson: true, isCut: true });
});

test("broken JSON is still shown as JSON", () => {
  assert.equal(toPayload("", none, { content: '{"a": }', kind: "text" })?.isJson, true);
});

test("a payload under another name is found by the finding that says so", () => {
  const text = JSON.stringify({ a: [{ "b/c": '{"x": 1}' }] });
  const report = reportOf(finding({ from: 0, to: 1, pointer: "/a/0/b~1c" }));
  assert.deepEqual(toPayload(text, report, null), {
    content: '{"x": 1}',
    isJson: true,
    isCut: false,
  });
  assert.equal(toPayload(text, none, null), null);
});

test("other files have none", () => {
  const report = reportOf(finding({ from: 0, to: 1, pointer: "/a" }));
  for (const text of ["{", "[]", '{"a": "words"}', '{"a": 1}', "null"])
    assert.equal(toPayload(text, report, null), null);
});
