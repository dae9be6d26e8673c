/** `checkPayload` with the schema libraries that people use, each finding at its exact place inside the string. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { Ajv2020 } from "ajv/dist/2020.js";
import { type } from "arktype";
import * as v from "valibot";
import { z } from "zod";
import { load, loadEditor } from "../lib/consumer.mjs";

const { applyEdits, checkPayload, unwrap, validate, validateWith } = await load();

const fields = { title: { type: "string" }, score: { type: "number", maximum: 10 }, tags: { type: "array" } };
const ajv = new Ajv2020({ allErrors: true });
/** @type {Record<string, import("agent-response").PayloadValidator>} */
const validators = {
  zod: z.strictObject({
    title: z.string(),
    score: z.number().max(10),
    tags: z.array(z.string()).optional(),
  }),
  valibot: v.strictObject({
    title: v.string(),
    score: v.pipe(v.number(), v.maxValue(10)),
    tags: v.optional(v.array(v.string())),
  }),
  arktype: type({ "+": "reject", title: "string", score: "number <= 10", "tags?": "string[]" }),
  ajv: ajv.compile({
    type: "object",
    properties: { ...fields, tags: { type: "array", items: { type: "string" } } },
    required: ["title", "score"],
    additionalProperties: false,
  }),
};

/** @param {unknown} payload */
const envelope = (payload) =>
  JSON.stringify({ request_id: "😀", status: "success", response: JSON.stringify(payload) }, null, 2);
const options = { fileName: "a.agent-response.json" };

/** What the validator finds: the marked text, the place in the payload, the message.
 * @param {string} text
 * @param {import("agent-response").PayloadValidator} validator
 */
function found(text, validator) {
  const { diagnostics } = checkPayload(text, validator, options);
  const ours = diagnostics.filter((it) => it.code === "payload-schema");
  for (const it of ours) {
    assert.deepEqual([it.severity, it.docs, it.pointer], ["error", "rules/payload-schema", "/response"]);
    const bytes = Buffer.from(text).subarray(it.bytes.from, it.bytes.to).toString();
    assert.equal(bytes, text.slice(it.from, it.to));
  }
  return ours.map((it) => [text.slice(it.from, it.to), it.inner.at(-1)?.pointer, it.message]);
}

for (const [name, validator] of Object.entries(validators)) {
  test(`${name}: nothing is found in a payload that matches`, () => {
    const text = envelope({ title: "é😀", score: 10, tags: ["a"] });
    assert.deepEqual(found(text, validator), []);
    assert.deepEqual(checkPayload(text, validator, options), validate(text, options));
  });

  test(`${name}: values, keys and objects are marked`, () => {
    const text = envelope({ "é😀": "\n", extra: 1, score: 11, tags: ["a", 2] });
    const all = found(text, validator);
    const marked = all.map(([it]) => it).sort();
    // Valibot names only the first unknown key.
    const extra = name === "valibot" ? [] : ['\\"extra\\"'];
    assert.deepEqual(marked, [...extra, '\\"é😀\\"', "11", "2", "{"].sort(), JSON.stringify(all));
    const message = (/** @type {string} */ it) => all.find(([mark]) => mark === it)?.[2] ?? "";
    assert.match(message("{"), /title/);
    assert.match(message("11"), /score/);
    assert.match(message("2"), /tags/);
    for (const it of extra) assert.match(message(it), /extra/);
  });

  test(`${name}: a payload of another kind is marked where it begins`, () => {
    // For some of them, a list is an object that lacks all its members.
    const marked = (/** @type {unknown} */ payload) => found(envelope(payload), validator).map((it) => it[0]);
    assert.deepEqual([...new Set(marked([]))], ["["]);
    assert.deepEqual(
      found(JSON.stringify({ status: "success", response: "# Done" }), validator)[0]?.[0],
      "# Done",
    );
  });
}

test("what the text itself has is reported as by `validate`, and broken JSON is not judged", () => {
  const text = '{"status": "success", "response": "{\\"score\\": 11,}"}';
  const { diagnostics, valid } = checkPayload(text, validators.zod ?? assert.fail(), options);
  assert.deepEqual(diagnostics, validate(text, options).diagnostics);
  assert.ok(!valid);
});

test("severities of the options count", () => {
  const report = checkPayload(envelope({}), validators.ajv ?? assert.fail(), {
    ...options,
    rules: { "payload-schema": "hint" },
  });
  assert.deepEqual(
    [...new Set(report.diagnostics.filter((it) => it.code === "payload-schema").map((it) => it.severity))],
    ["hint"],
  );
});

test("an asynchronous schema is an error that says so", async () => {
  const asynchronous = { name: "TypeError", message: /asynchronous/, code: "invalid-argument" };
  const refined = z.string().refine(async () => true);
  assert.throws(() => checkPayload(envelope("x"), refined), asynchronous);
  const later = ajv.compile({ $async: true, type: "object", required: ["a"] });
  assert.throws(() => checkPayload(envelope({}), later), asynchronous);
});

