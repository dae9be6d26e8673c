/** What must not take long. Runs alone: see run.mjs. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { load, loadEditor } from "../lib/consumer.mjs";
import { envelope } from "../lib/samples.mjs";

const ar = await load();

test("a question after a validation takes less time than the validation did", async () => {
  const editor = await loadEditor();
  const section = `## Part\n\n${'- does "this" with 😀 and C:\\temp\n'.repeat(60)}`;
  const parts = Object.fromEntries(Array.from({ length: 40 }, (_, it) => [`part_${it}`, section]));
  const large = envelope(JSON.stringify({ sections: Object.keys(parts), ...parts }, null, 2));
  assert.ok(large.length > 100_000 && large.length < 130_000, `${large.length}`);
  const middle = large.indexOf('part_20\\":') + 3;
  const inner = editor.toInner(large, middle)[0]?.offset ?? assert.fail("no document");
  const inside = "/response";
  const questions = {
    documents: () => editor.documents(large),
    edit: () => editor.edit(large, "/response/part_20", [{ from: 3, to: 4, text: "é" }]),
    toInner: () => editor.toInner(large, middle),
    toFile: () => editor.toFile(large, "/response/part_20", 3, 9),
    hover: () => editor.hover(large, middle),
    complete: () => editor.complete(large, inner, { inside }),
    symbols: () => editor.symbols(large),
    definition: () => editor.definition(large, middle),
    folding: () => editor.folding(large),
    selectionRanges: () => editor.selectionRanges(large, [middle]),
    tokens: () => editor.tokens(large),
    format: () => editor.format(large, inside),
    locateAll: () => editor.locateAll(large, ["/response/part_20", "/response/part_39", "/status"]),
  };
  const slow = [];
  for (const [name, ask] of Object.entries(questions)) {
    /** @type {[number[], number[]]} */
    const [validations, answers] = [[], []];
    const share = () => Math.min(...answers) / Math.min(...validations);
    // The best of many, measured in turn: whatever else the machine does adds to both.
    while (answers.length < 21 || (answers.length < 210 && share() >= 1)) {
      const from = performance.now();
      // A validation keeps what was read, and the first query finds it.
      editor.validate(large);
      const between = performance.now();
      ask();
      answers.push(performance.now() - between);
      validations.push(between - from);
    }
    console.log(
      `${name}: ${Math.min(...answers).toFixed(2)} ms, ${(100 * share()).toFixed(0)} % of a validation`,
    );
    if (share() >= 1) slow.push(name);
  }
  assert.deepEqual(slow, []);
});

test("a timeout ends the reading of a broken text, and the report says so", () => {
  // Most of the time goes into the reading: each row has quotes that are not escaped.
  const items = Array.from({ length: 300 }, (_, it) => `{"n": ${it}, "t": "Use "x" mode in "y" or {z"}`);
  const broken = `{"status": "success", "response": null, "list": [${items.join(",\n")}]}`;
  const timed = (/** @type {number | undefined} */ timeout) => {
    const started = performance.now();
    const report = ar.validate(broken, { fileName: ".agent-response.json", limits: { timeout } });
    return { report, took: performance.now() - started };
  };
  const [whole, long, short] = [timed(undefined), timed(600_000), timed(1)];
  // The fastest of several rounds: whatever else the machine does only adds to it.
  const fastest = (/** @type {number | undefined} */ timeout) =>
    Math.min(...Array.from({ length: 3 }, () => timed(timeout).took));
  assert.deepEqual(long.report, whole.report);
  assert.ok(!whole.report.diagnostics.some((it) => it.code === "too-large"));
  const note = short.report.diagnostics.find((it) => it.code === "too-large");
  assert.match(note?.message ?? "", /Not all checks were made within the time limit/);
  const [ended, complete] = [fastest(1), fastest(undefined)];
  assert.ok(ended < complete, `${ended} ms of ${complete}`);
  assert.equal(ar.fix(broken, { limits: { timeout: 1 } }).settled, false);
});
