/** A wrong argument is a TypeError that names it; a right one never is. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { runInNewContext } from "node:vm";
import { load, loadEditor, loadSlim } from "../lib/consumer.mjs";
import { envelope } from "../lib/samples.mjs";

const ar = await load();

/** @type {[string, RegExp, () => unknown][]} */
const wrong = [
  ["text", /^text must be a string or a Uint8Array, but is undefined/, () => call(ar.validate)],
  ["text", /^text must be a string/, () => call(ar.fix, 5)],
  ["text as an array", /^text must be/, () => call(ar.validate, [])],
  [
    "text of another kind",
    /^text must be .*, but is an ArrayBuffer$/,
    () => call(ar.validate, new ArrayBuffer(2)),
  ],
  ["text as bytes", /^text must be a string, but is a Uint8Array$/, () => call(ar.unwrap, Buffer.from("{}"))],
  ["content", /^content must be a string/, () => call(ar.wrap, null)],
  ["pointer", /^pointer must be a string/, () => call(ar.locate, "{}")],
  ["code", /^code must be a string/, () => call(ar.explain, 1)],
  ["options", /^options must be an object, but is null/, () => call(ar.validate, "", null)],
  ["options", /^options must be an object, but is "strict"/, () => call(ar.validate, "", "strict")],
  ["options", /^options must be an object, but is an array/, () => call(ar.fix, "", [])],
  ["fileName", /^options\.fileName must be a string, but is 1/, () => call(ar.validate, "", { fileName: 1 })],
  [
    "format",
    /^options\.format must be one of "auto", .*, but is "json"/,
    () => call(ar.validate, "", { format: "json" }),
  ],
  ["profile", /^options\.profile must be one of/, () => call(ar.validate, "", { profile: "soft" })],
  [
    "payloads",
    /^options\.payloads must be one of "on", "off", but is true/,
    () => call(ar.validate, "", { payloads: true }),
  ],
  ["payloads", /^options\.payloads must be one of/, () => call(ar.fix, "", { payloads: "none" })],
  ["rules", /^options\.rules must be an object/, () => call(ar.validate, "", { rules: "off" })],
  [
    "rules",
    /^options\.rules names `no-such-rule`/,
    () => call(ar.validate, "", { rules: { "no-such-rule": "off" } }),
  ],
  [
    "rules",
    /^options\.rules\["syntax"\] must be one of/,
    () => call(ar.validate, "", { rules: { syntax: "fatal" } }),
  ],
  ["request", /^options\.request must be a string/, () => call(ar.validate, "", { request: {} })],
  ["now", /^options\.now must be a time/, () => call(ar.validate, "", { now: "yesterday" })],
  [
    "now",
    /^options\.now must be a time .*, but is a Date$/,
    () => call(ar.validate, "", { now: new Date() }),
  ],
  ...[
    "2026-13-01T00:00Z",
    "2026-02-29T00:00Z",
    "2026-01-00T00:00Z",
    "2026-01-01T24:00Z",
    "2026-01-01T00:60Z",
  ].map(
    (now) =>
      /** @type {typeof wrong[0]} */ ([
        "now",
        /^options\.now must be a time/,
        () => call(ar.validate, "", { now }),
      ]),
  ),
  [
    "siblings",
    /^options\.siblings\["a\.json"\] must be a string/,
    () => call(ar.validate, "", { siblings: { "a.json": 1 } }),
  ],
  ["rules", /^options\.rules must be an object, but is a Map$/, () => call(ar.fix, "", { rules: new Map() })],
  ["siblings", /^options\.siblings must be an object/, () => call(ar.validate, "", { siblings: new Set() })],
  [
    "format of a prototype",
    /^options\.format must be one of/,
    () => call(ar.validate, "", Object.create({ format: 1 })),
  ],
  ["files", /^options\.files\[1\] must be a string/, () => call(ar.validate, "", { files: ["a", 2] })],
  ["files", /^options\.files must be an array/, () => call(ar.validate, "", { files: "a" })],
  [
    "suggestions",
    /^options\.suggestions is not an option/,
    () => call(ar.validate, "", { suggestions: true }),
  ],
  ["suggestions", /^options\.suggestions must be a boolean/, () => call(ar.fix, "", { suggestions: "yes" })],
  [
    "__proto__",
    /^options\.__proto__ is not an option/,
    () => call(ar.validate, "", JSON.parse('{"__proto__": {}}')),
  ],
  ["constructor", /^options\.constructor is not an option/, () => call(ar.validate, "", { constructor: 1 })],
  ["status", /^options\.status must be one of/, () => call(ar.wrap, "", { status: "ok" })],
  ["requestId", /^options\.requestId must be a string/, () => call(ar.wrap, "", { requestId: 1 })],
  [
    "durationSeconds",
    /^options\.durationSeconds must be a number/,
    () => call(ar.wrap, "", { durationSeconds: NaN }),
  ],
  [
    "durationSeconds",
    /^options\.durationSeconds must be a number/,
    () => call(ar.wrap, "", { durationSeconds: "1" }),
  ],
  ["metadata", /^options\.metadata must be an object/, () => call(ar.wrap, "", { metadata: [] })],
  [
    "metadata",
    /^options\.metadata must be an object that JSON can write/,
    () => call(ar.wrap, "", { metadata: { a: 1n } }),
  ],
  [
    "metadata",
    /^options\.metadata must be .* but is a Map$/,
    () => call(ar.wrap, "", { metadata: new Map([[1, 2]]) }),
  ],
  ["createdAt", /^options\.createdAt must be a time/, () => call(ar.wrap, "", { createdAt: "" })],
  [
    "createdAt",
    /^options\.createdAt must be a time/,
    () => call(ar.wrap, "", { createdAt: "2026-99-01T00:00:00Z" }),
  ],
  ["ts", /^options\.ts must be a time/, () => call(ar.wrap, "", { ts: "2026-01-32T00:00:00Z" })],
  ...[
    "2025-02-30T00:00:00Z",
    "2025-02-32T00:00Z",
    "2025-13-01T00:00Z",
    "2025-11-24T24:00:00Z",
    "2025-11-24T10:00+2",
  ].map(
    (createdAt) =>
      /** @type {[string, RegExp, () => unknown]} */ ([
        `createdAt ${createdAt}`,
        /^options\.createdAt must be a time/,
        () => call(ar.wrap, "", { createdAt }),
      ]),
  ),
  ["repair", /^options\.repair must be true, false or "all"/, () => call(ar.wrap, "", { repair: "some" })],
  ["repair", /^options\.repair must be true, false or "all"/, () => call(ar.recover, "", { repair: 1 })],
  ["text", /^text must be a string/, () => call(ar.recover, null)],
  ["force", /^options\.force must be a boolean/, () => call(ar.wrap, "", { force: 1 })],
  ["requestId", /^options\.requestId is blank/, () => call(ar.wrap, "x", { requestId: "" })],
  ["requestId", /^options\.requestId is blank/, () => call(ar.wrap, "x", { requestId: " \t" })],
  ["content", /^content is empty; to report a failure, set the status to `error`$/, () => call(ar.wrap, "")],
  ["content", /^content is empty/, () => call(ar.recover, " \n\0", { repair: true })],
  ["input", /^input must be bytes or a WebAssembly\.Module, but is 5/, () => call(ar.initSync, 5)],
  ["input", /^input must be bytes or .*, but is null/, () => call(ar.initSync, null)],
  ["input", /^input must be WebAssembly/, () => call(ar.initSync, new Uint8Array(3))],
  ["input", /^input must be WebAssembly/, () => call(ar.initSync, new ArrayBuffer(8))],
  ["text", /^text must be .*, but its buffer is detached/, () => call(ar.validate, detached())],
];

