/** Payloads compared with a schema: the same findings at the same places as the command, from one table. */

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { validateWith } from "agent-response/editor";
import { type PayloadSchema, readSchema } from "agent-response-payload-schema";
import { clean } from "../fixtures.js";

interface Table {
  schema: unknown;
  files: Record<string, unknown>;
  cases: { schema?: unknown; payload: string; findings: [marked: string, message: string][] }[];
}

const table: Table = JSON.parse(readFileSync(process.env.SCHEMA_CASES ?? "", "utf8"));
const ADDRESS = "file:///project/schemas/report.schema.json";

function read(schema: unknown): Promise<PayloadSchema> {
  const text = typeof schema === "string" ? schema : JSON.stringify(schema);
  return readSchema(text, ADDRESS, async (address) => {
    const name = address.slice(address.lastIndexOf("/") + 1);
    if (!(name in table.files)) throw new Error("cannot be read");
    return JSON.stringify(table.files[name]);
  });
}

for (const { schema: own, payload, findings } of table.cases) {
  test(`schema: ${JSON.stringify(own ?? "")} ${payload}`, async () => {
    const schema = await read(own ?? table.schema);
    const text = clean.replace(/"response": .*,/, () => `"response": ${JSON.stringify(payload)},`);
    const report = validateWith(text, (it) => schema.violations(it));
    const found = report.diagnostics.filter((it) => it.code === "payload-schema");
    assert.deepEqual(
      found.map((it) => [text.slice(it.from, it.to), it.message]),
      findings,
    );
  });
}

test("what is meant is a key or JSON", async () => {
  const { violations } = await read(table.schema);
  assert.deepEqual(
    violations('{"tittle": "ab", "score": 1, "level": "hig"}').map((it) => [it.pointer, it.key, it.meant]),
    [
      ["/level", false, '"high"'],
      ["/tittle", true, "title"],
    ],
  );
});

test("a wrong schema is an error in words", async () => {
  for (const [schema, expected] of [
    ["{", /^is not JSON$/],
    ["7", /^is not a valid JSON Schema: expected an object$/],
    [{ type: "strin" }, /^is not a valid JSON Schema at `\/type`: expected a type of JSON/],
    [{ properties: { a: { pattern: "(" } } }, /at `\/properties\/a\/pattern`: expected a regular expression/],
    [{ $ref: "#/$defs/none" }, /^has a reference that leads nowhere: `#\/\$defs\/none`$/],
    [{ $ref: "none.json" }, /^refers to `none\.json`, which cannot be read$/],
    [
      { $ref: "https://example.com/a.json" },
      /^refers to `https:\/\/example\.com\/a\.json`, which is no file/,
    ],
  ] as const) {
    await assert.rejects(read(schema), ({ message }) => expected.test(message), JSON.stringify(schema));
  }
});

test("a schema knows members, values and descriptions, through references", async () => {
  const { known } = await read({
    $defs: { level: { enum: ["low", "high"], description: "How urgent it is." } },
    required: ["title"],
    properties: {
      title: { type: "string", description: "A name." },
      level: { $ref: "#/$defs/level" },
      tags: { type: "array", items: { $ref: "common.json#/$defs/tag" } },
    },
  });
  const root = known("");
  assert.deepEqual(
    root.members.map((it) => [it.name, it.required, it.shape, it.value]),
    [
      ["title", true, "a string", '""'],
      ["level", false, "`low` or `high`", '""'],
      ["tags", false, "an array", "[]"],
    ],
  );
  assert.equal(root.members[0]?.description, "A name.");
  assert.equal(known("/level").description, "How urgent it is.");
  assert.deepEqual(
    known("/level").values.map((it) => it.json),
    ['"low"', '"high"'],
  );
  assert.equal(known("/tags/3").shape, "a string");
});

test("formats count in the drafts in which they do, and nothing strange throws", async () => {
  const draft = (it: string) => read({ $schema: it, format: "date" });
  assert.equal((await draft("http://json-schema.org/draft-07/schema#")).violations('"x"').length, 1);
  assert.equal((await draft("https://json-schema.org/draft/2020-12/schema")).violations('"x"').length, 0);
  const { violations, known } = await read({ additionalProperties: { $ref: "#" }, maxProperties: 1 });
  for (const payload of ["{", '{"\\ud800":{"a":1,"%":2}}', "[".repeat(50_000)])
    assert.equal(violations(payload).length, 1, payload.slice(0, 40));
  for (const pointer of ["/a/b/c/d", "/~", "/__proto__", "//"]) assert.ok(known(pointer));
});