test("a wrong argument is named", () => {
  const wrong = (/** @type {any} */ it) => () => checkPayload(envelope({}), it);
  for (const it of [undefined, null, 1, {}, { "~standard": {} }, "x"])
    assert.throws(wrong(it), { name: "TypeError", message: /^validator must be/ });
  assert.throws(() => validateWith(envelope({}), /** @type {any} */ (1)), /judge must be a function/);
  assert.throws(() => validateWith(envelope({}), () => /** @type {any} */ (1)), /must return an array/);
  assert.throws(() => validateWith(envelope({}), () => /** @type {any} */ ([{}])), /must return an array/);
});

test("what a validator throws comes out as it is, and the next call works", () => {
  const error = new Error("mine");
  const thrower = () => {
    throw error;
  };
  assert.throws(
    () => checkPayload(envelope({}), thrower),
    (it) => it === error,
  );
  assert.equal(validate(envelope({}), options).format.id, "agent-response");
});

test("a validator may call the library, and its words are shown on one line", () => {
  const report = validateWith(
    envelope({ a: 1 }),
    (payload) => {
      assert.equal(payload, '{"a":1}');
      assert.ok(validate("{").diagnostics.length > 0);
      return [{ pointer: "/a", message: "a\n\u001b[31mb" }];
    },
    options,
  );
  const ours = report.diagnostics.find((it) => it.code === "payload-schema");
  assert.equal(ours?.message, "a  [31mb");
});

test("halves of surrogate pairs come back", () => {
  const text = '{"status": "success", "response": "{\\"a\\": \\"\ud83d\\"}"}';
  const { diagnostics } = validateWith(text, () => [{ pointer: "/a", message: "x" }], options);
  const ours = diagnostics.find((it) => it.code === "payload-schema") ?? assert.fail();
  assert.equal(text.slice(ours.from, ours.to), '\\"\ud83d\\"');
});

test("a schema in the options judges, suggests, and is shown by hover and completion", async () => {
  // One entry for all: what `validate` has read is there for `hover`.
  const { complete, fix, hover, validate } = await loadEditor();
  /** @type {string[]} */
  const asked = [];
  const schema = {
    violations: (/** @type {string} */ payload) => {
      asked.push(payload);
      return "tittle" in JSON.parse(payload)
        ? [{ pointer: "/tittle", key: true, message: "`tittle` is not a key", meant: "title" }]
        : [];
    },
    known: (/** @type {string} */ pointer) =>
      pointer === ""
        ? { members: [{ name: "title", required: true, shape: "a string", value: '""' }, { name: "score" }] }
        : pointer === "/score"
          ? { description: "From 0 to 10.", shape: "a number", values: [{ json: "7" }, { json: "10" }] }
          : null,
  };
  const text = envelope({ tittle: "x", score: 1 });
  const withSchema = { ...options, schema };
  const [finding, ...others] = validate(text, withSchema).diagnostics.filter(
    (it) => it.code === "payload-schema",
  );
  assert.ok(finding);
  assert.deepEqual(others, []);
  assert.equal(text.slice(finding.from, finding.to), '\\"tittle\\"');
  const [meant] = finding.fixes;
  assert.equal(meant?.safety, "suggestion");
  assert.equal(applyEdits(text, meant.edits), text.replace("tittle", "title"));
  assert.match(fix(text, withSchema).text, /tittle/);
  assert.match(hover(text, text.indexOf("score"), withSchema)?.text ?? "", /From 0 to 10/);
  const at = text.indexOf(":1}") + 1;
  const values = complete(text, at, withSchema).map((it) => it.label);
  assert.ok(values.includes("7") && values.includes("10"), String(values));
  assert.ok(asked.length > 0);
  // What was read with the schema is not read again for a query about it, and nothing is kept without the schema.
  asked.length = 0;
  validate(text, withSchema);
  const n = asked.length;
  hover(text, text.indexOf("score"), withSchema);
  assert.equal(asked.length, n);
  assert.ok(!validate(text, options).diagnostics.some((it) => it.code === "payload-schema"));
  assert.doesNotMatch(hover(text, text.indexOf("score"), options)?.text ?? "", /From 0 to 10/);
});

test("a schema that calls the library, which it must not, mixes no texts up", () => {
  const inner = envelope({ inner: true });
  const outer = envelope({ outer: true });
  const now = "2026-01-01T00:00:00Z";
  const schema = {
    violations: () => {
      unwrap(inner);
      validate(inner, { now });
      return [];
    },
  };
  validate(outer, { ...options, schema });
  assert.equal(unwrap(inner)?.content, JSON.stringify({ inner: true }));
  assert.equal(unwrap(outer)?.content, JSON.stringify({ outer: true }));
  const found = validate("[", { now });
  assert.ok(found.diagnostics.every((it) => it.code !== "payload-schema"));
});

test("a schema that throws is a finding that says so, and one that is none is named", () => {
  const schema = {
    violations: () => {
      throw new Error("too deep");
    },
  };
  const { diagnostics } = validate(envelope({}), { ...options, schema });
  const messages = diagnostics.filter((it) => it.code === "payload-schema").map((it) => it.message);
  assert.deepEqual(messages, ["The payload cannot be compared with its schema: too deep"]);
  for (const it of [1, null, "x", {}, { violations: 1 }])
    assert.throws(() => validate("{}", { schema: /** @type {any} */ (it) }), {
      name: "TypeError",
      message: /^options\.schema must be an object with a function `violations`, but /,
    });
});
