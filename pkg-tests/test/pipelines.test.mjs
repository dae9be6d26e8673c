/** The formats for pipelines in the programs that consume them: all of them say what `--format json` says. */

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { after, test } from "node:test";
import { RDFormatValidator } from "@umbrelladocs/rdformat-validator";
import { installed, root } from "../lib/consumer.mjs";
import {
  number,
  readAzure,
  readCheckstyle,
  readGithub,
  readJunit,
  sarifFaults,
  writeGithub,
} from "../lib/pipelines.mjs";

/** @typedef {import("../lib/pipelines.mjs").Found} Found */

const folder = mkdtempSync(join(tmpdir(), "pipelines-"));
after(() => rmSync(folder, { recursive: true, force: true }));

const GOOD = readFileSync(join(root, "samples/good/.agent-response-phase8.json"), "utf8");
/** A mistake inside the string, a time without a zone, a duplicate key, a wrong name; far from the line's start. */
const FAULTY = GOOD.replace('"response": "{', '"response": "{\\"é😀\\": 1,, ')
  .replace("45.123456+00:00", "45.123456")
  .replace('"error_type"', '"errorType"')
  .replace('"version"', '"version": "1.0", "version"');
/** Characters that are separators or terminators in the formats. */
const HOSTILE = "100%25 a,b;c]d[::'\"&<>`é😀$(x)#?";

const files = {
  ".git/HEAD": "",
  ".agent-response-phase8.json": FAULTY,
  "a b/c/.agent-response-phase8.json": `\n${FAULTY}`.replaceAll("\n", "\r\n"),
  "good/.agent-response.json": GOOD,
  "line/.agent-response-phase8.json": GOOD.replaceAll("\n", ""),
  [`${HOSTILE}/x.agent-response.json`]: FAULTY.replace(
    '"status"',
    `"${HOSTILE.replaceAll('"', "")}": 1, "statu"`,
  ),
  "not/.agent-response.json": "[INFO] no JSON at all",
};
for (const [path, text] of Object.entries(files)) {
  mkdirSync(join(folder, dirname(path)), { recursive: true });
  writeFileSync(join(folder, path), text);
}
symlinkSync("nowhere", join(folder, "good/dangling.agent-response.json"));

/** The output of `check` in a folder below. */
function check(/** @type {string} */ format, /** @type {string[]} */ args = [], below = ".") {
  const all = [installed("dist/command.js"), "check", "--min-severity", "hint", "--format", format, ...args];
  const { status, stdout } = spawnSync(process.execPath, all, { cwd: join(folder, below), encoding: "utf8" });
  assert.equal(status, 2, "a file could not be read");
  return stdout;
}

/** Findings about a whole file have no place. */
/** @type {(Found & { bytes: { from: number, to: number } })[]} */
const findings = [];
const report = JSON.parse(check("json", ["."]));
for (const { path, diagnostics } of report.files) {
  if (!diagnostics) continue; // it could not be read
  const text = readFileSync(join(folder, path), "utf8");
  const point = (/** @type {{ line: number, character: number }} */ it) => {
    const line = text.split(/\r\n|\n/)[it.line] ?? "";
    return { line: it.line + 1, column: [...line.slice(0, it.character)].length + 1 };
  };
  for (const it of diagnostics)
    findings.push({ ...it, path, ...(it.bytes.to > 0 ? point(it.range.start) : {}) });
}
const DANGLING = { path: "good/dangling.agent-response.json", code: "not-checked" };

test("there is something to say", () => {
  assert.deepEqual(new Set(findings.map((it) => it.severity)), new Set(["error", "warning", "info", "hint"]));
  assert.ok(findings.length > 20);
  assert.ok(findings.some((it) => it.path.includes(HOSTILE) && it.message.includes("100%25")));
});

/** Compares what a format says with the findings; some formats have no columns, and fewer words for severities. */
function same(
  /** @type {Found[]} */ found,
  /** @type {Record<string, string>} */ severities,
  /** @type {(keyof Found)[]} */ keys = ["path", "code", "severity", "line", "column"],
  /** The region for a finding about the whole file. */
  whole = {},
) {
  const of = (/** @type {Found} */ it) => Object.fromEntries(keys.map((key) => [key, it[key]]));
  const key = (/** @type {object} */ it) => JSON.stringify(it);
  const failed = found.filter((it) => it.path === DANGLING.path);
  assert.deepEqual(
    failed.map((it) => it.code),
    ["not-checked"],
  );
  const rest = found.filter((it) => it.path !== DANGLING.path);
  const wanted = findings.map((it) =>
    of({ ...(it.line ? {} : whole), ...it, severity: severities[it.severity] ?? it.severity }),
  );
  assert.deepEqual(rest.map(of).map(key).sort(), wanted.map(key).sort());
  const messages = findings.map((it) => it.message);
  for (const { message } of rest)
    assert.ok(
      messages.some((it) => message.startsWith(it)),
      message,
    );
}

