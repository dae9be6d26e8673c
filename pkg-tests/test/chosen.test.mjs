/** `fix` with chosen fixes and with bytes, limits, addresses of pages, and payloads with a type. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { load } from "../lib/consumer.mjs";

const ar = await load();
const fileName = ".agent-response.json";
const options = { fileName };
const text =
  '{"status": "success", "metadata": {"a": [1, ], "b": [2, ], "c": 01}, // why\n "response": "{}"}';
const { diagnostics } = ar.validate(text, options);
const found = (/** @type {string} */ code) => diagnostics.filter((it) => it.code === code);
const codes = (/** @type {{ code: string }[]} */ all) => all.map((it) => it.code);

test("only the fixes of the chosen rules are applied", () => {
  const { text: fixed, applied, settled } = ar.fix(text, { ...options, only: ["trailing-comma"] });
  assert.equal(fixed, text.replaceAll(", ]", " ]"));
  assert.deepEqual([codes(applied), settled], [["trailing-comma", "trailing-comma"], true]);
  assert.equal(ar.fix(text, { ...options, only: [] }).text, text);
  assert.equal(ar.fix(text, { ...options, only: undefined }).text, ar.fix(text, options).text);
});

test("only the fixes of the chosen findings are applied", () => {
  const [first, second] = found("trailing-comma");
  assert.ok(first && second);
  assert.equal(ar.fix(text, { ...options, only: [second] }).text, text.replace("2, ]", "2 ]"));
  const { code, from, to } = first;
  assert.equal(ar.fix(text, { ...options, only: [{ code, from, to }] }).text, text.replace("1, ]", "1 ]"));
  const both = ar.fix(text, { ...options, only: [second, first] });
  assert.equal(both.text, text.replaceAll(", ]", " ]"));
  assert.equal(
    ar.fix(text, { ...options, only: [second, "comment"] }).text,
    text.replace("2, ]", "2 ]").replace(" // why", ""),
  );
});

test("all findings one by one are what all together are", () => {
  const safe = diagnostics.filter((it) => it.fixes[0]?.safety === "safe" && it.fixes[0].edits.length > 0);
  assert.ok(safe.length >= 3, codes(diagnostics).join());
  const { text: fixed, applied } = ar.fix(text, { ...options, only: safe });
  assert.equal(applied.length, safe.length);
  // Each entry of the ledger applies to the text that the previous entries left.
  assert.equal(
    applied.reduce((now, it) => ar.applyEdits(now, it.edits), text),
    fixed,
  );
});

test("a guess is applied only on request, and a finding that is not there is passed over", () => {
  const open = '{"status": "success", "response": "{\\"a\\": \\"x}"}';
  const guess = ar.validate(open, options).diagnostics.find((it) => it.fixes[0]?.safety === "suggestion");
  assert.ok(guess);
  assert.equal(ar.fix(open, { ...options, only: [guess] }).text, open);
  const fixed = ar.fix(open, { ...options, only: [guess], suggestions: true });
  assert.deepEqual(codes(fixed.applied), [guess.code]);
  assert.equal(ar.fix(text, { ...options, only: [{ code: "comment", from: 0, to: 1 }] }).text, text);
});

test("what is chosen wrongly is named", () => {
  for (const [only, message] of /** @type {const} */ ([
    ["comment", /options.only must be an array, but is "comment"/],
    [[1], /options.only\[0\] must be a rule or a finding, but is 1/],
    [["comment", null], /options.only\[1\] must be a rule or a finding, but is null/],
    [["none"], /options.only\[0\] names `none`, which is no rule/],
    [[{ code: "comment", from: -1, to: 1 }], /options.only\[0\].from must be an offset, but is -1/],
    [[{ code: "comment", from: 1 }], /options.only\[0\].to must be an offset, but is undefined/],
  ]))
    assert.throws(() => ar.fix("{}", /** @type {never} */ ({ only })), { name: "TypeError", message });
});

test("bytes in, bytes out", () => {
  const bytes = new TextEncoder().encode(text);
  const fixed = ar.fix(bytes, options);
  const { text: expected, ...rest } = ar.fix(text, options);
  assert.deepEqual(fixed, { bytes: new TextEncoder().encode(expected), ...rest });
  // UTF-16 becomes UTF-8.
  const wide = new Uint8Array(new Uint16Array([0xfeff, ...Buffer.from(text, "latin1")]).buffer);
  assert.deepEqual(ar.fix(wide, options).bytes, fixed.bytes);
  assert.deepEqual(codes(ar.fix(wide, { ...options, only: ["invalid-utf8"] }).applied), ["invalid-utf8"]);
});

