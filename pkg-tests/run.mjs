/**
 * Packs the package, installs the tarball offline into an empty folder, and runs the tests against the result.
 * Arguments are names of test files: `node run.mjs browser types` runs two of them.
 */

import { spawnSync } from "node:child_process";
import { readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { here, installPackage } from "./lib/consumer.mjs";

const wanted = process.argv.slice(2);
const names = readdirSync(join(here, "test")).filter((it) => it.endsWith(".test.mjs"));
const chosen =
  wanted.length === 0 ? names : names.filter((it) => wanted.includes(it.replace(".test.mjs", "")));
const consumer = installPackage();
const measures = (/** @type {string} */ name) => ["chosen.test.mjs", "ide.test.mjs"].includes(name);

/** Node itself would leave one of two cores idle. What measures needs the machine for itself. */
function run(/** @type {string[]} */ files, /** @type {number} */ concurrency) {
  if (files.length === 0) return 0;
  const { status } = spawnSync(
    process.execPath,
    [
      "--test",
      "--test-reporter=spec",
      `--test-concurrency=${concurrency}`,
      ...files.map((it) => join(here, "test", it)),
    ],
    { stdio: "inherit", env: { ...process.env, AGENT_RESPONSE_CONSUMER: consumer } },
  );
  return status ?? 1;
}

const together = run(
  chosen.filter((it) => !measures(it)),
  2,
);
const alone = run(chosen.filter(measures), 1);
rmSync(consumer, { recursive: true, force: true });
process.exit(together || alone);
