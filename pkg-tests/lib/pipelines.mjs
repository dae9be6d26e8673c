/** The formats for pipelines, read by the programs that consume them, or by others that read the same formats. */

import { execFileSync, spawnSync } from "node:child_process";
import { chmodSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { root } from "./consumer.mjs";

const require = createRequire(import.meta.url);

/** What every format says about a finding; a file that could not be checked has the code `not-checked`. */
/** @typedef {{ line?: number | undefined, column?: number | undefined }} Place */
/** @typedef {{ path: string, code: string, severity: string, message: string } & Place} Found */

/** Runs a Python program, with the packages of scripts/requirements.txt. */
export function python(
  /** @type {string[]} */ args,
  /** @type {{ cwd?: string, input?: string, env?: NodeJS.ProcessEnv }} */ options = {},
) {
  const env = { ...process.env, PYTHONPATH: join(root, ".tools/python"), ...options.env };
  return spawnSync("python3", args, { encoding: "utf8", ...options, env });
}

/** Runs a Python program that must succeed, and parses its output as JSON. */
function pythonJson(/** @type {string} */ program, /** @type {string} */ input) {
  const { status, stdout, stderr } = python(["-c", program], { input });
  if (status !== 0) throw new Error(stderr);
  return JSON.parse(stdout);
}

const lines = (/** @type {string} */ text) => text.split("\n").filter((it) => it !== "");

/** Missing numbers stay missing. */
export const number = (/** @type {string | null | undefined} */ it) => (it ? Number(it) : undefined);

/**
 * GitHub's log commands, read by the runner's rules: properties end at commas, the name at a space, everything at `::`.
 */
export function readGithub(/** @type {string} */ text) {
  const plain = (/** @type {string} */ it) =>
    it.replace(/%(0D|0A|3A|2C|25)/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)));
  return lines(text).map((line) => {
    const [, info = "", message = ""] = /^::(.*?)::(.*)$/.exec(line) ?? [];
    const space = info.indexOf(" ");
    const pairs = info.slice(space + 1).split(",");
    const properties = Object.fromEntries(
      pairs.map((it) => [it.split("=", 1)[0], plain(it.slice(it.indexOf("=") + 1))]),
    );
    return { command: info.slice(0, space), properties, message: plain(message) };
  });
}

/** What GitHub's toolkit writes for these commands. */
export function writeGithub(/** @type {ReturnType<typeof readGithub>} */ commands) {
  const program = `
    import * as core from "@actions/core";
    const names = { line: "startLine", col: "startColumn", endCol: "endColumn" };
    let text = "";
    for await (const chunk of process.stdin) text += chunk;
    for (const { command, properties, message } of JSON.parse(text)) {
      const named = Object.fromEntries(Object.entries(properties).map(([key, value]) => [names[key] ?? key, value]));
      core[command](message, named);
    }`;
  const cwd = join(root, "pkg-tests");
  const input = JSON.stringify(commands);
  return execFileSync(process.execPath, ["--input-type=module", "-e", program], {
    cwd,
    input,
    encoding: "utf8",
  });
}

/** The log commands of Azure Pipelines, parsed and rewritten by its own library. */
export function readAzure(/** @type {string} */ text) {
  /** @type {{ commandFromString: (line: string) => { command: string, properties: Record<string, string>, message: string } }} */
  const { commandFromString } = require("azure-pipelines-task-lib/taskcommand");
  return lines(text).map((line) => {
    const command = commandFromString(line);
    return { ...command, again: `${command}\n` };
  });
}

/** The faults that the SARIF project's validator finds, by the standard's rules and by GitHub's. */
export function sarifFaults(/** @type {string} */ folder, /** @type {string} */ text) {
  const tool = join(dirname(require.resolve("@microsoft/sarif-multitool-linux")), "Sarif.Multitool");
  chmodSync(tool, 0o755); // which its install script would do
  writeFileSync(join(folder, "report.sarif"), text);
  const args = ["validate", "report.sarif", "--output", "faults.sarif", "--log", "ForceOverwrite"];
  const env = { ...process.env, DOTNET_SYSTEM_GLOBALIZATION_INVARIANT: "1" };
  const run = spawnSync(tool, [...args, "--rule-kind", "Sarif;Ghas"], { cwd: folder, encoding: "utf8", env });
  if (run.error) throw run.error;
  const { runs } = JSON.parse(readFileSync(join(folder, "faults.sarif"), "utf8"));
  const { results = [], invocations } = runs[0];
  if (run.status !== 0 || !invocations[0].executionSuccessful) throw new Error(run.stdout);
  return results.map((/** @type {{ ruleId: string }} */ it) => it.ruleId);
}

/** A JUnit report read by junitparser: the suites with their sums, and the results of their cases. */
export const readJunit = (/** @type {string} */ text) =>
  pythonJson(
    `import json, sys
from junitparser import Error, Failure, JUnitXml
xml = JUnitXml.fromstring(sys.stdin.buffer.read())
kinds = {Error: "error", Failure: "failure"}
case = lambda it: {"name": it.name, "path": it.classname, "line": it._elem.get("line"), "output": it.system_out,
    "results": [{"kind": kinds[type(each)], "message": each.message, "type": each.type, "text": each.text} for each in it.result]}
suite = lambda it: {"name": it.name, "tests": it.tests, "failures": it.failures, "errors": it.errors, "cases": [case(each) for each in it]}
print(json.dumps({"tests": xml.tests, "failures": xml.failures, "errors": xml.errors, "suites": [suite(it) for it in xml]}))`,
    text,
  );

/**
 * A Checkstyle report read by Python's XML parser.
 * @returns {Found[]}
 */
export function readCheckstyle(/** @type {string} */ text) {
  const found = pythonJson(
    `import json, sys
from xml.etree import ElementTree
top = ElementTree.fromstring(sys.stdin.buffer.read())
assert top.tag == "checkstyle" and all(it.tag == "file" for it in top)
print(json.dumps([{"path": file.get("name"), **error.attrib} for file in top for error in file]))`,
    text,
  );
  return found.map((/** @type {Record<string, string>} */ it) => ({
    path: it.path,
    code: it.source?.replace(/^agent-response\./, ""),
    severity: it.severity,
    line: number(it.line),
    column: number(it.column),
    message: it.message,
  }));
}

/** YAML as Python's YAML library reads it. */
export const readYaml = (/** @type {string} */ text) =>
  pythonJson("import json, sys, yaml; print(json.dumps(yaml.safe_load(sys.stdin.buffer.read())))", text);
