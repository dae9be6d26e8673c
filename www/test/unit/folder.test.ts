import assert from "node:assert/strict";
import { test } from "node:test";
import { read } from "../../src/adapters/files.ts";
import { baseOf, commonFolder, isNamed, pairs, summary } from "../../src/adapters/folder.ts";

const opened = (name: string) => {
  const it = read(name, new TextEncoder().encode("{}"));
  assert.ok(it);
  return it;
};

test("requests come beside the responses of their names and folders", () => {
  const names = [
    "a/.agent-response-phase8.json",
    "a/.agent-request-phase8.json",
    "b/.agent-response-phase8.json",
    "a/x.agent-response.json",
    "a/y.agent-request.json",
  ];
  const found = (areFaulty: boolean) =>
    pairs(names.map(opened), () => areFaulty).map(({ file, request }) => [file.name, request?.name]);
  const all = [
    ["a/.agent-response-phase8.json", "a/.agent-request-phase8.json"],
    ["a/x.agent-response.json", undefined],
    ["a/y.agent-request.json", undefined],
    ["b/.agent-response-phase8.json", undefined],
  ];
  assert.deepEqual(found(false), all);
  assert.deepEqual(found(true), [["a/.agent-request-phase8.json", undefined], ...all]);
  assert.equal(baseOf("a/b/c.json"), "c.json");
});

test("of a folder the files with such names are taken", () => {
  for (const name of [".agent-response.json", "a/b/x.agent-request-phase1.json", "agent_response.JSON"])
    assert.ok(isNamed(name), name);
  for (const name of [
    "package.json",
    "a/agent-response/x.json",
    "agent-response.md",
    "my-agent-response.json",
  ])
    assert.ok(!isNamed(name), name);
});

test("a summary counts the files, the most serious first", () => {
  const [ok, warned, failed] = [
    { errors: 0, warnings: 0 },
    { errors: 0, warnings: 2 },
    { errors: 3, warnings: 1 },
  ];
  assert.equal(summary([ok, failed, failed, warned]), "4 files: 2 with errors, 1 with warnings only");
  assert.equal(summary([ok, ok]), "2 files, all valid");
  assert.equal(summary([ok, null]), "2 files, 1 checked");
});

test("a common folder is one that all files are in", () => {
  assert.equal(commonFolder(["a/b/x", "a/b/y"]), 4);
  assert.equal(commonFolder(["a/b/x", "a/c/y", "a/z"]), 2);
  assert.equal(commonFolder(["ab/x", "a/y"]), 0);
  assert.equal(commonFolder(["x"]), 0);
  assert.equal(commonFolder([]), 0);
});