test("bytes that are not repaired come back as they are", () => {
  const strange = Uint8Array.from([0x7b, 0x22, 0x61, 0xff, 0x22, 0x3a, 0x31, 0x2c, 0x7d]);
  const kept = ar.fix(strange, options);
  assert.deepEqual([kept.bytes, kept.applied, kept.settled], [strange, [], true]);
  assert.ok(codes(kept.report.diagnostics).includes("invalid-utf8"));
  assert.notEqual(kept.bytes, strange);
  const wide = new Uint8Array(new Uint16Array([0xfeff, ...Buffer.from(text, "latin1")]).buffer);
  assert.deepEqual(ar.fix(wide, { ...options, only: ["comment"] }).bytes, wide);
  const marked = new TextEncoder().encode('\ufeff{"a": [1, ]}\r\n');
  assert.deepEqual(
    ar.fix(marked, { only: ["trailing-comma"] }).bytes,
    new TextEncoder().encode('\ufeff{"a": [1 ]}\r\n'),
  );
  assert.throws(
    () => ar.fix(/** @type {never} */ (new ArrayBuffer(1))),
    /text must be a string or a Uint8Array/,
  );
});

test("limits", () => {
  const few = ar.validate(text, { ...options, limits: { maxFindings: 1 } });
  assert.deepEqual(
    [few.diagnostics.length, few.diagnostics[1]?.code, few.valid],
    [2, "too-many-findings", false],
  );
  assert.deepEqual(few.diagnostics[0], diagnostics[0]);
  const many = `{"metadata": {${Array.from({ length: 1500 }, (_, it) => `"k${it}": [1, ], `).join("")}"z": 1}}`;
  assert.equal(ar.validate(many).diagnostics.length, 1001);
  assert.ok(ar.validate(many, { limits: { maxFindings: 5000 } }).diagnostics.length > 1500);
  assert.equal(ar.fix(many, { limits: { maxFindings: 2 } }).text, ar.fix(many).text);
  assert.equal(ar.fix(many, { limits: { maxFindings: 2 }, only: ["trailing-comma"] }).applied.length, 1500);
  const large = ar.validate('{"status": 1}', { ...options, limits: { maxBytes: 12 } });
  assert.deepEqual(codes(large.diagnostics), ["too-large"]);
  assert.match(
    large.diagnostics[0]?.message ?? "",
    /The file is 13 bytes; above 12 bytes, only the JSON syntax/,
  );
  assert.ok(
    !codes(ar.validate('{"status": 1}', { ...options, limits: { maxBytes: 13 } }).diagnostics).includes(
      "too-large",
    ),
  );
  assert.deepEqual(ar.validate(text, { ...options, limits: {} }).diagnostics, diagnostics);
  for (const [limits, message] of /** @type {const} */ ([
    [5, /options.limits must be an object, but is 5/],
    [{ maxBytes: 0 }, /options.limits must have a whole number from 1 as `maxBytes`/],
    [{ maxFindings: 1.5 }, /options.limits must have a whole number from 1 as `maxFindings`/],
    [{ maxBytes: "1" }, /options.limits\["maxBytes"\] must be/],
    [{ timeout: 0 }, /options.limits must have a whole number from 1 as `timeout`/],
    [{ time: 1 }, /options.limits has `time`, which is no limit; known are maxBytes, maxFindings, timeout/],
  ]))
    assert.throws(() => ar.validate("{}", /** @type {never} */ ({ limits })), { name: "TypeError", message });
});

test("the pages of findings have an address", () => {
  for (const docs of ["https://example.org/ar", "https://example.org/ar/"]) {
    const { diagnostics: all } = ar.validate(text, { ...options, docs });
    assert.deepEqual(
      all.map((it) => it.docs),
      diagnostics.map((it) => `https://example.org/ar/${it.docs}`),
    );
  }
  assert.equal(ar.validate(text, { ...options, docs: "" }).diagnostics[0]?.docs, diagnostics[0]?.docs);
});

test("a payload is parsed when it is read", () => {
  const payload = ar.unwrap(ar.wrap('{"sections": ["a"]}'));
  assert.deepEqual(payload, { content: '{"sections": ["a"]}', kind: "json" });
  assert.deepEqual(payload?.value, { sections: ["a"] });
  assert.equal(ar.unwrap(ar.wrap("plain"))?.value, undefined);
  const lone = ar.unwrap(ar.wrap('{"a": "\ud83d"}'));
  assert.deepEqual(lone?.value, { a: "\ud83d" });
});
