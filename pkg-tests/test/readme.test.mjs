/** Every snippet of the package's README runs. */

import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { consumer, installed, runNode } from "../lib/consumer.mjs";

const readme = readFileSync(installed("README.md"), "utf8");
const snippets = [...readme.matchAll(/```js\n([\s\S]*?)```/g)].map((it) => it[1] ?? "");

test("there are snippets", () => assert.ok(snippets.length >= 4));

for (const [index, snippet] of snippets.entries()) {
  test(`snippet ${index + 1} runs and prints something`, () => {
    writeFileSync(join(consumer(), `snippet${index}.mjs`), snippet);
    const printed = runNode([`snippet${index}.mjs`]);
    assert.notEqual(printed.trim(), "");
    assert.ok(!printed.includes("undefined"), printed);
  });
}

test("the first snippet prints the findings of its text", () => {
  assert.match(runNode(["snippet0.mjs"]), /^1:\d+ error\[misnamed-field\] /m);
});

test("what unwrap prints is what the comment beside it says", () => {
  const index = snippets.findIndex((it) => it.includes("unwrap(file)"));
  assert.match(runNode([`snippet${index}.mjs`]), /\{ content: '\{"done": true\}', kind: 'json' \}/);
});