for (const [name, message, run] of wrong) {
  test(`a wrong ${name}: ${message.source}`, () => {
    // What is wrong with the content is no mistake of the program.
    const code = /^\^content is/.test(message.source) ? "content-refused" : "invalid-argument";
    assert.throws(run, { name: "TypeError", message, code });
  });
}

test("a wrong input of init is named", async () => {
  await assert.rejects(ar.init(/** @type {any} */ (5)), {
    name: "TypeError",
    code: "invalid-argument",
    message: /^input must be a URL/,
  });
  await assert.rejects(ar.init(new Uint8Array(3)), {
    name: "TypeError",
    code: "invalid-argument",
    message: /^input must be WebAssembly/,
  });
  // Having a readable body does not make it a Response.
  for (const it of [new Request("http://localhost/"), new Blob([new Uint8Array(8)])])
    await assert.rejects(ar.init(it), {
      name: "TypeError",
      code: "invalid-argument",
      message: /^input must be a URL.* is a (Request|Blob)$/,
    });
  await assert.rejects(ar.init("nope"), {
    name: "TypeError",
    code: "not-fetched",
    message: /^input must be a URL that can be fetched, but is "nope"$/,
  });
});

/** Each function of the package, called as nobody should. */
test("every error of every function has a code", async () => {
  const editor = await loadEditor();
  const codes = new Set();
  const bad = [
    undefined,
    null,
    5,
    "x",
    {},
    [],
    () => 1,
    new Uint8Array(1),
    new Uint8Array([0, 97, 115, 109, 9]),
  ];
  for (const [name, it] of [...Object.entries(ar), ...Object.entries(editor)])
    for (const first of [...bad, "", envelope("{}"), '{"response": "{"a": 1}'])
      for (const second of bad)
        for (const third of bad)
          try {
            await call(it, first, second, third);
          } catch (error) {
            const { code } = /** @type {{ code?: unknown }} */ (error);
            assert.equal(typeof code, "string", `${name}: ${error}`);
            codes.add(code);
          }
  for (const module of [ar, editor]) await module.init();
  assert.deepEqual([...codes].sort(), ["content-refused", "invalid-argument", "not-compiled", "not-fetched"]);
});

