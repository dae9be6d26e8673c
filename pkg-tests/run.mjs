/**
 * Packs the package, installs the tarball offline into an empty folder, and runs the tests against the result.
 * Arguments are names of test files: `node run.mjs browser types` runs two of them, and `node run.mjs rest` all but
 * those that measure, which need the machine to themselves. Options are passed on to Node.
 */

import { spawnSync } from "node:child_process";
import { readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { here, installPackage } from "./lib/consumer.mjs";

const options = process.argv.slice(2).filter((it) => it.startsWith("-"));
const wanted = process.argv.slice(2).filter((it) => !it.startsWith("-"));
const names = readdirSync(join(here, "test")).filter((it) => it.endsWith(".test.mjs"));
const measures = (/** @type {string} */ name) => name === "speed.test.mjs";
const isWanted = (/** @type {string} */ name) =>
  wanted.length === 0 ||
  wanted.includes(name.replace(".test.mjs", "")) ||
  (wanted.includes("rest") && !measures(name));
const chosen = names.filter(isWanted);
const consumer = installPackage();

/** By default, Node would leave one of two cores idle. */
function run(/** @type {string[]} */ files, /** @type {number} */ concurrency) {
  if (files.length === 0) return 0;
  const { status } = spawnSync(
    process.execPath,
    [
      "--test",
      "--test-reporter=spec",
      `--test-concurrency=${concurrency}`,
      ...options,
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
