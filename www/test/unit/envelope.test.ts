import assert from "node:assert/strict";
import { test } from "node:test";
import { locate, unwrap } from "agent-response/editor";
import { envelopeOf, putBack } from "../../src/adapters/envelope.ts";

const reader = { locate, unwrap };

/** The text after the payload was taken out, changed and put back. */
function changed(text: string, content: string, change: (content: string) => string): string {
  const envelope = envelopeOf(text, "a.json", content, reader);
  assert.ok(envelope, text);
  assert.equal(putBack(envelope, content), text);
  return putBack(envelope, change(content));
}

test("only the payload of an envelope changes", () => {
  const head = '{\r\n  "request_id" : "7c1f", "created_at": "2025-01-01T00:00:00Z",\r\n  "response": ';
  const tail = ', "duration_seconds": 4.50,\r\n"metadata": {"é": 1e2}}\r\n\r\n';
  for (const content of ['{"sections": [,]}', "plain\r\n\twords", "", "é ✅ \u2028"]) {
    const text = head + JSON.stringify(content) + tail;
    const after = changed(text, content, (it) => `${it}\n"x" 😀`);
    assert.equal(after, head + JSON.stringify(`${content}\n"x" 😀`) + tail);
  }
});

test("a payload in ASCII stays in ASCII", () => {
  const text = '{"response": "caf\\u00e9", "é": 1}';
  assert.equal(
    changed(text, "café", (it) => `${it} 😀`),
    '{"response": "caf\\u00e9 \\ud83d\\ude00", "é": 1}',
  );
});

test("an envelope that is broken is kept as well", () => {
  const broken = '{"request_id": "a",, "response": "{\\"a\\": 1}" "metadata": {';
  assert.equal(
    changed(broken, '{"a": 1}', () => "{}"),
    '{"request_id": "a",, "response": "{}" "metadata": {',
  );
  const rawLineEnd = '{"request_id": "a", "response": "one\ntwo", "metadata": {}}';
  const content = unwrap(rawLineEnd)?.content ?? "";
  const envelope = envelopeOf(rawLineEnd, "", content, reader);
  assert.ok(envelope);
  assert.equal(putBack(envelope, "x"), '{"request_id": "a", "response": "x", "metadata": {}}');
});

test("a payload under another key is found by what it is", () => {
  const text = '{"a/b": [{"result~": "{\\"sections\\": []}"}], "response": "other"}';
  assert.equal(
    changed(text, '{"sections": []}', () => "{}"),
    '{"a/b": [{"result~": "{}"}], "response": "other"}',
  );
});

test("a payload that is not in the text has no envelope", () => {
  for (const text of ["", "words", '{"response": {"a": 1}}', '{"response": "other"}'])
    assert.equal(envelopeOf(text, "", "content", { locate, unwrap: () => null }), null, text);
});