test("github: the toolkit writes the same commands as were read", () => {
  const text = check("github", ["."]);
  const commands = readGithub(text);
  assert.equal(writeGithub(commands), text);
  const found = commands.map(({ command, properties: it, message }) => ({
    path: it.file ?? "",
    code: /\((.*)\)/.exec(it.title ?? "")?.[1] ?? "not-checked",
    severity: command,
    line: number(it.line),
    column: number(it.col),
    message,
  }));
  same(found, { info: "notice", hint: "notice" }, ["path", "code", "severity", "line"]);
  for (const it of found.filter((it) => it.column !== undefined))
    assert.ok(findings.some(({ path, column }) => path === it.path && column === it.column));
});

test("azure: its library reads the commands, and writes the same", () => {
  const text = check("azure", ["."]);
  const commands = readAzure(text);
  assert.equal(commands.map((it) => it.again).join(""), text);
  const found = commands.map(({ command, properties: it, message }) => {
    assert.equal(command, "task.logissue");
    const [line, column] = [number(it.linenumber), number(it.columnnumber)];
    return { path: it.sourcepath ?? "", code: it.code ?? "", severity: it.type ?? "", line, column, message };
  });
  same(found, { info: "warning", hint: "warning" });
});

/** The path that a relative reference in SARIF means. */
const pathOf = (/** @type {string} */ uri) => decodeURIComponent(new URL(uri, "file:///").pathname).slice(1);

test("sarif: the places, and the failure", () => {
  const { results, invocations, tool } = JSON.parse(check("sarif", ["."])).runs[0];
  const found = results.map((/** @type {any} */ it) => {
    const { artifactLocation, region } = it.locations[0].physicalLocation;
    assert.equal(tool.driver.rules[it.ruleIndex].id, it.ruleId);
    const { startLine: line, startColumn: column } = region ?? {};
    const path = pathOf(artifactLocation.uri);
    return { path, code: it.ruleId, severity: it.level, line, column, message: it.message.text };
  });
  const [failure] = invocations[0].toolExecutionNotifications;
  const path = pathOf(failure.locations[0].physicalLocation.artifactLocation.uri);
  same([...found, { path, code: "not-checked" }], { info: "note", hint: "note" }, undefined, {
    line: 1,
    column: 1,
  });
});

const isLinux = process.platform === "linux" && process.arch === "x64";

test("sarif: the validator accepts it, by the rules of the standard and of GitHub", {
  skip: !isLinux,
}, () => {
  // The address of the project is not known yet.
  const known = (/** @type {string} */ it) => it === "SARIF2005";
  const text = check("sarif", ["."]);
  assert.deepEqual(
    sarifFaults(folder, text).filter((/** @type {string} */ it) => !known(it)),
    [],
  );
  const other = text.replaceAll('"startLine":', '"startLines":');
  assert.ok(
    sarifFaults(folder, other).some((/** @type {string} */ it) => !known(it)),
    "a mistake is found",
  );
});

test("gitlab: by the types of Code Climate, with one fingerprint for each", () => {
  const text = check("gitlab", ["."]);
  const tsc = (/** @type {string} */ json) => {
    const code = `import type { Issue } from "codeclimate-types";\nexport const report: Issue[] = ${json};\n`;
    const path = join(root, "pkg-tests/gitlab-report.ts");
    writeFileSync(path, code);
    const args = ["--noEmit", "--strict", "--skipLibCheck", "--ignoreConfig", path];
    const { status, stdout } = spawnSync(join(root, "node_modules/.bin/tsc"), args, { encoding: "utf8" });
    rmSync(path);
    return { status, stdout };
  };
  assert.deepEqual(tsc(text), { status: 0, stdout: "" });
  assert.notEqual(tsc(text.replace('"major"', '"grave"')).status, 0, "a mistake is found");
  const issues = JSON.parse(text);
  const fingerprints = issues.map((/** @type {{ fingerprint: string }} */ it) => it.fingerprint);
  assert.equal(new Set(fingerprints).size, fingerprints.length);
  const found = issues.map((/** @type {any} */ it) => {
    const { path, lines } = it.location;
    assert.ok(!it.description.includes("\n") && lines.begin <= lines.end);
    return { path, code: it.check_name, severity: it.severity, line: lines.begin, message: it.description };
  });
  const severities = { error: "major", warning: "minor", hint: "info" };
  same(found, severities, ["path", "code", "severity", "line"], { line: 1 });
});

