/** Changes to the project file: the rule is off, and nothing else is touched. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { readProject, turnedOff } from "./reader.js";

function check(before: string, after: string): void {
  const change = turnedOff(before, "syntax");
  assert.ok(change, before);
  const { start, end } = change.range;
  const lines = before.split("\n");
  const offset = (at: typeof start) =>
    lines.slice(0, at.line).reduce((sum, it) => sum + it.length + 1, at.character);
  const text = before.slice(0, offset(start)) + change.text + before.slice(offset(end));
  assert.equal(text, after);
  const { rules, findings } = readProject(text);
  assert.deepEqual(findings, []);
  assert.equal(rules.syntax, "off");
}

test("a rule is turned off in a project file of any style", () => {
  check("", '[rules]\nsyntax = "off"\n');
  check('profile = "strict"', 'profile = "strict"\n\n[rules]\nsyntax = "off"\n');
  check('profile = "strict"\r\n', 'profile = "strict"\r\n\r\n[rules]\r\nsyntax = "off"\r\n');
  check("[rules]", '[rules]\nsyntax = "off"\n');
  check(
    '[rules] # all\n\n[[files]]\nglob = "a"\n',
    '[rules] # all\nsyntax = "off"\n\n[[files]]\nglob = "a"\n',
  );
  check('[rules]\nsyntax = "hint" # why\n', '[rules]\nsyntax = "off" # why\n');
  check("[rules]\nsyntax = 'hint'\n", '[rules]\nsyntax = "off"\n');
  check('rules.syntax = "hint"\n', 'rules.syntax = "off"\n');
  check("rules = {}\n", 'rules = { syntax = "off" }\n');
  check('rules = { not-pretty = "off" }\n', 'rules = { syntax = "off", not-pretty = "off" }\n');
  check('rules.not-pretty = "off"\n', 'rules.syntax = "off"\nrules.not-pretty = "off"\n');
});

test("a project file with broken syntax is left alone", () => {
  assert.equal(turnedOff("[rules", "syntax"), null);
});

test("a misspelled name comes with the one that was meant", () => {
  const { findings } = readProject('profil = "strict"\n[rules]\nmising-field = "off"\nxyzzy = "off"\n');
  assert.deepEqual(
    findings.map((it) => it.meant),
    ["profile", "missing-field", null],
  );
});
