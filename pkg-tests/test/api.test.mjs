/** What each function does, with a few short texts; the rules have their own pages. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { load } from "../lib/consumer.mjs";
import { boundaries, envelope, faultyFile, validFile } from "../lib/samples.mjs";

const ar = await load();
const options = /** @type {const} */ ({ format: "agent-response" });

for (const kind of /** @type {const} */ (["ascii", "raw", "meta"])) {
  for (const size of [1e3, 1e4, 1e5, 1e6]) {
    test(`a valid file of ${size} bytes, ${kind}, has no finding`, () => {
      // The hint about how it is written is the only finding in an ASCII file.
      const silenced = { ...options, rules: { "ascii-escapes": /** @type {const} */ ("off") } };
      assert.deepEqual(ar.validate(validFile(kind, size), silenced), {
        valid: true,
        format: { id: "agent-response", reason: ar.validate("{}", options).format.reason },
        diagnostics: [],
        paths: [],
      });
    });
  }
}

test("a file with ten faults has ten findings, each at its place", () => {
  const text = faultyFile("raw", 10_000);
  const { valid, diagnostics } = ar.validate(text, options);
  assert.equal(valid, false);
  assert.ok(diagnostics.length >= 10, `${diagnostics.length} findings`);
  for (const { from, to, bytes, range } of diagnostics) {
    assert.equal(Buffer.byteLength(text.slice(0, from)), bytes.from);
    assert.equal(Buffer.byteLength(text.slice(0, to)), bytes.to);
    assert.deepEqual(range, { start: position(text, from), end: position(text, to) });
  }
  assert.deepEqual(
    diagnostics.map((it) => it.from),
    diagnostics.map((it) => it.from).toSorted((a, b) => a - b),
  );
});

test("a place inside the payload is given in the file and in the decoded text", () => {
  const payload = JSON.stringify({
    note: "é🙂\n",
    sections: ["boundaries"],
    boundaries: boundaries(),
  }).replace("}", ",}");
  const text = envelope(payload);
  const found = ar.validate(text, options).diagnostics.find((it) => it.code === "trailing-comma");
  assert.ok(found, "no trailing-comma");
  assert.equal(found.pointer, "/response");
  assert.equal(text.slice(found.from, found.to), ",");
  const [inner] = found.inner;
  assert.equal(payload.slice(inner?.from, inner?.to), ",");
  assert.deepEqual(inner?.range.start, position(payload, inner?.from ?? -1));
});

test("bytes are checked as a file is, their encoding too", () => {
  const text = envelope("é");
  assert.deepEqual(ar.validate(Buffer.from(text), options), ar.validate(text, options));
  const codes = (/** @type {Uint8Array} */ bytes) =>
    ar.validate(bytes, options).diagnostics.map((it) => it.code);
  assert.ok(codes(Buffer.from(text, "utf16le")).includes("invalid-utf8"));
  assert.ok(codes(Buffer.from([0x7b, 0xff, 0x7d])).includes("invalid-utf8"));
  assert.ok(codes(Buffer.from(`\ufeff${text}`)).includes("byte-order-mark"));
});

test("severities can be changed and rules silenced", () => {
  const text = envelope("{}").replace('"success"', '"done"');
  const rule = { "unknown-value": /** @type {const} */ ("hint") };
  const severity = ar
    .validate(text, { ...options, rules: rule })
    .diagnostics.find((it) => it.code === "unknown-value")?.severity;
  assert.equal(severity, "hint");
  const off = ar.validate(text, { ...options, rules: { "unknown-value": "off" } });
  assert.ok(!off.diagnostics.some((it) => it.code === "unknown-value"));
});

test("fix repairs what was meant, and its report is that of its text", () => {
  const text = envelope("{}").replace('"response"', '"result"');
  const { text: fixed, applied, report } = ar.fix(text, options);
  assert.ok(fixed.includes('"response"'));
  assert.deepEqual(
    applied.map((it) => [it.code, it.safety]),
    [["misnamed-field", "safe"]],
  );
  assert.deepEqual(report, ar.validate(fixed, options));
});

