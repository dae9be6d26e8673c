import assert from "node:assert/strict";
import { test } from "node:test";
import { toCommand, toEditor, toToml } from "../../src/adapters/elsewhere.ts";

const USUAL = { fileName: "", format: "auto", profile: "default", rules: {} };
const ALL = {
  fileName: ".agent-response-phase8.json",
  format: "delegator",
  profile: "strict",
  rules: { "not-pretty": "off", "missing-field": "warning" },
};

test("the settings are those of the project file", () => {
  assert.equal(
    toToml(ALL),
    `profile = "strict"

[rules]
not-pretty = "off"
missing-field = "warning"

[[files]]
glob = ".agent-response-phase8.json"
format = "delegator"
`,
  );
  assert.match(toToml(USUAL), /^# .*\n$/);
  // A name with a meaning in globs is not taken.
  assert.match(toToml({ ...ALL, fileName: "a*{b}.json" }), /glob = "\*\.json"/);
});

test("they are options of the command, and settings of VS Code", () => {
  assert.equal(
    toCommand(ALL),
    "agent-response check --as delegator --profile strict --rule not-pretty=off --rule missing-field=warning .agent-response-phase8.json",
  );
  assert.equal(toCommand(USUAL), "agent-response check");
  assert.equal(toCommand({ ...USUAL, fileName: "a b; rm x" }), "agent-response check");
  assert.deepEqual(JSON.parse(toEditor(ALL)), {
    "agentResponse.format": "delegator",
    "agentResponse.profile": "strict",
    "agentResponse.rules": ALL.rules,
  });
  assert.equal(toEditor(USUAL), "{}\n");
});
