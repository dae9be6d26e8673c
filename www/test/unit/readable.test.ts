import assert from "node:assert/strict";
import { test } from "node:test";
import { documents, fix } from "agent-response/editor";
import { documentsFor } from "../../src/adapters/inner.ts";
import { alike } from "../../src/adapters/layout.ts";
import { compared } from "../../src/adapters/readable.ts";
import { sample } from "../main-page.ts";

const find = (text: string) => documentsFor(documents(text)).payload;
/** What is gone and what has come, by signs. */
const changes = (before: string, after: string): string[] =>
  compared(before, after, find).flatMap(({ kind, text }) =>
    kind === "gone" ? [`-${text}`] : kind === "come" ? [`+${text}`] : [],
  );
const fixed = (id: string): string[] => changes(sample(id), fix(sample(id), { suggestions: true }).text);

test("what fixes change is compared as people read it, with the payload decoded", () => {
  assert.deepEqual(fixed("broken-payload"), ["-,", "+,"]);
  assert.deepEqual(fixed("wrong-name"), ["-result", "+response"]);
  // The quotes around it, and nothing of its layout.
  assert.deepEqual(fixed("object"), ['+"', '+"']);
  assert.deepEqual(fixed("encoded-twice"), ['-\\"', '-\\"']);
  // Its payload says what it said: one sign instead of one at each quote.
  assert.deepEqual(fixed("unescaped-quotes"), ["+(10 backslashes inserted)"]);
  const parts = compared(sample("good"), sample("good").replace("(the cause is", "(its cause is"), find);
  assert.ok(parts[0]?.text.includes('"response": "{\n    "sections": [\n      "related_templates",'));
  assert.ok(parts[0]?.text.includes("## Related Templates\n\n- `templates/route"));
  assert.deepEqual(
    parts.slice(1, 3).map((it) => it.text),
    ["the", "its"],
  );
});

test("what differs only in how it is written is compared as it is", () => {
  assert.deepEqual(changes('{"a": 1}', '{"a":1}'), ["- "]);
  assert.deepEqual(changes(sample("fenced"), sample("fenced").replace(/^```json\n|```\n$/g, "")), [
    "-```json\n",
    "-\n```",
  ]);
  assert.deepEqual(changes('{"a": "\ue000"}', '{"a": "\ue000b"}'), ["+b"]);
  assert.deepEqual(changes("", "{}"), ["+{}"]);
});

test("texts that are compared are laid out alike, whatever their layout", () => {
  const value = { a: ["b", "c"], d: { e: [], f: "x y" } };
  const expected = '{\n  "a": [\n    "b",\n    "c"\n  ],\n  "d": {\n    "e": [],\n    "f": "x y"\n  }\n}';
  for (const indent of [0, 1, "\t"]) assert.equal(alike(JSON.stringify(value, null, indent)), expected);
  assert.equal(alike('["b"  "c"]'), '[\n  "b"\n  "c"\n]');
  assert.equal(alike('{"a":1}', 1), '{\n    "a": 1\n  }');
});
