// Bundles the tests and hands them to node:test; arguments are passed on (--test-name-pattern=...).
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
const isAlone = (it) => it.endsWith("speed.test.mjs");

/** Tests mostly wait for a browser, so two files run at a time; what measures needs the machine for itself. */
function run(files, concurrency) {
  const args = [
    "--enable-source-maps",
    "--test",
    "--test-reporter=spec",
    `--test-concurrency=${concurrency}`,
    ...process.argv.slice(2),
    ...files,
  ];
  return spawnSync(process.execPath, args, { stdio: "inherit" }).status ?? 1;
}

const together = run(
  tests.filter((it) => !isAlone(it)),
  2,
);
const alone = run(tests.filter(isAlone), 1);
process.exitCode = together || alone;
