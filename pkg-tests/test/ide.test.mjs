/** Inner documents and queries about them: the same as in Rust, with checked arguments. */

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { loadEditor } from "../lib/consumer.mjs";
import { envelope } from "../lib/samples.mjs";

const ar = await loadEditor();
const read = (/** @type {string} */ name) =>
  JSON.parse(readFileSync(new URL(`../../tests/ide/${name}.json`, import.meta.url), "utf8"));

test("every answer is that of Rust", () => {
  const answers = read("answers");
  for (const [index, { name, file: marked, inside, options }] of read("cases").entries()) {
    const offset = marked.indexOf("$0");
    const file = marked.replace("$0", "");
    const toInner = ar.toInner(file, offset, options);
    const at = toInner.find((it) => it.pointer === inside)?.offset ?? offset;
    const within = inside === undefined ? options : { ...options, inside };
    const { data, offsets } = ar.tokens(file, within);
    const found = {
      name,
      documents: ar.documents(file, options),
      toInner,
      hover: ar.hover(file, at, within),
      complete: ar.complete(file, at, within),
      symbols: ar.symbols(file, within),
      definition: ar.definition(file, at, within),
      folding: ar.folding(file, within),
      selectionRanges: ar.selectionRanges(file, [at], within),
      tokens: { data: [...data], offsets: [...offsets] },
      format: ar.format(file, inside ?? "", within),
    };
    assert.deepEqual(found, answers[index], name);
  }
});

const payload = { sections: ["a"], a: "## A\r\n\n- 😀 é\n", nested: JSON.stringify({ b: ["x\ny"] }) };
const file = envelope(JSON.stringify(payload));

test("edits of a document are edits of the file", () => {
  let now = file;
  const model = structuredClone(payload);
  for (let round = 0; round < 50; round++) {
    const text = ar.document(now, "/response/a")?.text ?? assert.fail("no document");
    assert.equal(text, model.a);
    const chars = [...text];
    const at = chars.slice(0, (round * 7) % (chars.length + 1)).join("").length;
    const inserted = ['"', "\\", "\n", "😀", "\u2028", "é"][round % 6] ?? "";
    now = ar.applyEdits(now, ar.edit(now, "/response/a", [{ from: at, to: at, text: inserted }]));
    model.a = text.slice(0, at) + inserted + text.slice(at);
  }
  assert.deepEqual(JSON.parse(JSON.parse(now).response), model);
  const pointer = "/response/nested/b/0";
  const edits = ar.edit(file, pointer, [{ from: 1, to: 2, text: "" }]);
  const after = JSON.parse(JSON.parse(ar.applyEdits(file, edits)).response).nested;
  assert.deepEqual(JSON.parse(after), { b: ["xy"] });
});

test("no answer depends on the questions before", () => {
  const [first, options] = [ar.documents(file), { profile: /** @type {const} */ ("strict") }];
  assert.equal(ar.document(file, "/status")?.text, "success");
  assert.deepEqual(ar.documents(file), first);
  const strict = ar.hover(file.replace('"success"', '"done"'), file.indexOf("success") + 1, options);
  // Queried after a validation of the same text, with the same options and with others.
  const done = file.replace('"success"', '"done"');
  for (const validated of [options, {}, { rules: { "unknown-value": /** @type {const} */ ("off") } }]) {
    ar.validate(done, validated);
    assert.deepEqual(ar.hover(done, file.indexOf("success") + 1, options), strict);
  }
  assert.deepEqual(
    strict?.rules.map((it) => it.code),
    ["unknown-value"],
  );
  assert.deepEqual(
    ar.hover(done, file.indexOf("success") + 1, { rules: { "unknown-value": "off" } })?.rules,
    [],
  );
});

test("every answer is about the text that was passed, and not about the one before", () => {
  const files = ["one", "two", "x".repeat(20_000), "é".repeat(20_000)].map((it) => envelope(it));
  const bytes = files.map((it) => new TextEncoder().encode(it));
  const ways = [
    (/** @type {number} */ it) => ar.validate(files[it] ?? ""),
    (/** @type {number} */ it) => ar.validate(bytes[it] ?? new Uint8Array()),
    (/** @type {number} */ it) => ar.unwrap(files[it] ?? ""),
    (/** @type {number} */ it) => ar.documents(files[it] ?? ""),
    (/** @type {number} */ it) => ar.edit(files[it] ?? "", "/response", [{ from: 0, to: 1, text: "y" }]),
    (/** @type {number} */ it) => ar.fix(bytes[it] ?? new Uint8Array()).bytes,
    (/** @type {number} */ it) => ar.locate(files[it] ?? "", "/response"),
  ];
  const answers = files.map((_, file) => ways.map((way) => way(file)));
  // Each call after every other.
  for (const [before, first] of ways.entries())
    for (const [after, second] of ways.entries())
      for (const [file] of files.entries())
        for (const other of [file, (file + 1) % files.length, (file + 2) % files.length]) {
          assert.deepEqual(first(other), answers[other]?.[before]);
          assert.deepEqual(second(file), answers[file]?.[after]);
        }
});

