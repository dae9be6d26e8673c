/**
 * The schemas compared with the checks: whatever a schema rejects has an error here, too. What only the checks reject
 * is listed below, by rule, with the reason why a schema cannot express it; so is what the checks treat more leniently.
 */

import assert from "node:assert/strict";
import { readdirSync } from "node:fs";
import { createRequire } from "node:module";
import { test } from "node:test";
import { Ajv2020 } from "ajv/dist/2020.js";
import formatsOfAjv from "ajv-formats";
import { getLanguageService } from "vscode-json-languageservice";
import { TextDocument } from "vscode-languageserver-textdocument";
import { consumer, installed, load, loadTools } from "../lib/consumer.mjs";
import { cases, examples, valuesIn } from "../lib/examples.mjs";
import { seeded } from "../lib/samples.mjs";
import { mutated, schema, strict, wordsOf } from "../lib/schemas.mjs";

const [ar, tools] = [await load(), await loadTools()];

/** Mutations of each format's examples. */
const ROUNDS = 10_000;

/** Formats and rules of errors that no schema finds, and why. @type {Record<string, string>} */
const ONLY_HERE = {
  "enhancement section-without-field":
    "the names are free: a schema can ask for the sections it knows, and not for whatever a list says",
  "enhancement missing-section-list":
    "without the list the object may be a payload of another kind; how many known names tell is counted",
  "enhancement wrong-type": "what is no text is a fault where the list names it, and the names are free",
  "factory duplicate-item": "a schema compares whole items, and not one member of them",
};

/** Rules of findings that are not errors here but that a schema rejects, and why. @type {Record<string, string>} */
const SOFTER = {
  placeholder: "a template that was never filled in is a warning; a schema knows of no templates",
};

/** Rules of errors in files with calls of tools that no schema finds, and why. @type {Record<string, string>} */
const ONLY_IN_CALLS = {
  "arguments-schema": "the schema of the arguments is elsewhere in the file",
  "duplicate-item": "a schema compares whole items, and neither names nor ids",
  "invalid-schema": "a schema is an object to a schema",
  "missing-field":
    "whether a result of MCP needs content depends on the revision, and an id on its conversation",
  "orphan-result": "ids of calls and results are in different items",
  "result-schema": "the schema of the result is elsewhere in the file",
  "strict-schema": "what is strict is another member, and a schema is an object to a schema",
  "unanswered-call": "ids of calls and results are in different items",
  "unknown-tool": "the names of the tools are elsewhere in the file",
  "wrong-type": "the checks know which type one of another API means, and what is in it",
};

/** Rules of cases in which each value is as its table says: the JSON is broken, in the file or in a string, or two values disagree. */
const BEYOND_VALUES = new Set([
  ...Object.keys(ONLY_IN_CALLS).filter((it) => it !== "missing-field" && it !== "wrong-type"),
  "byte-order-mark",
  "comment",
  "control-character",
  "encoded-argument",
  "missing-comma",
  "result-order",
  "single-quotes",
  "special-token",
  "split-record",
  "trailing-comma",
  "trailing-content",
  "truncated",
  "unsupported-schema",
]);

/** Other cases that a schema accepts, and why. @type {Record<string, string>} */
const ACCEPTED = {
  "mcp-no-structured-content": "an earlier line declares that the tool returns it",
  "own-input_schema": "the member may be absent, and others are free",
  "own-mcp-input": "the member may be absent, and others are free",
  "own-mcp-is_error": "the member may be absent, and others are free",
  "own-l-extra": "only the name of the file shows that it is for training",
  "train-unknown-key": "only the name of the file shows that it is for training",
  "train-weight-of-user": "only the name of the file shows that it is for training",
  "results-by-assistant": "that it answers a call is in another item",
  "result-next-to-call": "that it answers a call is in another item",
  "mcp-result-empty": "whether it needs content depends on its call",
  "mcp-failed-without-content": "whether it needs content depends on its call",
  "result-under-another-name": "whether it needs content depends on its call",
  "result-that-says-something-else": "whether it needs content depends on its call",
  "arguments-twice": "others are free",
  "cut-off-in-a-list": "the string begins with an object",
  "mcp-content-as-object": "an answer to another request may be an object",
  "mcp-list-old-revision": "an earlier line names the revision",
  "call-by-the-user": "that it calls is in another item",
  "call-by-the-user-with-text": "that it calls is in another item",
  "result-with-output": "the member may be absent, and others are free",
  "gemini-content-of-another-api": "the member may be absent, and others are free",
  "messages-tools-of-responses": "the type of a tool of the service may be any, and others are free",
  "responses-calls-of-another-api": "others are free",
  "first-example-without-an-answer": "only the name of the file shows that it is for training",
  "examples-after-damaged-lines": "only the name of the file shows that it is for training",
  "responses-tool-of-messages": "the member may be absent, and others are free",
  "responses-output-of-another-type": "an item of another type may be any",
  "responses-call-of-another-type": "an item of another type may be any",
  "block-with-a-hyphen": "a block of another type may be any",
  "block-of-another-api": "a block of another type may be any",
  "result-of-another-type": "a block of another type may be any",
  "text-of-another-api": "a block of another type may be any",
  "image-of-another-api": "a block of another type may be any",
};

