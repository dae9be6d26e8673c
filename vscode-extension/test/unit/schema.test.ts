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

/** A schema in which each of `n` definitions refers twice to the next one. */
function doubled(keyword: string, n: number, last: unknown): object {
  const both = (it: number) => [{ $ref: `#/$defs/d${it + 1}` }, { $ref: `#/$defs/d${it + 1}` }];
  const defs = Array.from({ length: n }, (_, it) => [`d${it}`, { [keyword]: both(it) }]);
  return { $ref: "#/$defs/d0", $defs: { ...Object.fromEntries(defs), [`d${n}`]: last } };
}

/** Runs within the time that an editor may stand still, on a slow machine, too. */
async function inTime<T>(run: () => Promise<T> | T): Promise<T> {
  const started = performance.now();
  const result = await run();
  const took = performance.now() - started;
  assert.ok(took < 10_000, `${took} ms`);
  return result;
}

test("a schema whose references multiply is refused", async () => {
  for (const schema of [
    doubled("allOf", 30, { type: "string" }),
    doubled("anyOf", 30, { type: "string" }),
    doubled("oneOf", 30, true),
    doubled("allOf", 22, true),
  ])
    await inTime(() =>
      assert.rejects(read(schema), { message: /^takes more than 1,000,000 steps for one value/ }),
    );
  await assert.rejects(read({ enum: Array(60_000).fill(1) }), { message: /^has more than 50,000 values/ });
  await assert.rejects(read("[".repeat(60_000) + "]".repeat(60_000)), { message: /^(has more|is not JSON)/ });
  await assert.rejects(read({ title: "x".repeat(1 << 20) }), { message: /^is larger than 1 MiB$/ });
});

test("a payload that takes too many steps is not judged, and says so", async () => {
  const nested = (n: number): string => `${'{"a": '.repeat(n)}1${"}".repeat(n)}`;
  const both = { oneOf: [{ $ref: "#" }, { $ref: "#" }] };
  for (const [schema, payload] of [
    [{ properties: { a: both }, maxProperties: 9 }, nested(26)],
    [{ uniqueItems: true }, JSON.stringify(Array.from({ length: 8000 }, (_, id) => ({ id })))],
    [{ uniqueItems: true }, JSON.stringify(Array.from({ length: 200_000 }, (_, id) => id))],
    [
      { items: { enum: Array.from({ length: 40_000 }, (_, id) => id) } },
      JSON.stringify(Array(400_000).fill(-1)),
    ],
    [{ pattern: `^${"a?".repeat(32)}${"a".repeat(32)}$` }, JSON.stringify("a".repeat(50))],
    [{ pattern: `^${"(a|a)".repeat(32)}b$` }, JSON.stringify("a".repeat(50))],
    [{ properties: { a: { $ref: "#" } } }, nested(5000)],
    [{ pattern: ".*x.*y.*z" }, JSON.stringify("x".repeat(50_000))],
  ] as const) {
    const { violations } = await read(schema);
    const found = await inTime(() => violations(payload));
    assert.equal(found.length, 1, JSON.stringify(schema));
    assert.match(found[0]?.message ?? "", /so it was not checked against it$/);
  }
  const { violations } = await read({ items: { type: "integer" } });
  assert.equal(violations(JSON.stringify(Array(5000).fill("a"))).length, 100);
});

test("a schema that refers to itself is no violation", async () => {
  for (const schema of [
    { $ref: "#" },
    { allOf: [{ $ref: "#" }] },
    { properties: { a: { $ref: "#" } }, type: ["object", "integer"] },
  ]) {
    const { violations } = await read(schema);
    assert.deepEqual(violations(`${'{"a": '.repeat(100)}1${"}".repeat(100)}`), []);
  }
});

test("patterns that a text can match in many ways are refused", async () => {
  const isRefused = (pattern: string): Promise<boolean> =>
    read({ pattern }).then(
      () => false,
      (error) => /expected a regular expression that/.test(error.message),
    );
  const refused = [
    "^(a+)+$",
    "^(a|a)*$",
    "(a*)*",
    "(.*,)*x",
    "^(?=a)a",
    "(a)\\1",
    "(?<=x)y",
    "([a-z]+\\d*)+$",
    "(a?)*",
    "^(a{1,10}){1,10}$",
    "(a|a){32}",
    "(\\w|é|_)+",
  ];
  for (const it of refused) assert.ok(await isRefused(it), it);
  const taken = [
    "^[a-z0-9]+(?:-[a-z0-9]+)*$",
    "^\\d{4}-\\d{2}-\\d{2}$",
    "^[^@\\s]+@[^@\\s]+\\.[^@\\s]+$",
    "^(foo|bar|[0-9])+$",
    "^(\\d+,)*\\d+$",
    "^#(?:[\\da-f]{3}){1,2}$",
    "(?<year>\\d{4})|x{2,}",
    "^\\p{Lu}\\u{1F600}?[\\w.-]*$",
    "",
  ];
  for (const it of taken) assert.ok(!(await isRefused(it)), it);
  await assert.rejects(read({ patternProperties: { "(a+)+": {} } }), { message: /at `\/patternProperties`/ });
});

test("keywords are a schema's own", async () => {
  const everything = Object.prototype as Record<string, unknown>;
  everything.type = "string";
  try {
    assert.deepEqual((await read({ minimum: 1 })).violations("2"), []);
  } finally {
    delete everything.type;
  }
});