test("junit: junitparser reads the cases, and counts what the report says", () => {
  const { suites, ...sums } = readJunit(check("junit", ["."]));
  const cases = suites.flatMap((/** @type {{ cases: object[] }} */ it) => it.cases);
  const n = (/** @type {string} */ kind) =>
    cases.filter((/** @type {any} */ it) => it.results[0]?.kind === kind).length;
  assert.deepEqual(sums, { tests: cases.length, failures: n("failure"), errors: 1 });
  for (const it of suites) assert.equal(it.tests, it.cases.length);
  assert.equal(n("error"), 1);
  assert.equal(n("failure"), findings.filter((it) => it.severity === "error").length);
  const said = cases.filter((/** @type {any} */ it) => it.name !== "check");
  const found = said.map((/** @type {any} */ it) => {
    const text = it.results[0]?.text ?? it.output ?? "";
    const place = text.startsWith(`${it.path}:`) ? text.slice(it.path.length + 1) : "";
    const [, line, column, severity, message] = /^(?:(\d+):(\d+):)? (\w+): ([\s\S]*)$/.exec(place) ?? [];
    return { path: it.path, code: it.name, severity, line: number(line), column: number(column), message };
  });
  same(found, {});
  const clean = suites.find((/** @type {any} */ it) => it.name === "good/.agent-response.json");
  assert.ok(clean, "a file that nothing is wrong with is a test that passed");
});

test("checkstyle: a parser of XML reads the places", () => {
  same(readCheckstyle(check("checkstyle", ["."])), { hint: "info" });
});

test("rdjson: its validator accepts it, and its columns are bytes", async () => {
  const text = check("rdjson", ["."]);
  const validator = new RDFormatValidator({ strictMode: true, allowExtraFields: false });
  const { valid, errors } = await validator.validateString(text);
  assert.deepEqual({ valid, errors }, { valid: true, errors: [] });
  assert.ok(
    !(await validator.validateString(text.replace('"ERROR"', '"FATAL"'))).valid,
    "a mistake is found",
  );
  const columns = new Map(findings.map((it) => [bytePlace(it), it.column]));
  const found = JSON.parse(text).diagnostics.map((/** @type {any} */ it) => {
    const { path, range } = it.location;
    const { line, column } = range?.start ?? {};
    const inCharacters = columns.get(`${path}:${line}:${column}`);
    return {
      path,
      code: it.code.value,
      severity: it.severity,
      line,
      column: inCharacters,
      message: it.message,
    };
  });
  same(found, { error: "ERROR", warning: "WARNING", info: "INFO", hint: "INFO" });
});

/** The line and the column in bytes, counted from the start of the file. */
function bytePlace(/** @type {(typeof findings)[number]} */ it) {
  const bytes = readFileSync(join(folder, it.path));
  const before = bytes.subarray(0, it.bytes.from);
  return `${it.path}:${it.line}:${it.bytes.from - before.lastIndexOf(10)}`;
}

test("sarif and rdjson: the fixes make of a file what the edits of json make of it", () => {
  const path = "a b/c/.agent-response-phase8.json";
  const bytes = readFileSync(join(folder, path));
  const text = bytes.toString();
  /** Replaces parts of the file, given by offsets in bytes. */
  const edited = (/** @type {{ from: number, to: number, text: string }[]} */ edits) => {
    let [out, done] = ["", 0];
    for (const it of edits) {
      out += bytes.subarray(done, it.from) + it.text;
      done = it.to;
    }
    return out + bytes.subarray(done);
  };
  const lines = text.split("\n");
  const start = (/** @type {number} */ line) =>
    Buffer.byteLength(lines.slice(0, line - 1).join("\n")) + (line > 1 ? 1 : 0);
  const ofCharacters = (/** @type {number} */ line, /** @type {number} */ column) =>
    start(line) + Buffer.byteLength([...(lines[line - 1] ?? "")].slice(0, column - 1).join(""));
  const ofSarif = (/** @type {any} */ { deletedRegion: it, insertedContent }) => ({
    from: ofCharacters(it.startLine, it.startColumn),
    to: ofCharacters(it.endLine, it.endColumn),
    text: insertedContent.text,
  });
  const ofRdjson = (/** @type {any} */ { range: { start: from, end: to }, text }) => ({
    from: start(from.line) + from.column - 1,
    to: start(to.line) + to.column - 1,
    text,
  });
  const ofJson = (/** @type {any} */ it) => ({ ...it.bytes, text: it.text });

  const file = report.files.find((/** @type {{ path: string }} */ it) => it.path === path);
  const wanted = file.diagnostics.flatMap((/** @type {any} */ it) =>
    it.fixes.map((/** @type {any} */ fix) => edited(fix.edits.map(ofJson))),
  );
  assert.ok(wanted.length >= 3 && wanted.every((/** @type {string} */ it) => it !== text));
  const at = (/** @type {any} */ it) =>
    pathOf(it.locations[0].physicalLocation.artifactLocation.uri) === path;
  const results = JSON.parse(check("sarif", ["."])).runs[0].results.filter(at);
  const changes = results.flatMap((/** @type {any} */ it) => it.fixes ?? []);
  const replaced = (/** @type {any} */ it) => edited(it.artifactChanges[0].replacements.map(ofSarif));
  assert.deepEqual(changes.map(replaced), wanted);
  const { diagnostics } = JSON.parse(check("rdjson", ["."]));
  const here = diagnostics.filter((/** @type {any} */ it) => it.location.path === path);
  const suggestions = here.flatMap((/** @type {any} */ it) => it.suggestions ?? []);
  assert.deepEqual(
    suggestions.map((/** @type {any} */ it) => edited([ofRdjson(it)])),
    wanted,
  );
});