test("half of a surrogate pair stays what it is", () => {
  for (const lone of ["\ud83d", "\udc00"]) {
    const raw = envelope(JSON.stringify({ a: "x" })).replace("x", `x${lone}`);
    assert.equal(ar.documents(raw)[0]?.text, `{"a":"x${lone}"}`);
    const spelled = `\\u${lone.charCodeAt(0).toString(16)} 2`;
    const escaped = envelope(JSON.stringify({ a: "here" })).replace("here", spelled);
    assert.equal(ar.documents(escaped)[0]?.text, `{"a":"${lone} 2"}`);
    const edits = ar.edit(raw, "/response", [{ from: 0, to: 0, text: lone }]);
    assert.deepEqual(
      edits.map((it) => it.text),
      [lone],
    );
    assert.equal(ar.applyEdits(raw, edits).indexOf(lone), edits[0]?.from);
    assert.equal(ar.applyEdits(`a${lone}`, [{ from: 1, to: 1, text: lone }]), `a${lone}${lone}`);
    // The stand-in character may itself be inserted.
    for (const text of ["\ue000", "\ue001"]) {
      assert.equal(ar.edit(raw, "/response", [{ from: 0, to: 0, text }])[0]?.text, text);
      assert.equal(ar.applyEdits(raw, [{ from: 0, to: 0, text }]), text + raw);
    }
    // Also next to whole pairs, raw and as escapes, and after a backslash.
    for (const [before, shown] of /** @type {const} */ ([
      ["\\ud83d\\ude00", "😀"],
      ["\\\\", "\\"],
      ["😀", "😀"],
    ])) {
      const mixed = `{"status": "success", "request_id": "a", "version": "1.0", "response": "${before}${spelled}"}`;
      assert.equal(ar.document(mixed, "/response")?.text, `${shown}${lone} 2`);
    }
    const [found] = ar.locateAll(`{"${lone}": 1}`, [`/${lone}`], { key: true });
    assert.deepEqual([found?.from, found?.to], [1, 4]);
  }
});

test("a text that is too broken around a document is refused by a code", () => {
  const broken = '{"response": "\\ud83dx\\ude00", "status": "success", "request_id": "a", "version": "1.0"';
  const [inside] = ar.documents(broken.replace('"\\ud83dx\\ude00"', '"{}"'));
  assert.equal(inside?.pointer, "/response");
  for (const [pointer, edits, message] of /** @type {const} */ ([
    ["/none", [], /^pointer must be that of a document in the text, but is "\/none"$/],
    ["/response", [{ from: 0, to: 999, text: "" }], /^edits\[0\] must lie within the document/],
    ["/response", [{ from: 3, to: 2, text: "" }], /^edits\[0\] must lie within the document/],
    [
      "/response",
      [
        { from: 0, to: 2, text: "" },
        { from: 1, to: 3, text: "" },
      ],
      /^edits\[1\] must not overlap/,
    ],
  ]))
    assert.throws(() => ar.edit(file, pointer, edits), { name: "TypeError", message });
});

test("arguments that are wrong are named", () => {
  /** @type {[RegExp, () => unknown][]} */
  const wrong = [
    [/^text must be a string, but is 5$/, () => call(ar.documents, 5)],
    [/^options must be an object, but is null$/, () => call(ar.hover, file, 0, null)],
    [/^options\.insde is not an option; known are .*, inside$/, () => call(ar.hover, file, 0, { insde: "" })],
    [
      /^options\.inside must be the pointer of a document in the text, but is "\/no"$/,
      () => call(ar.symbols, file, { inside: "/no" }),
    ],
    [/^options\.inside must be a string, but is 1$/, () => call(ar.symbols, file, { inside: 1 })],
    [
      /^options\.indent must be a number of spaces up to 16, or blanks, but is "x"$/,
      () => call(ar.format, file, "", { indent: "x" }),
    ],
    [/^options\.key must be a boolean, but is 1$/, () => call(ar.locateAll, file, [], { key: 1 })],
    [/^pointer must be a string/, () => call(ar.edit, file)],
    [/^pointers must be an array of strings, but is "\/a"$/, () => call(ar.locateAll, file, "/a")],
    [/^pointers\[0\] must be a string, but is 1$/, () => call(ar.locateAll, file, [1])],
    [
      /^offset must be an offset within the text, between whole characters, but is -1$/,
      () => call(ar.hover, file, -1),
    ],
    [/^offset must be .*, but is 99999$/, () => call(ar.complete, file, 99_999)],
    [/^offset must be .*, but is 1$/, () => call(ar.toInner, "😀", 1)],
    [/^offsets\[1\] must be .*, but is undefined$/, () => call(ar.selectionRanges, file, [0, undefined])],
    [/^offsets must be an array of offsets, but is 1$/, () => call(ar.selectionRanges, file, 1)],
    [/^to must not be less than from, but is 1$/, () => call(ar.toFile, file, "/response", 2, 1)],
    [/^edits must be an array, but is an object$/, () => call(ar.applyEdits, file, {})],
    [
      /^edits\[0\]\.from must be an offset, but is "0"$/,
      () => call(ar.applyEdits, file, [{ from: "0", to: 0, text: "" }]),
    ],
    [
      /^edits\[0\]\.text must be a string, but is undefined$/,
      () => call(ar.applyEdits, file, [{ from: 0, to: 0 }]),
    ],
  ];
  for (const [message, run] of wrong) assert.throws(run, { name: "TypeError", message });
});

/**
 * Calls with arguments that the types reject.
 * @param {(...given: any[]) => unknown} run
 * @param {unknown[]} given
 */
function call(run, ...given) {
  return run(...given);
}
