/**
 * The packed package in the tools that people use it with. Each of them builds or runs a small program in `run/`, where
 * the tarball is installed; its output has to be the same as in Node. `node run.mjs vite jest` runs two of them.
 */

import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const here = dirname(fileURLToPath(import.meta.url));
const root = join(here, "../..");
const run = join(here, "run");

const npm = (/** @type {string[]} */ args, /** @type {string} */ cwd) =>
  execFileSync("npm", args, { cwd, stdio: ["ignore", "pipe", "inherit"], encoding: "utf8" });

const QUIET = ["--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"];
// Installs the versions of the lock file. `npm ci` requests its binaries for all platforms, and a registry may lack
// some. npm writes its own record last: if it exists, everything is installed.
if (!existsSync(join(here, "node_modules/.package-lock.json"))) npm(["install", "--no-save", ...QUIET], here);

rmSync(run, { recursive: true, force: true });
mkdirSync(run);
const [tarball = ""] = npm(
  ["pack", "--silent", "--workspace", "agent-response", "--pack-destination", run],
  root,
)
  .trim()
  .split("\n");
writeFileSync(join(run, "package.json"), JSON.stringify({ name: "run", private: true, type: "module" }));
npm(["install", "--offline", ...QUIET, `./${tarball}`], run);

const { status } = spawnSync(
  process.execPath,
  ["--test", "--test-reporter=spec", join(here, "matrix.test.mjs")],
  { stdio: "inherit", env: { ...process.env, MATRIX: process.argv.slice(2).join() } },
);
process.exit(status ?? 1);