test("wrap and unwrap are inverse, and wrap twice is wrap once", () => {
  for (const content of ["plain text", '{"done": true}', "é🙂\u0000\u2028\r\n", "[1, 2]", "\ufeffx"]) {
    const wrapped = ar.wrap(content, { createdAt: "2026-01-01T00:00:00Z" });
    assert.equal(ar.unwrap(wrapped)?.content, content);
    assert.equal(ar.wrap(wrapped), wrapped);
    assert.ok(wrapped.endsWith("}\n"));
  }
  assert.equal(ar.unwrap(ar.wrap('{"done": true}'))?.kind, "json");
  assert.equal(ar.unwrap(ar.wrap("plain"))?.kind, "text");
  assert.deepEqual(ar.unwrap('{"status": "success", "response": "{\\"a\\": [1'), {
    content: '{"a": [1',
    kind: "cut",
  });
  assert.equal(ar.unwrap("{}"), null);
});

test("wrap repairs an envelope, and completes it", () => {
  const content = '{"done": true}';
  const { created_at: _, request_id: __, ...lacking } = JSON.parse(ar.wrap(content));
  const options = { requestId: "2f1c7a52-5d0b-4b3e-9a61-0c8d1e7f4a90", createdAt: "2026-01-01T00:00:00Z" };
  for (const text of [JSON.stringify(lacking), JSON.stringify({ data: lacking })]) {
    const wrapped = ar.wrap(text, options);
    const { request_id, created_at, response } = JSON.parse(wrapped);
    assert.deepEqual([request_id, created_at, response], [options.requestId, options.createdAt, content]);
    assert.ok(ar.validate(wrapped).valid);
    assert.equal(ar.wrap(wrapped, options), wrapped);
  }
  assert.throws(() => ar.wrap(ar.wrap(content).replace("success", "perhaps")), {
    name: "TypeError",
    code: "content-is-envelope",
    message: /^content is already an envelope, but has an error/,
  });
});

test("recover takes out what is meant, and says what it did", () => {
  const text = "<think>{\"a\"</think>\nHere it is:\n{'done': True}";
  const { text: envelope, payload, applied, report } = ar.recover(text, { repair: true });
  assert.deepEqual(ar.unwrap(envelope), { content: '{"done": true}', kind: "json" });
  assert.deepEqual([payload, report.valid], ["json", true]);
  assert.deepEqual(
    applied.map((it) => it.title),
    [
      "Remove the reasoning",
      "Keep only the JSON; this removes 11 characters around it",
      "Use double quotes",
      "Replace with `true`",
      "Put the content into an envelope",
    ],
  );
  let replayed = text;
  for (const { edits } of applied)
    for (const it of edits.toReversed())
      replayed = replayed.slice(0, it.from) + it.text + replayed.slice(it.to);
  assert.equal(replayed, envelope);
  assert.equal(ar.wrap(text, { repair: true, createdAt: JSON.parse(envelope).created_at }), envelope);
  assert.equal(ar.recover(envelope, { repair: true }).text, envelope);
});

test("recover guesses on request and keeps what it cannot read", () => {
  const open = '{"a": ["b"]';
  assert.equal(ar.recover(open, { repair: true }).payload, "cut");
  assert.equal(ar.unwrap(ar.recover(open, { repair: "all" }).text)?.content, `${open}}`);
  assert.throws(() => ar.wrap(open, { repair: true }), /^TypeError: content is truncated/);
  for (const text of ["plain [words]", '{"a": 1} or {"b": 2}?', "\ud800 {"]) {
    const { text: envelope, payload } = ar.recover(text, { repair: "all" });
    assert.deepEqual([payload, ar.unwrap(envelope)?.content], ["text", text]);
  }
});

