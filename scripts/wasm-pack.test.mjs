/**
 * Uses the output of `wasm-pack build` as it is: for each target, every sample is checked and wrapped, and the command
 * has to give the same results. Run by `make test`, which builds the command first.
 */

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { after, test } from "node:test";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "agent-response-wasm-pack-"));
after(() => rmSync(folder, { recursive: true }));

const CREATED = "2026-01-01T00:00:00Z";
const NAME = ".agent-response.json";
const samples = readdirSync(join(root, "samples"), { recursive: true, encoding: "utf8" })
  .filter((it) => basename(it).startsWith(".agent-response"))
  .toSorted()
  .map((it) => readFileSync(join(root, "samples", it), "utf8"));
assert.ok(samples.length >= 6, `${samples.length} samples`);

/**
 * How a program loads a target's output. Node 20 and 22 need a flag for WebAssembly modules. The optimizer, which takes most
 * of the time, runs for the default only.
 */
const TARGETS = {
  nodejs: {
    file: "program.cjs",
    load: 'const ar = require("./agent_response.js");',
    options: ["--no-opt"],
  },
  web: {
    file: "program.mjs",
    load: `import { readFileSync } from "node:fs";
      import * as ar from "./agent_response.js";
      ar.initSync({ module: readFileSync(new URL("agent_response_bg.wasm", import.meta.url)) });`,
    options: ["--no-opt"],
  },
  bundler: {
    file: "program.mjs",
    load: 'import * as ar from "./agent_response.js";',
    flags: ["--experimental-wasm-modules"],
  },
};

/** Prints what the binding says about each sample, and how it refuses wrong arguments. */
const PROGRAM = `
  const tried = (run) => { try { return run(); } catch (error) { return String(error); } };
  const samples = ${JSON.stringify(samples)};
  console.log(JSON.stringify({
    reports: samples.map((text) => ar.validate(text, { fileName: "${NAME}", siblings: {} })),
    wrapped: samples.map((text) => ar.wrap(text, { createdAt: "${CREATED}", force: true })),
    refused: [
      tried(() => ar.validate(5)),
      tried(() => ar.validate("", { filename: "x" })),
      tried(() => ar.wrap("", { durationSeconds: "1" })),
    ],
    again: ar.validate("").valid,
  }));`;

const REFUSED = [
  /^TypeError: text must be a string or a Uint8Array, but is 5$/,
  /^TypeError: options\.filename is not an option; known are fileName, format,/,
  /^TypeError: options\.durationSeconds must be a number of seconds, but is "1"$/,
];

const command = process.env.AGENT_RESPONSE_COMMAND ?? join(root, "target/dist/agent-response");
const native = (/** @type {string[]} */ args, /** @type {string} */ input) => {
  try {
    return execFileSync(command, args, {
      input,
      encoding: "utf8",
      cwd: folder,
      stdio: ["pipe", "pipe", "ignore"],
    });
  } catch (error) {
    // It exits with 1 if there are errors.
    return /** @type {{ stdout: string }} */ (error).stdout;
  }
};
const checked = (/** @type {string} */ text) => {
  const args = [
    "check",
    "-",
    "--stdin-filename",
    NAME,
    "--format",
    "json",
    "--min-severity",
    "hint",
    "--no-config",
  ];
  const { path: _, ...report } = JSON.parse(native(args, text)).files[0];
  return report;
};
const wrapped = (/** @type {string} */ text) => native(["wrap", "--created-at", CREATED, "--force"], text);

for (const [target, { file, load, flags = [], options = [] }] of Object.entries(TARGETS)) {
  test(`wasm-pack build --target ${target}`, () => {
    const out = join(folder, target);
    execFileSync(join(root, "scripts/wasm-pack.sh"), [target, out, ...options], {
      stdio: ["ignore", "inherit", "inherit"],
    });
    writeFileSync(join(out, file), `${load}\n${PROGRAM}`);
    const printed = execFileSync(process.execPath, ["--no-warnings", ...flags, join(out, file)], {
      encoding: "utf8",
    });
    const answers = JSON.parse(printed);
    // The command looks up the files that a text names, and does not print their paths.
    const reports = answers.reports.map(
      (/** @type {{ paths: string[] }} */ { paths: _, ...report }) => report,
    );
    assert.deepEqual(reports, samples.map(checked));
    assert.deepEqual(answers.wrapped, samples.map(wrapped));
    for (const [index, message] of REFUSED.entries()) assert.match(answers.refused[index], message);
    assert.equal(answers.again, false);
  });
}

test("the types are complete, and say what an option is", () => {
  const program = `
    import { fix, validate, wrap, type FixResult, type Report, type WrapOptions } from "./agent_response.js";
    const report: Report = validate("{}", { fileName: "a", rules: { syntax: "off" } });
    const fixed: FixResult = fix("{}", { suggestions: true, format: "auto" });
    const options: WrapOptions = { status: "error" };
    wrap("x", options).length + fixed.text.length + report.diagnostics.length;
    // @ts-expect-error there is no such option
    validate("{}", { filename: "a" });
    // @ts-expect-error a text is no number
    validate(5);`;
  writeFileSync(join(folder, "web/program.ts"), program);
  const args = [
    "--noEmit",
    "--strict",
    "--module",
    "nodenext",
    "--skipLibCheck",
    "false",
    join(folder, "web/program.ts"),
  ];
  execFileSync(join(root, "node_modules/.bin/tsc"), args, { stdio: ["ignore", "inherit", "inherit"] });
});
