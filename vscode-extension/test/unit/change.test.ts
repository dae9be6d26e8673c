/** Changes of the project file: the rule is off, and nothing else is touched. */

import assert from "node:assert/strict";
import { test } from "node:test";
import * as toml from "toml-eslint-parser";
import { turnedOff } from "../../src/config/change.js";
import { readConfig } from "../../src/config/read.js";

function check(before: string, after: string): void {
  const change = turnedOff(before, "syntax");
  const text = before.slice(0, change.from) + change.text + before.slice(change.to);
  assert.equal(text, after);
  const { wishes, faults } = readConfig(text, toml);
  assert.deepEqual(faults, []);
  assert.equal(wishes.rules.syntax, "off");
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

test("a misspelled name comes with the one that was meant", () => {
  const { faults } = readConfig('profil = "strict"\n[rules]\nmising-field = "off"\nxyzzy = "off"\n', toml);
  assert.deepEqual(
    faults.map((it) => it.meant),
    ["profile", "missing-field", undefined],
  );
});
