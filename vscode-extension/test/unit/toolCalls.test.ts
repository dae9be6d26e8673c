/** Which files are looked at for calls of tools, and which are recognized. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { formats, type Report, validate } from "agent-response/editor";
import { isOfRecords, nameOfRecords } from "../../src/records.js";
import { hasCalls } from "../../src/toolCalls.js";
import { requestName } from "../../src/toolsBeside.js";

test("the formats of agents have no calls, and the others do", () => {
  const withCalls = formats().filter(({ id }) => hasCalls({ format: { id, reason: "" } } as Report));
  assert.deepEqual(
    withCalls.map((it) => it.id),
    ["chat-completion", "responses-api", "messages-api", "mcp", "generate-content", "ollama-chat"],
  );
  assert.equal(formats().length - withCalls.length, 7);
});

test("a file is one with calls only if its content shows that", () => {
  const call = '{"type": "function", "id": "c", "function": {"name": "a", "arguments": "{}"}}';
  const of = (text: string) => hasCalls(validate(text, { fileName: "a.json" }));
  assert.ok(of(`{"messages": [{"role": "assistant", "content": null, "tool_calls": [${call}]}]}`));
  assert.ok(!of('{"role": "assistant", "function": "a"}'));
  assert.ok(!of('{"sections": ["boundaries"], "boundaries": "## Boundaries"}'));
});

test("files with a record in each line are known by their language or their name", () => {
  const of = (path: string, languageId: string) => isOfRecords({ languageId, uri: { path } as never });
  assert.deepEqual(
    [of("/a.jsonl", "plaintext"), of("/a.NDJSON", "json"), of("/a", "jsonlines")],
    [true, true, true],
  );
  assert.deepEqual([of("/a.json", "json"), of("/jsonl", "plaintext")], [false, false]);
  assert.deepEqual(
    [nameOfRecords("a.ndjson"), nameOfRecords("Untitled-1")],
    ["a.ndjson", "Untitled-1.jsonl"],
  );
});

test("a response and its request have similar names, as in the command", () => {
  for (const [response, request] of [
    ["response.json", "request.json"],
    ["7-chat-response.json", "7-chat-request.json"],
    ["chatResponse.json", "chatRequest.json"],
    ["response-of-response.json", "response-of-request.json"],
    ["answer.json", undefined],
  ] as const)
    assert.equal(requestName(response), request);
});