/** Cases that a schema refuses although the rule is about more than it knows, and why. @type {Record<string, string>} */
const REFUSED = {
  "own-mcp-null-schema": "a schema is an object",
  "schema-is-list": "a schema is an object",
  "schema-is-null": "a schema is an object",
  "schema-as-text": "a schema is an object",
  "schema-as-text-flat": "a schema is an object",
  "schema-as-words": "a schema is an object",
  "token-before": "the string begins with an object",
  "tokens-around": "the string begins with an object",
  "token-before-slip": "the string begins with an object",
  "header-before": "the string begins with an object",
  "arguments-for-another-tool": "the string begins with an object",
  "arguments-for-this-tool": "the string begins with an object",
};

const ids = ar.formats().map((it) => it.id);
const all = tools.formats().map((it) => it.id);
const ofCalls = all.filter((it) => !ids.includes(it));

test("every format has its schema, and those of files with names one for editors, that ajv compiles", () => {
  const names = readdirSync(installed("dist/schemas")).sort();
  const due = [...ids.map((it) => `${it}.annotations.schema.json`), ...all.map((it) => `${it}.schema.json`)];
  assert.deepEqual(names, due.sort());
  assert.equal(ofCalls.length, 6);
  for (const id of ofCalls) strict(schema(id));
  for (const id of ids) {
    strict(schema(id));
    // The schema for editors has no types, so ajv's rules about types cannot apply.
    const ajv = new Ajv2020({ strict: true, strictTypes: false });
    ajv.addVocabulary(["defaultSnippets", "x-intellij-language-injection"]);
    const accepts = ajv.compile(schema(`${id}.annotations`));
    for (const value of [{}, [], 1, null, { status: 7, data: [], response: {}, no_such_key: 1 }])
      assert.ok(accepts(value), `${id}: ${ajv.errorsText(accepts.errors)}`);
  }
});

test("VS Code's JSON support reports nothing by the schemas for editors", async () => {
  const service = getLanguageService({});
  const random = seeded(23);
  let n_strict = 0;
  for (const id of ids) {
    const [all, words, annotations] = [examples(ar, id), wordsOf(schema(id)), schema(`${id}.annotations`)];
    for (let round = 0; round < 500; round++) {
      const value = mutated(random, structuredClone(all[random(all.length)] ?? {}), words);
      const document = TextDocument.create("a.json", "json", round, JSON.stringify(value, null, 2));
      const tree = service.parseJSONDocument(document);
      assert.deepEqual(await service.doValidation(document, tree, {}, annotations), [], document.getText());
      n_strict += (await service.doValidation(document, tree, {}, schema(id))).length;
    }
  }
  assert.ok(n_strict > 0, "the service reads no schema");
});

test("programs find them by the name of the package", () => {
  const { resolve } = createRequire(`${consumer()}/`);
  for (const id of all) resolve(`agent-response/schemas/${id}.schema.json`);
});

/** Rows of the two tables that were needed. @type {Set<string>} */
const seen = new Set();

for (const id of all) {
  test(`${id}: what the schema refuses has an error`, (it) => {
    const accepts = strict(schema(id));
    const { validate } = ofCalls.includes(id) ? tools : ar;
    const rows = ofCalls.includes(id) ? ONLY_IN_CALLS : ONLY_HERE;
    const row = (/** @type {string} */ code) => (ofCalls.includes(id) ? code : `${id} ${code}`);
    const all = examples({ validate }, id);
    assert.ok(all.length > 0, "there are no examples");
    for (const value of all) assert.ok(accepts(value), JSON.stringify([value, accepts.errors]));
    const random = seeded(17);
    const words = wordsOf(schema(id));
    const counts = { both: 0, neither: 0 };
    /** @type {Record<string, number>} */
    const here = {};
    /** @type {Record<string, number>} */
    const softer = {};
    /** @type {Record<string, string>} */
    const unlisted = {};
    for (let round = 0; round < ROUNDS; round++) {
      let value = structuredClone(all[random(all.length)] ?? {});
      for (let left = 1 + random(2); left > 0; left--) value = mutated(random, value, words);
      const text = JSON.stringify(value, null, 2);
      const report = validate(text, { format: id });
      const errors = new Set(report.diagnostics.filter((it) => it.severity === "error").map((it) => it.code));
      const accepted = accepts(value);
      if (accepted === (errors.size === 0)) counts[accepted ? "neither" : "both"]++;
      else if (accepted) {
        for (const code of errors) {
          here[code] = (here[code] ?? 0) + 1;
          seen.add(row(code));
          if (!(row(code) in rows)) unlisted[`only here: ${code}`] ??= text;
        }
      } else {
        const known = report.diagnostics.map((it) => it.code).filter((it) => it in SOFTER);
        for (const code of known) {
          softer[code] = (softer[code] ?? 0) + 1;
          seen.add(code);
        }
        const found = report.diagnostics.map((it) => `${it.severity} ${it.code}`);
        if (known.length === 0)
          unlisted[`only the schema: ${JSON.stringify(accepts.errors?.[0])}; here ${found}`] ??= text;
      }
    }
    it.diagnostic(`${all.length} examples; ${JSON.stringify({ ...counts, here, softer })}`);
    const shown = Object.entries(unlisted).slice(0, 8);
    assert.deepEqual(
      shown.map(([why, text]) => `${why}\n${text.slice(0, 3000)}`),
      [],
    );
  });
}