test("without its wasm, the package says so", async () => {
  const slim = await loadSlim("?codes");
  for (const run of [() => slim.validate(""), () => slim.initSync()])
    assert.throws(run, { name: "Error", code: "not-initialized" });
  await assert.rejects(slim.init(), { code: "not-initialized" });
  const broken = new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0, 99]);
  assert.throws(() => slim.initSync(broken), { code: "not-compiled" });
  await assert.rejects(slim.init(broken), { code: "not-compiled" });
  const answer = new Response(null, { status: 404 });
  await assert.rejects(slim.init(answer), { code: "not-fetched", message: /answered 404/ });
});

test("an error of the caller's own function is passed on as it is", () => {
  const error = Object.freeze(new Error("mine"));
  const judge = () => {
    throw error;
  };
  assert.throws(
    () => ar.validateWith(envelope("{}"), judge),
    (it) => it === error,
  );
});

test("options that are undefined are as if they were not there", () => {
  const none = {
    fileName: undefined,
    format: undefined,
    profile: undefined,
    payloads: undefined,
    rules: undefined,
    now: undefined,
  };
  assert.deepEqual(
    ar.validate("{", { ...none, request: undefined, siblings: undefined, files: undefined }),
    ar.validate("{"),
  );
  assert.deepEqual(ar.validate("{", { rules: { truncated: undefined } }), ar.validate("{"));
});

test("options may be frozen, or without a prototype", () => {
  const options = Object.freeze(
    Object.assign(Object.create(null), { format: /** @type {const} */ ("agent-response") }),
  );
  assert.deepEqual(ar.validate("{}", options), ar.validate("{}", { format: "agent-response" }));
});

test("options of a prototype count, and each is read once", () => {
  const [of, other] = [{ format: "factory" }, { format: "delegator" }];
  for (const it of [Object.create(of), Object.create(other), of, other, Object.create(of)]) {
    assert.equal(ar.validate("{}", it).format.id, it.format);
    assert.equal(ar.fix("{}", it).report.format.id, it.format);
  }
  const answers = ["factory", "nonsense"];
  const changing = {
    get format() {
      return /** @type {any} */ (answers.shift());
    },
  };
  assert.equal(ar.validate("{}", changing).format.id, "factory");
});

test("bytes and options may come from another context", () => {
  const bytes = runInNewContext("new Uint8Array([123, 125])");
  const options = runInNewContext("({ format: 'factory', rules: { syntax: 'off' }, files: ['a'] })");
  assert.deepEqual(ar.validate(bytes, options), ar.validate("{}", { format: "factory", files: ["a"] }));
  const shared = new Uint8Array(new SharedArrayBuffer(2));
  shared.set([123, 125]);
  assert.deepEqual(ar.validate(shared), ar.validate("{}"));
});

test("options of a call do not affect the next one", () => {
  const text = envelope("{}").replace('"success"', '"done"');
  const before = ar.validate(text);
  ar.validate(text, { format: "agent-request" });
  ar.validate(text, { rules: { "unknown-value": "off" } });
  ar.fix(text, { format: "factory" });
  assert.deepEqual(ar.validate(text), before);
});

test("changing the options between two calls changes the answer", () => {
  /** @type {import("agent-response").ValidateOptions} */
  const options = { format: "agent-response" };
  const first = ar.validate("{}", options);
  options.rules = Object.fromEntries(first.diagnostics.map((it) => [it.code, "off"]));
  assert.notEqual(first.diagnostics.length, 0);
  assert.equal(ar.validate("{}", options).diagnostics.length, 0);
});

test("keys named __proto__ in a text are keys like others", () => {
  const text = '{"__proto__": {"polluted": 1}, "status": "success"}';
  ar.validate(text, { format: "agent-response" });
  ar.fix(text, { format: "agent-response", suggestions: true });
  assert.equal(/** @type {any} */ ({}).polluted, undefined);
  const wrapped = ar.wrap("x", { metadata: JSON.parse('{"__proto__": 1}') });
  assert.match(wrapped, /"__proto__": ?1/);
});

function detached() {
  const bytes = new Uint8Array([123, 125]);
  structuredClone(bytes, { transfer: [bytes.buffer] });
  return bytes;
}

test("no bytes are an empty file", () => {
  assert.equal(ar.validate(new Uint8Array()).diagnostics[0]?.code, "empty-file");
});

/** Calls a function as JavaScript can, whatever its types say. */
function call(/** @type {any} */ it, /** @type {unknown[]} */ ...args) {
  return it(...args);
}
