/** The package survives a crash of the wasm, and memory is released. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { loadEditor } from "../lib/consumer.mjs";
import { envelope, validFile } from "../lib/samples.mjs";

/** The memories of all instances, in the order of their creation. @type {WebAssembly.Memory[]} */
const memories = [];
const { Instance } = WebAssembly;
WebAssembly.Instance = /** @type {any} */ (
  new Proxy(Instance, {
    construct(target, args) {
      const instance = /** @type {any} */ (new target(.../** @type {[any]} */ (args)));
      memories.push(instance.exports.memory);
      return instance;
    },
  })
);

const ar = await loadEditor();
const text = envelope("{}").replace('"success"', '"done"');
const good = ar.validate(text);

/** Overwrites the memory of the current instance, so that whatever runs next in it crashes. */
function damage() {
  new Uint8Array(/** @type {WebAssembly.Memory} */ (memories.at(-1)).buffer).fill(0xff);
}

test("validate reports a crash as one finding, and the next call works", () => {
  damage();
  const { valid, diagnostics } = ar.validate(text);
  assert.equal(valid, false);
  assert.deepEqual(
    diagnostics.map((it) => [it.code, it.severity, it.from, it.to, it.docs]),
    [["internal-error", "error", 0, 0, "rules/internal-error"]],
  );
  const nowhere = { line: 0, character: 0 };
  assert.deepEqual(diagnostics[0]?.range, { start: nowhere, end: nowhere });
  assert.deepEqual(ar.validate(text), good);
});

test("options given before a crash hold after it", () => {
  const options = /** @type {const} */ ({ format: "agent-response", profile: "strict" });
  const before = ar.validate(text, options);
  damage();
  assert.equal(ar.validate(text, options).diagnostics[0]?.code, "internal-error");
  assert.deepEqual(ar.validate(text, options), before);
});

test("the other functions throw an error that says so, and the next call works", () => {
  for (const run of [
    () => ar.fix(text),
    () => ar.wrap("x"),
    () => ar.recover("x"),
    () => ar.unwrap(text),
    () => ar.locate(text, "/status"),
    () => ar.documents(text),
    () => ar.hover(text, 5),
    () => ar.applyEdits(text, []),
  ]) {
    damage();
    assert.throws(run, { name: "Error", message: /internal error/, code: "internal-error" });
    run();
  }
});

test("what the options throw is thrown, and is no crash", () => {
  ar.validate("{}");
  const before = memories.length;
  const mine = new RangeError("mine");
  /** @type {any} */
  const throwing = {
    get format() {
      throw mine;
    },
  };
  const inside = {
    rules: {
      get syntax() {
        throw mine;
      },
    },
  };
  for (const run of [
    () => ar.validate(text, throwing),
    () => ar.fix(text, /** @type {any} */ (inside)),
    () => ar.wrap("x", throwing),
  ])
    assert.throws(run, (error) => error === mine);
  assert.throws(() => ar.wrap("x", { status: /** @type {any} */ ("perhaps") }), TypeError);
  assert.deepEqual(ar.validate(text), good);
  assert.equal(memories.length, before, "no new instance");
});

test("options may call the package while they are read", () => {
  const options = {
    get format() {
      ar.validate("{}", { format: "factory" });
      return /** @type {const} */ ("agent-response");
    },
  };
  assert.deepEqual(ar.validate(text, options), ar.validate(text, { format: "agent-response" }));
});

test("memory is given back after a large text", () => {
  ar.validate("{}");
  const before = memories.length;
  const large = validFile("ascii", 1e6).repeat(100);
  ar.validate(large);
  ar.validate("{}");
  assert.equal(memories.length, before + 1, "a new instance after 100 MB");
  assert.ok(/** @type {WebAssembly.Memory} */ (memories.at(-1)).buffer.byteLength < 8e6);
  ar.validate("{}");
  assert.equal(memories.length, before + 1, "and no further one");
});

test("the memory of small texts does not grow from call to call", () => {
  const small = validFile("raw", 1e4);
  const use = () => [ar.validate(small), ar.fix(small), ar.validate(text)];
  for (let round = 0; round < 50; round++) use();
  const size = /** @type {WebAssembly.Memory} */ (memories.at(-1)).buffer.byteLength;
  for (let round = 0; round < 500; round++) use();
  assert.equal(/** @type {WebAssembly.Memory} */ (memories.at(-1)).buffer.byteLength, size);
});