test("good files with calls of tools are accepted, and those with a fault in a value refused", (it) => {
  const counts = { accepted: 0, refused: 0, beyond: 0 };
  const schemas = new Map(ofCalls.map((id) => [id, strict(schema(id))]));
  for (const { id, file_name: fileName, format, input, expect } of cases) {
    const accepts = format && schemas.get(format);
    const values = valuesIn(input).filter((it) => it !== undefined);
    // A schema is of the objects of a format, and not of a list of messages alone.
    if (!accepts || Array.isArray(values[0])) continue;
    const isBeyond = expect.codes.every((it) => BEYOND_VALUES.has(it)) && !(id in REFUSED);
    const isSound = isBeyond || id in ACCEPTED;
    if (expect.valid) {
      // Lines of a session that are something else are not checked.
      const isKnown = (/** @type {unknown} */ it) =>
        tools.validate(JSON.stringify(it), { fileName }).format.id === format;
      const known = values.filter(isKnown);
      assert.ok(known.length > 0, id);
      for (const value of known) assert.ok(accepts(value), `${id}: ${JSON.stringify(accepts.errors)}`);
      counts.accepted += known.length;
    } else {
      assert.equal(
        values.every((it) => accepts(it)),
        isSound,
        `${id}: ${expect.codes}`,
      );
      counts[isSound ? "beyond" : "refused"]++;
    }
  }
  assert.ok(counts.accepted > 40 && counts.refused > 25, JSON.stringify(counts));
  it.diagnostic(JSON.stringify(counts));
});

test("contentSchema accepts what a payload may be, and refuses nothing without an error here", (it) => {
  const ajv = new Ajv2020({ strict: true });
  formatsOfAjv.default(ajv);
  for (const id of ids) ajv.addSchema(schema(id));
  const accepts = ajv.compile(schema("agent-response").properties.response.contentSchema);
  const free = [
    {},
    [],
    [1, 2],
    "text",
    7,
    true,
    null,
    { summary: "Done" },
    { status: "success" },
    { status: "ok" },
  ];
  for (const value of free) assert.ok(accepts(value), JSON.stringify(value));
  const [envelope] = examples(ar, "agent-response");
  const random = seeded(23);
  /** @type {Record<string, number>} */
  const refused = {};
  // No specification defines analyses and lists of agents, so nothing in them is an error; requests are free, too.
  for (const id of ids.filter((it) => !/^(analysis|agents|agent-request)$/.test(it))) {
    const all = examples(ar, id);
    const words = wordsOf(schema(id));
    for (const value of all) assert.ok(accepts(value), JSON.stringify([value, accepts.errors]));
    for (let round = 0; round < ROUNDS; round++) {
      const value = mutated(random, structuredClone(all[random(all.length)] ?? {}), words);
      if (accepts(value)) continue;
      refused[id] = (refused[id] ?? 0) + 1;
      const held = { ...envelope, status: "success", response: JSON.stringify(value) };
      const { diagnostics } = ar.validate(JSON.stringify(held, null, 2), { format: "agent-response" });
      const inside = diagnostics.filter((it) => it.inner.length > 0 && it.severity === "error");
      const isSofter = diagnostics.some((it) => it.code in SOFTER);
      assert.ok(inside.length > 0 || isSofter, JSON.stringify([value, accepts.errors?.[0], diagnostics]));
    }
    assert.ok((refused[id] ?? 0) > ROUNDS / 20, `${id}: ${refused[id]}`);
  }
  it.diagnostic(JSON.stringify(refused));
});

test("every row of the tables is needed", () => {
  const rows = [ONLY_HERE, ONLY_IN_CALLS, SOFTER].flatMap(Object.keys);
  assert.deepEqual([...seen].sort(), rows.sort());
});
