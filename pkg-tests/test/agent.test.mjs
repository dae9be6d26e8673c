/** The texts for language models: the same as the command's, and how many tokens they take compared to its others. */

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { countTokens } from "gpt-tokenizer";
import { command as executable } from "../lib/command.mjs";
import { load, root } from "../lib/consumer.mjs";
import { section } from "../lib/guide.mjs";

const ar = await load();
const folder = join(root, "tests/agent/cases");
const cases = readdirSync(folder).map((name) => ({ name, text: readFileSync(join(folder, name), "utf8") }));
const fileName = ".agent-response.json";
const options = { fileName, now: "2026-01-02T03:04:05+00:00" };

/** What the command prints about a text; the exit status says only whether there are errors. */
function command(/** @type {string} */ format, /** @type {string} */ input) {
  const args = ["check", "--format", format, "--stdin-filename", fileName, "-"];
  try {
    return execFileSync(executable, args, { input, encoding: "utf8" });
  } catch (error) {
    return /** @type {{ stdout: string }} */ (error).stdout;
  }
}

/** Replaces the time that the command takes from the clock. */
const timeless = (/** @type {string} */ text) =>
  text.replaceAll(/"20\d\d-[^"]*\+00:00(?=\\?")/g, '"2026-01-02T03:04:05+00:00');

test("the package says what the command says", () => {
  const expected = cases.map(
    ({ name, text }) => `=== ${name.replace(".json", "")}\n${ar.agentText(text, options)}`,
  );
  assert.equal(expected.join(""), readFileSync(join(root, "tests/agent/text.txt"), "utf8"));
  for (const { text } of cases) {
    assert.equal(timeless(ar.agentText(text, options)), timeless(command("agent", text)));
    assert.equal(timeless(ar.repairPrompt(text, options)), timeless(command("prompt", text)));
  }
});

test("limits and severities are options", () => {
  const many = `{"metadata": {${Array.from({ length: 30 }, (_, it) => `"k${it}": [1, ], `).join("")}"z": 1}}`;
  const errors = (/** @type {string} */ text) => text.split("error[").length - 1;
  assert.equal(errors(ar.agentText(many, { ...options, maxFindings: 5 })), 5);
  const { text } = /** @type {{ text: string }} */ (cases.find((it) => it.name === "cross_field.json"));
  assert.equal(ar.agentText(text, { ...options, minSeverity: "error" }), "");
  assert.match(ar.agentText(text, { ...options, minSeverity: "info" }), /info\[/);
  for (const [wrong, message] of /** @type {const} */ ([
    [{ maxFindings: 0 }, /options.maxFindings must be a whole number from 1/],
    [{ maxFindings: "5" }, /options.maxFindings/],
    [{ minSeverity: "off" }, /options.minSeverity/],
    [{ minSeverity: "loud" }, /options.minSeverity/],
    [{ most: 1 }, /most/],
  ]))
    assert.throws(() => ar.agentText("{}", /** @type {never} */ (wrong)), { name: "TypeError", message });
});

test("the text for models takes fewer tokens than any other format", () => {
  const rows = cases.map(({ name, text }) => {
    const tokens = ["agent", "human", "json", "prompt"].map((it) => countTokens(timeless(command(it, text))));
    return { name: name.replace(".json", "").replaceAll("_", " "), tokens };
  });
  const sums = [0, 1, 2, 3].map((idx) =>
    rows.reduce((sum, it) => sum + /** @type {number} */ (it.tokens[idx]), 0),
  );
  const [agent = 0, human = 0, json = 0] = sums;
  assert.ok(agent < human && agent < json / 3, `${sums}`);
  const line = (/** @type {unknown[]} */ ...cells) => `| ${cells.join(" | ")} |\n`;
  const table = [
    line("file", "agent", "human", "json", "prompt"),
    "|---|---|---|---|---|\n",
    ...rows.map((it) => line(it.name, ...it.tokens)),
    line("all", ...sums),
  ];
  section("docs/agents.md", "tokens", table.join(""));
});
