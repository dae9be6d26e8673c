// Bundles the tests and hands them to node:test: all, or those of one part; options are passed on.
//
//   node test/run.mjs [speed | unit | rest] [--test-name-pattern=...]
import { spawnSync } from "node:child_process";
import { readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { build } from "esbuild";

const OUT = "test-output/tests";
const find = (dir) => readdirSync(dir).map((it) => join(dir, it));
const entryPoints = [...find("test/unit"), ...find("test/browser")].filter((it) => it.endsWith(".test.ts"));

rmSync(OUT, { recursive: true, force: true });
await build({
  entryPoints,
  outdir: OUT,
  outbase: "test",
  outExtension: { ".js": ".mjs" },
  bundle: true,
  platform: "node",
  format: "esm",
  target: "node20",
  packages: "external",
  sourcemap: "inline",
  loader: { ".txt": "text" },
});
const tests = entryPoints.map((it) => join(OUT, it.replace(/^test\//, "").replace(/\.ts$/, ".mjs")));
const options = process.argv.slice(2).filter((it) => it.startsWith("-"));
const [part] = process.argv.slice(2).filter((it) => !it.startsWith("-"));
const isAlone = (it) => it.endsWith("speed.test.mjs");

/** Tests mostly wait for a browser, so two files run at a time; measurements need the machine to themselves. */
function run(files, concurrency) {
  if (files.length === 0) return 0;
  const args = [
    "--enable-source-maps",
    "--test",
    "--test-reporter=spec",
    `--test-concurrency=${concurrency}`,
    ...options,
    ...files,
  ];
  return spawnSync(process.execPath, args, { stdio: "inherit" }).status ?? 1;
}

const together = run(
  tests.filter((it) => !isAlone(it) && part !== "speed" && (part !== "unit" || it.includes("/unit/"))),
  2,
);
const alone = run(
  tests.filter((it) => isAlone(it) && part !== "rest" && part !== "unit"),
  1,
);
process.exitCode = together || alone;