test("a Delegator envelope is built from the tool", () => {
  const options = {
    format: /** @type {const} */ ("delegator"),
    tool: "_codex_local_run",
    requestId: "r",
    ts: "2026-01-01T00:00:00Z",
  };
  const content =
    '{ "task_id": "T-local-1",\n "accepted": true, "capability": "background", "started_at": "2026-01-01T00:00:00Z" }';
  const wrapped = ar.wrap(content, options);
  const { data: _, ...envelope } = JSON.parse(wrapped);
  assert.deepEqual(envelope, {
    version: "3.6",
    schema_id: "codex/v3.6/execution_ack/v1",
    tool: "_codex_local_run",
    tool_category: "execution_ack",
    request_id: "r",
    ts: "2026-01-01T00:00:00Z",
    status: "ok",
    meta: {},
  });
  assert.equal(ar.unwrap(wrapped)?.content, content);
  assert.equal(ar.wrap(wrapped, options), wrapped);
  assert.throws(() => ar.wrap("{}", { format: "delegator" }), /^TypeError: options\.tool is missing/);
  assert.throws(() => ar.wrap("{}", { ...options, tool: "run" }), /^TypeError: options\.tool is `run`/);
  assert.throws(
    () => ar.wrap("{}", options),
    /^TypeError: content makes the envelope invalid: Missing `task_id`/,
  );
  const wait = { ...options, tool: "_codex_local_wait" };
  assert.throws(
    () => ar.wrap(content, wait),
    /^TypeError: options\.metadata makes the envelope invalid: Missing/,
  );
  assert.equal(JSON.parse(ar.wrap("{}", { ...options, force: true })).tool, options.tool);
});

test("wrap uses its options", () => {
  const value = JSON.parse(
    ar.wrap("x", {
      requestId: "2f1c7a52-5d0b-4b3e-9a61-0c8d1e7f4a90",
      status: "error",
      errorMessage: "out of\ntime",
      errorType: "timeout",
      createdAt: "2026-01-01T00:00:00Z",
      durationSeconds: 1.5,
      metadata: { model: "é" },
    }),
  );
  assert.equal(value.request_id, "2f1c7a52-5d0b-4b3e-9a61-0c8d1e7f4a90");
  assert.deepEqual(
    [value.status, value.error_message, value.error_type],
    ["error", "out of\ntime", "timeout"],
  );
  assert.deepEqual(
    [value.created_at, value.duration_seconds, value.metadata],
    ["2026-01-01T00:00:00Z", 1.5, { model: "é" }],
  );
});

test("locate goes on into the payload", () => {
  const text = envelope('{"a": ["é", true]}');
  const place = ar.locate(text, "/response/a/1");
  assert.equal(place && text.slice(place.from, place.to), "true");
  assert.equal(place?.inner.length, 1);
  assert.equal(ar.locate(text, "/nowhere"), null);
});

test("rules and formats can be listed, and changing a list changes nothing", () => {
  assert.ok(ar.rules().length >= 60);
  const [first] = ar.rules();
  assert.ok(first);
  assert.deepEqual(ar.explain(first.code), first);
  first.summary = "changed";
  assert.notEqual(ar.rules()[0]?.summary, "changed");
  assert.equal(ar.explain("no-such-rule"), null);
  assert.deepEqual(
    ar
      .formats()
      .map((it) => it.id)
      .toSorted(),
    ["agent-request", "agent-response", "agents", "analysis", "delegator", "enhancement", "factory"],
  );
});

test("results are plain data that are the caller's own", () => {
  const first = ar.validate("{}", options);
  assert.deepEqual(structuredClone(first), first);
  first.format.reason = "changed";
  first.diagnostics.length = 0;
  assert.notEqual(ar.validate("{}", options).format.reason, "changed");
  const valid = envelope("{}");
  ar.validate(valid, options).format.reason = "changed";
  assert.notEqual(ar.validate(valid, options).format.reason, "changed");
});

/** Line and character, counted the slow way. */
function position(/** @type {string} */ text, /** @type {number} */ offset) {
  const before = text.slice(0, offset).split(/\r\n|\r|\n/);
  return { line: before.length - 1, character: before.at(-1)?.length ?? 0 };
}
