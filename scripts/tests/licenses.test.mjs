import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";

const root = join(import.meta.dirname, "../..");
const deny = readFileSync(join(root, "deny.toml"), "utf8");
const allowed = deny.match(/^allow = \[(.*)\]$/m)[1].match(/[^", ]+/g);
const exceptions = new Map(
  [...deny.matchAll(/\{ crate = "(.*?)", allow = \["(.*?)"\] \}/g)].map(([, name, license]) => [
    name,
    license,
  ]),
);

/** Whether a license expression (SPDX) can be met with these licenses; an exception only adds permissions. */
function isMet(expression, licenses) {
  const words = expression.replaceAll("/", " OR ").match(/\(|\)|[^\s()]+/g) ?? [];
  const follows = (word) => words[0] === word && words.shift() === word;
  const either = () => {
    const parts = [both()];
    while (follows("OR")) parts.push(both());
    return parts.includes(true);
  };
  const both = () => {
    const parts = [one()];
    while (follows("AND")) parts.push(one());
    return !parts.includes(false);
  };
  const one = () => {
    const word = words.shift();
    const met = word === "(" ? either() : licenses.includes(word);
    if (word === "(") words.shift();
    if (words[0] === "WITH") words.splice(0, 2);
    return met;
  };
  return either() && words.length === 0;
}

test("expressions are read as SPDX defines them", () => {
  for (const [expression, expected] of [
    ["MIT", true],
    ["GPL-3.0", false],
    ["MIT/Apache-2.0", true],
    ["GPL-3.0 OR MIT", true],
    ["MIT AND GPL-3.0", false],
    ["(MIT OR GPL-3.0) AND ISC", true],
    ["MIT OR GPL-3.0 AND LGPL-2.1", true],
    ["Apache-2.0 WITH LLVM-exception OR GPL-3.0", true],
    ["", false],
  ])
    assert.equal(isMet(expression, ["MIT", "Apache-2.0", "ISC"]), expected, expression);
});

test("every crate, on every target and also of the tests, has a license that is allowed", () => {
  const args = ["metadata", "--format-version", "1", "--all-features", "--locked"];
  const all = [".", "crates/python"].flatMap((folder) => {
    const cwd = join(root, folder);
    const { packages } = JSON.parse(
      execFileSync("cargo", args, { cwd, encoding: "utf8", maxBuffer: 1 << 28 }),
    );
    assert.ok(packages.length > 50);
    return packages;
  });
  const refused = all.filter((it) => !isMet(it.license ?? "", [...allowed, exceptions.get(it.name)]));
  assert.deepEqual(
    refused.map((it) => `${it.name} ${it.version}: ${it.license}`),
    [],
  );
});
