import assert from "node:assert/strict";
import { test } from "node:test";
import { downloadedName, responseName, safeName } from "../../src/adapters/names.ts";
import { readRequest } from "../../src/adapters/request.ts";
import { REQUEST } from "../main-page.ts";

test("a file is never saved as a program or a page, nor outside the folder", () => {
  for (const [name, saved] of [
    [".agent-response-phase8.json", ".agent-response-phase8.json"],
    ["notes.md", "notes.md"],
    ["", ".agent-response-phase8.json"],
    ["..", ".agent-response-phase8.json"],
    ["invoice.html", "invoice.html.json"],
    ["../../a.json", ".._.._a.json"],
    ["a\u202egnp.exe", "a_gnp.exe.json"],
  ] as const)
    assert.equal(safeName(name), saved);
  assert.equal(downloadedName(".agent-response-phase8.json"), "agent-response-phase8.json");
});

test("a request is its id, or why it is none", () => {
  assert.deepEqual(readRequest('\ufeff{"request_id": "a"}'), { id: "a" });
  assert.deepEqual(readRequest("{not json"), { fault: "is not JSON" });
  for (const text of ["null", "[]", '{"request_id": 1}'])
    assert.deepEqual(readRequest(text), { fault: "has no request_id" });
});

test("a response that is made of an answer does not keep the answer's name", () => {
  assert.equal(responseName("answer.md", REQUEST), ".agent-response-phase8.json");
  assert.equal(responseName("answer.md", "no request"), "");
  assert.equal(responseName("", ""), "");
  assert.equal(responseName(".agent-response-phase7.5.json", REQUEST), ".agent-response-phase7.5.json");
});
