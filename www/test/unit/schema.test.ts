import assert from "node:assert/strict";
import { test } from "node:test";
import { addressOf, isSchema, mainFirst } from "../../src/adapters/schema.ts";

const file = (name: string, it: unknown) => ({
  name,
  text: typeof it === "string" ? it : JSON.stringify(it),
});

test("a schema is known by its name, by `$schema`, or by its members", () => {
  for (const it of [
    file("report.schema.json", "{"),
    file("schema.json", {}),
    file("a.json", { $schema: "http://json-schema.org/draft-07/schema#" }),
    file("a.json", `\ufeff${JSON.stringify({ type: "object", properties: {} })}`),
  ])
    assert.ok(isSchema(it), it.text);
});

test("responses and requests are none, whatever they are about", () => {
  for (const it of [
    file(".agent-response.json", { $schema: "https://example.org/agent-response", status: "success" }),
    file("a.json", { properties: {}, status: "success" }),
    file("a.json", { type: "object", properties: 1 }),
    file("a.json", '{"properties": '),
    file("a.json", "null"),
    file("my-schema-notes.json", []),
    file("a.agent-response.json", { response: JSON.stringify({ $schema: "https://json-schema.org/x" }) }),
  ])
    assert.ok(!isSchema(it), it.text);
});

test("of several schemas the first is the one that no other refers to", () => {
  const main = file("main.schema.json", { $ref: "part.schema.json" });
  const part = file("part.schema.json", {});
  assert.deepEqual(mainFirst([part, main]), [main, part]);
  assert.deepEqual(mainFirst([part]), [part]);
  assert.deepEqual(mainFirst([]), []);
  assert.equal(addressOf(file("a b#.json", {})), "file:///a%20b%23.json");
});
