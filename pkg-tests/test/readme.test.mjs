/** Every snippet of the package's README runs. */

import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { consumer, installed, load, loadTools, runNode } from "../lib/consumer.mjs";

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
  const printed = runNode(["snippet0.mjs"]);
  assert.match(printed, /^1:\d+ error\[misnamed-field\] /m);
  // The names in examples are those that all readers accept.
  assert.doesNotMatch(printed, /unphased-name/);
});

test("every option has a row", async () => {
  const ar = await load();
  for (const call of [ar.validate, ar.fix, ar.wrap]) {
    const list = /known are (.*)/.exec(message(() => call("", /** @type {any} */ ({ unknown: 1 }))));
    for (const name of list?.[1]?.split(", ") ?? assert.fail("no list"))
      assert.match(readme, new RegExp(`^\\| [^|]*\`${name}\``, "m"));
  }
});

test("every schema is named", async () => {
  const [{ formats }, tools] = [await load(), await loadTools()];
  const [passage] = /`agent-response\/schemas\/[^.]*\.schema\.json`[^.]*\./.exec(readme) ?? [""];
  for (const { id } of formats()) assert.ok(passage.includes(id), id);
  const [ofCalls] = /There is also a schema of each format[^.]*/.exec(readme) ?? [""];
  for (const { id } of tools.formats())
    assert.ok(`${passage}${ofCalls}`.includes(`\`${id}\``) || passage.includes(id), id);
});

/** What an error says. */
function message(/** @type {() => unknown} */ run) {
  try {
    run();
  } catch (error) {
    return /** @type {Error} */ (error).message;
  }
  return assert.fail("nothing was thrown");
}

test("what unwrap prints is what the comment beside it says", () => {
  const index = snippets.findIndex((it) => it.includes("unwrap(file)"));
  assert.match(runNode([`snippet${index}.mjs`]), /\{ content: '\{"done": true\}', kind: 'json' \}/);
});
