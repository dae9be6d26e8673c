// Bundles the tests and hands them to node:test: all, or those of one part; options are passed on.
//
//   node test/run.mjs [unit | rest | browsers | speed] [--test-name-pattern=...]
import { spawnSync } from "node:child_process";
import { mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { build } from "esbuild";

/** Which tests a part has; without one, all are run. */
const PARTS = {
  unit: (it) => it.includes("/unit/"),
  speed: (it) => it.endsWith("speed.test.ts"),
  browsers: (it) => it.includes("/browsers/"),
  rest: (it) => !PARTS.speed(it) && !PARTS.browsers(it),
};
const options = process.argv.slice(2).filter((it) => it.startsWith("-"));
const [part] = process.argv.slice(2).filter((it) => !it.startsWith("-"));
/** Of its own, because parts may run at once. */
const OUT = `test-output/tests-${part ?? "all"}`;
const entryPoints = ["unit", "browser", "browsers"]
  .flatMap((dir) => readdirSync(`test/${dir}`).map((it) => `test/${dir}/${it}`))
  .filter((it) => it.endsWith(".test.ts") && (PARTS[part]?.(it) ?? true));

rmSync(OUT, { recursive: true, force: true });
mkdirSync(OUT, { recursive: true });
/** The bundles: a process takes a second to start, with a browser longer, so two run the tests of all files. */
const bundles = [];
function bundle(out, names) {
  if (names.length === 0) return;
  const entry = `${OUT}/${out}.ts`;
  writeFileSync(entry, names.map((it) => `import ${JSON.stringify(resolve(it))};\n`).join(""));
  bundles.push({ in: entry, out });
}
const isSpeed = PARTS.speed;
// Firefox and WebKit are a file each.
for (const half of [0, 1])
  bundle(
    `half-${half}.test`,
    entryPoints.filter((it) => !isSpeed(it)).filter((_, index) => index % 2 === half),
  );
bundle("speed.test", entryPoints.filter(isSpeed));
await build({
  entryPoints: bundles,
  outdir: OUT,
  outExtension: { ".js": ".mjs" },
  bundle: true,
  platform: "node",
  format: "esm",
  target: "node20",
  packages: "external",
  sourcemap: "inline",
  loader: { ".txt": "text" },
});
const tests = bundles.map((it) => join(OUT, `${it.out}.mjs`));
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

const measures = (it) => it.endsWith("/speed.test.mjs");
const together = run(
  tests.filter((it) => !measures(it)),
  2,
);
const alone = run(tests.filter(measures), 1);
process.exitCode = together || alone;
