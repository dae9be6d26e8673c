/** Commits in a repository with pre-commit: one fails, is fixed, and passes. */

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { chmodSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { consumer, installed, root } from "../lib/consumer.mjs";
import { readYaml } from "../lib/pipelines.mjs";

const folder = mkdtempSync(join(tmpdir(), "pre-commit-"));
after(() => rmSync(folder, { recursive: true, force: true }));

const GOOD = readFileSync(join(root, "samples/good/.agent-response-phase8.json"), "utf8");
const RENAMED = GOOD.replace('"response":', '"result":');
const NAME = ".agent-response-phase8.json";
const FILES = "\\.agent-(response|request)[^/]*\\.json$";

mkdirSync(join(folder, "bin"));
const command = `#!/bin/sh\nexec "${process.execPath}" "${installed("dist/command.js")}" "$@"\n`;
program(folder, "bin/agent-response", command);
const person = ["AUTHOR", "COMMITTER"].flatMap((it) => [
  [`GIT_${it}_NAME`, "x"],
  [`GIT_${it}_EMAIL`, "x"],
]);
const env = {
  ...process.env,
  ...Object.fromEntries(person),
  PATH: `${join(folder, "bin")}:${process.env.PATH}`,
  PYTHONPATH: join(root, ".tools/python"),
  PRE_COMMIT_HOME: join(folder, "home"),
  PRE_COMMIT_COLOR: "never",
  npm_config_offline: "true",
  npm_config_cache: join(folder, "cache"),
  GIT_CONFIG_GLOBAL: "/dev/null",
};

function run(/** @type {string} */ cwd, /** @type {string} */ program, /** @type {string[]} */ ...args) {
  const { status, stdout, stderr } = spawnSync(program, args, { cwd, encoding: "utf8", env });
  return { status, said: stdout + stderr };
}

function done(/** @type {Parameters<typeof run>} */ ...call) {
  const { status, said } = run(...call);
  assert.equal(status, 0, said);
  return said;
}

/** A repository with these hooks. */
function repository(/** @type {string} */ name, /** @type {object[]} */ repos) {
  const cwd = join(folder, name);
  mkdirSync(cwd);
  done(cwd, "git", "init", "-q");
  writeFileSync(join(cwd, ".pre-commit-config.yaml"), JSON.stringify({ repos }));
  done(cwd, "python3", "-m", "pre_commit", "install");
  return {
    cwd,
    commit(/** @type {Record<string, string>} */ files) {
      for (const [path, text] of Object.entries(files)) writeFileSync(join(cwd, path), text);
      done(cwd, "git", "add", ".");
      return run(cwd, "git", "commit", "-m", "x");
    },
    read: (/** @type {string} */ path) => readFileSync(join(cwd, path), "utf8"),
  };
}

function program(/** @type {string} */ cwd, /** @type {string} */ path, /** @type {string} */ text) {
  writeFileSync(join(cwd, path), text);
  chmodSync(join(cwd, path), 0o755);
}

/** A repository at a commit, from which pre-commit takes hooks. Its cargo "builds" the command that is there already. */
function published() {
  const cwd = join(folder, "published");
  mkdirSync(join(cwd, "scripts"), { recursive: true });
  for (const path of [".pre-commit-hooks.yaml", "scripts/pre-commit.sh"])
    cpSync(join(root, path), join(cwd, path));
  program(
    folder,
    "bin/cargo",
    '#!/bin/sh\nmkdir -p "$8/release" && cp "$(command -v agent-response)" "$8/release/agent-response"\n',
  );
  done(cwd, "git", "init", "-q");
  done(cwd, "git", "add", ".");
  done(cwd, "git", "commit", "-q", "-m", "x");
  return { repo: cwd, rev: done(cwd, "git", "rev-parse", "HEAD").trim() };
}

test("the hooks of the repository: what is fixed and what is reported stop a commit", () => {
  const hooks = ["agent-response-fix", "agent-response"].map((id) => ({ id }));
  const { commit, read, cwd } = repository("own", [{ ...published(), hooks }]);
  const first = commit({ [NAME]: RENAMED, "other.json": "{,}" });
  assert.equal(first.status, 1, first.said);
  assert.match(
    first.said,
    /agent-response fix\.*Failed\n- hook id: agent-response-fix\n- files were modified by this hook/,
  );
  assert.match(first.said, /agent-response check\.*Passed/);
  assert.equal(read(NAME), GOOD);
  const second = commit({});
  assert.equal(second.status, 0, second.said);
  assert.equal(done(cwd, "git", "status", "--porcelain"), "");

  const broken = GOOD.replace('"success"', '"done"');
  const third = commit({ "a b.agent-response.json": broken });
  assert.equal(third.status, 1, third.said);
  assert.match(
    third.said,
    /agent-response check\.*Failed\n- hook id: agent-response\n- exit code: 1\n\nerror\[/,
  );
  assert.equal(read("a b.agent-response.json"), broken);
  const fourth = commit({ "a b.agent-response.json": GOOD });
  assert.equal(fourth.status, 0, fourth.said);
  assert.match(commit({ "other.json": "{}" }).said, /agent-response check\.*\(no files to check\)Skipped/);
});

test("the hook with the npm package, as docs/ci.md has it", () => {
  const page = readFileSync(join(root, "docs/ci.md"), "utf8");
  const [, text = ""] =
    /```yaml\n(# \.pre-commit-config\.yaml\nrepos:\n {2}- repo: local[\s\S]*?)```/.exec(page) ?? [];
  const { repos } = readYaml(text);
  const [hook] = repos[0].hooks;
  const { version } = JSON.parse(readFileSync(installed("package.json"), "utf8"));
  assert.deepEqual([hook.additional_dependencies, hook.files], [[`agent-response@${version}`], FILES]);
  // The package is not published yet.
  hook.additional_dependencies = [join(consumer(), `agent-response-${version}.tgz`)];
  const { commit } = repository("node", repos);
  const first = commit({ [NAME]: RENAMED });
  assert.equal(first.status, 1, first.said);
  assert.match(
    first.said,
    /error\[misnamed-field\]: `result` should be `response`\n --> \.agent-response-phase8\.json:5:3/,
  );
  const second = commit({ [NAME]: GOOD });
  assert.equal(second.status, 0, second.said);
});

test("both hooks take the files that the command takes", () => {
  const hooks = readYaml(readFileSync(join(root, ".pre-commit-hooks.yaml"), "utf8"));
  for (const { files, language, entry } of hooks) {
    assert.deepEqual([files, language, entry.split(" ")[0]], [FILES, "script", "scripts/pre-commit.sh"]);
    const pattern = new RegExp(files);
    for (const it of [NAME, ".agent-request.json", "a/x.agent-response-phase1.json"])
      assert.match(it, pattern);
    for (const it of ["a.json", ".agent-response/a.json", "agent-response.toml", "x.agent-response.md"])
      assert.doesNotMatch(it, pattern);
  }
});
