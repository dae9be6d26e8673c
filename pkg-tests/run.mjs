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
const { status } = spawnSync(
  process.execPath,
  ["--test", "--test-reporter=spec", ...chosen.map((it) => join(here, "test", it))],
  { stdio: "inherit", env: { ...process.env, AGENT_RESPONSE_CONSUMER: consumer } },
);
rmSync(consumer, { recursive: true, force: true });
process.exit(status ?? 1);
