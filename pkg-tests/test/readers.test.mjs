/** What other programs do with a file: in the words of the command, for each example on the pages of rules. */

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { command } from "../lib/command.mjs";
import { loadEditor, root } from "../lib/consumer.mjs";
import { blocks } from "../lib/examples.mjs";

const ar = await loadEditor();
const good = readFileSync(join(root, "samples/good/.agent-response-phase8.json"), "utf8");
const NAMES = [".agent-response.json", ".agent-response-phase8.json"];

/** What the command says about files with these contents, in this order. */
function ofCommand(/** @type {{ name: string, content: string | Uint8Array }[]} */ files) {
  const folder = mkdtempSync(join(tmpdir(), "agent-response-readers-"));
  for (const [index, { name, content }] of files.entries()) {
    mkdirSync(join(folder, String(index)));
    writeFileSync(join(folder, String(index), name), content);
  }
  const options = { cwd: folder, encoding: /** @type {const} */ ("utf8"), maxBuffer: 2 ** 28 };
  const { stdout, stderr } = spawnSync(command, ["check", "--reader", "--format", "json"], options);
  rmSync(folder, { recursive: true });
  const found = new Map();
  for (const { path, readers } of JSON.parse(stdout || stderr).files) found.set(path, readers);
  return files.map(({ name }, index) => found.get(`${index}/${name}`));
}

test("the examples of all pages, as texts and as bytes", () => {
  const texts = blocks("src/rules").map((it) => it.text);
  const bytes = texts
    .slice(0, 50)
    .flatMap((it) => [
      Buffer.from(`\ufeff${it}`),
      Buffer.from(it, "utf16le"),
      Buffer.concat([Buffer.from(it), Buffer.of(0xff)]),
    ]);
  const files = [...texts, ...bytes].flatMap((content) => NAMES.map((name) => ({ name, content })));
  const outcomes = new Set();
  for (const [index, expected] of ofCommand(files).entries()) {
    const { name, content } = files[index] ?? assert.fail("no file");
    const found = ar.readers(content, { fileName: name });
    assert.deepEqual(found, expected, `${name}: ${content}`);
    if (typeof content === "string")
      assert.deepEqual(ar.readers(Buffer.from(content), { fileName: name }), found);
    for (const it of found) outcomes.add(it.outcome);
  }
  assert.ok(texts.length > 300, String(texts.length));
  assert.deepEqual([...outcomes].sort(), ["differs", "reads", "refuses"]);
});

test("the name or the content says that a file is a response", () => {
  const [today, specified] = ar.readers(good);
  assert.deepEqual(today, {
    reader: "bridge",
    title: "the agent bridge",
    outcome: "reads",
    words: "reads 3 sections and 13 boundary rules, and deletes the file",
  });
  assert.equal(specified?.reader, "bridge-specified");
  assert.equal(ar.readers("", { fileName: "state/.agent-response.json" })[0]?.outcome, "refuses");
  assert.deepEqual(ar.readers("{}"), []);
  assert.deepEqual(ar.readers(new Uint8Array()), []);
  assert.deepEqual(ar.readers('{"request_id": "1", "agent_name": "a", "prompt": "b"}'), []);
});

test("a question between others changes none of them", () => {
  const text = good.replace("success", "done");
  const hover = ar.hover(text, text.indexOf("done"));
  ar.readers(text);
  assert.deepEqual(ar.hover(text, text.indexOf("done")), hover);
  ar.readers(Buffer.from(text));
  assert.deepEqual(ar.hover(text, text.indexOf("done")), hover);
});

test("half a character stays half a character", () => {
  const [today] = ar.readers('{"\ud83d": 1}', { fileName: NAMES[0] });
  assert.match(today?.words ?? "", /argument '\ud83d'$/);
});

test("what is no text is refused", () => {
  assert.throws(
    () => ar.readers(/** @type {any} */ (5)),
    /^TypeError: text must be a string or a Uint8Array, but is 5$/,
  );
  assert.throws(() => ar.readers("", /** @type {any} */ ({ name: "" })), TypeError);
});
