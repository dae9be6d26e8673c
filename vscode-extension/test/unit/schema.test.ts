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
    // What nobody sees is written out as the command does, but not what an emoji needs.
    [
      { $ref: "#/\u{13430}\u{e0041}\uffff\u200b❤\ufe0fa\ufe0f" },
      /`#\/\\u\{13430\}\\u\{e0041\}\\uffff\\u200b❤\ufe0fa\\ufe0f`$/u,
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

/** A schema whose definitions refer twice to the next one. */
const doubled = (keyword: string, n: number) => ({
  $ref: "#/$defs/d0",
  $defs: Object.fromEntries(
    Array.from({ length: n }, (_, idx) => {
      const next = { $ref: `#/$defs/d${idx + 1}` };
      return [`d${idx}`, idx === n - 1 ? { type: "null" } : { [keyword]: [next, next] }];
    }),
  ),
});

const nested = (n: number, inner: string, [open, close]: readonly [string, string]) =>
  open.repeat(n) + inner + close.repeat(n);

const TOO_MANY =
  /^The payload cannot be compared with its schema: the schema takes more than 1,000,000 steps/;

test("the time for one payload has a limit", async () => {
  const part = { $ref: "#" };
  const expensive: [unknown, string][] = [
    [{ pattern: "^(a+)+$" }, JSON.stringify(`${"a".repeat(34)}!`)],
    [{ pattern: "(a|a)*b" }, JSON.stringify("a".repeat(40))],
    [{ pattern: "^(\\w|\\d)+$" }, JSON.stringify(`${"1".repeat(50)}!`)],
    [{ pattern: "a*a*a*a*a*b" }, JSON.stringify("a".repeat(5000))],
    [{ pattern: "(x{0,30}){0,30}y" }, JSON.stringify("x".repeat(500))],
    [{ patternProperties: { "^(a+)+$": true } }, JSON.stringify({ [`${"a".repeat(34)}!`]: 1 })],
    [{ propertyNames: { pattern: "^(a+)+$" } }, JSON.stringify({ [`${"a".repeat(34)}!`]: 1 })],
    [{ $ref: "#/other", other: { pattern: "^(a+)+$" } }, JSON.stringify(`${"a".repeat(34)}!`)],
    [
      { oneOf: [{ type: "null" }, { properties: { a: part } }, { properties: { a: part } }] },
      nested(26, "1", ['{"a":', "}"]),
    ],
    [{ uniqueItems: true }, JSON.stringify(Array.from({ length: 8000 }, (_, a) => ({ a })))],
    [
      { items: { enum: Array.from({ length: 50_000 }, (_, idx) => idx) } },
      JSON.stringify(Array(5000).fill(-1)),
    ],
  ];
  for (const [schema, payload] of expensive) {
    const { violations } = await read(schema);
    const start = performance.now();
    const [only, ...more] = violations(payload);
    assert.match(only?.message ?? "", TOO_MANY, JSON.stringify(schema).slice(0, 100));
    assert.equal(more.length, 0);
    assert.ok(performance.now() - start < 5000, JSON.stringify(schema).slice(0, 100));
  }
});

test("what takes few steps is compared", async () => {
  const cheap: [unknown, string][] = [
    [{ pattern: "^[a-z]+(-[a-z]+)*$" }, JSON.stringify("one-two-".repeat(200))],
    [{ pattern: "^\\d{4}-\\d\\d(?:T[\\d:.]+(?:Z|[+-]\\d\\d))?$" }, '"2024"'],
    [{ pattern: "^[\\w.+-]{1,64}@(?:[a-z\\d-]+\\.)+\\p{L}{2,}$" }, JSON.stringify(`${"a.".repeat(30)}@b.c`)],
    [{ pattern: "[^\\]]\\u{1F600}|\\uD83D\\uDE00b|(?<name>\\])" }, JSON.stringify("x".repeat(10_000))],
    [{ pattern: "^.{1,255}$" }, JSON.stringify("x".repeat(256))],
    [
      { additionalProperties: { $ref: "#" }, maxProperties: 1 },
      `{"a":1,"b":${nested(200, "1", ['{"a":', "}"])}}`,
    ],
    [doubled("allOf", 8), "1"],
    [{ uniqueItems: true }, JSON.stringify([...Array(8000).keys(), 1])],
  ];
  for (const [schema, payload] of cheap) {
    const [first] = (await read(schema)).violations(payload);
    assert.ok(
      first && !/cannot be compared/.test(first.message),
      `${JSON.stringify(schema)} ${first?.message}`,
    );
  }
  assert.deepEqual((await read({ pattern: ".+foo" })).violations(JSON.stringify("a foo".repeat(100))), []);
});

test("payloads have a depth, and reports of them a length", async () => {
  const deep = nested(50_000, "", ["[", "]"]);
  const [only, ...more] = (await read({ items: { $ref: "#" } })).violations(deep);
  assert.deepEqual([more.length, only?.message.replace(/.*: /, "")], [0, "it has more than 512 levels"]);
  const { violations } = await read({ items: { type: "null" } });
  assert.equal(violations(JSON.stringify(Array(5000).fill(1))).length, 100);
});

test("what is nested too deeply for the stack is said, not thrown", async () => {
  const { violations } = await read({ additionalProperties: { $ref: "#" }, type: "null" });
  const [only, ...more] = violations(nested(490, "1", ['{"a":', "}"]));
  assert.ok(more.length > 0 || /nested too deeply/.test(only?.message ?? ""), only?.message);
  for (const schema of [
    { $ref: "#/x", x: { allOf: 5 } },
    {
      $ref: "#/$defs/0",
      $defs: Array.from({ length: 5000 }, (_, idx) =>
        idx < 4999 ? { $ref: `#/$defs/${idx + 1}` } : {},
      ).reduce((all, it, idx) => Object.assign(all, { [idx]: it }), {}),
    },
  ])
    await assert.rejects(
      read(schema),
      /^Error: has a faulty part, or more than 1,000 that apply inside each other$/,
    );
});

test("a schema that is too large or needs backtracking is refused", async () => {
  const refused: [unknown, RegExp][] = [
    ...["allOf", "anyOf", "oneOf"].map((it): [unknown, RegExp] => [
      doubled(it, 30),
      /^takes more than 1,000,000 steps for one payload$/,
    ]),
    [
      {
        properties: { a: { items: doubled("allOf", 30).$defs.d0 } },
        ...{ $defs: doubled("allOf", 30).$defs },
      },
      /^takes more than 1,000,000 steps for one payload$/,
    ],
    [nested(127, "{}", ['{"not":', "}"]), /^$/],
    [nested(128, "{}", ['{"not":', "}"]), /^has more than 128 levels$/],
    [nested(200_000, "{}", ['{"not":', "}"]), /^is larger than 1 MiB$/],
    [{ allOf: Array(50_000).fill(true) }, /^has more than 50,000 parts with what it refers to$/],
    [{ description: "é".repeat(600_000) }, /^is larger than 1 MiB$/],
    [
      { [`${"k".repeat(200_000)}`]: Object.fromEntries([...Array(5000).keys()].map((it) => [it, {}])) },
      /long names$/,
    ],
    ...["(?=a)", "(?<!a)b", "(a)\\1", "(?<n>a)\\k<n>"].map((it): [unknown, RegExp] => [
      { properties: { a: { pattern: it } } },
      /at `\/properties\/a\/pattern`: expected a regular expression without backreferences/,
    ]),
    [
      { patternProperties: { "(a*)*": {} } },
      /at `\/patternProperties\/\(a\*\)\*`: .* repeat what can be empty$/,
    ],
    [{ $ref: "#/x", x: { pattern: "(?=a)" } }, /at `\/x\/pattern`/],
    [{ pattern: "(?:a{999}){999}" }, /expected a shorter regular expression$/],
    [{ pattern: nested(5000, "a", ["(", ")"]) }, /expected a (?:shorter )?regular expression$/],
  ];
  for (const [schema, expected] of refused) {
    const start = performance.now();
    const fault = await read(schema).then(
      () => "",
      (error) => error.message,
    );
    assert.match(fault, expected, JSON.stringify(schema).slice(0, 100));
    assert.ok(performance.now() - start < 5000);
  }
  for (const schema of [
    { $ref: "#" },
    { allOf: [{ $ref: "#" }] },
    { $ref: "#/$defs/a", $defs: { a: { not: { $ref: "#/$defs/b" } }, b: { $ref: "#/$defs/a" } } },
    { properties: { a: { allOf: [{ $ref: "#/properties/a" }] } } },
  ])
    await assert.rejects(read(schema), /^Error: refers to itself without going into the value$/);
});

/** What a schema, which may be refused, says about a payload, in at most ten seconds of the processor. */
async function soon(schema: unknown, payload: unknown, from = read): Promise<string[]> {
  const start = process.cpuUsage();
  const found = await from(schema).then(
    ({ violations }) => violations(JSON.stringify(payload)).map((it) => it.message),
    (error) => [error.message],
  );
  const { user, system } = process.cpuUsage(start);
  const took = (user + system) / 1000;
  assert.ok(took < 10_000, `${JSON.stringify(schema).slice(0, 100)}: ${took} ms`);
  return found;
}

const many = <T>(n: number, item: (idx: number) => T): T[] =>
  Array.from({ length: n }, (_, idx) => item(idx));

test("all that a keyword reads is counted", async () => {
  const names = many(40_000, (it) => `n${it}`);
  const properties = Object.fromEntries(names.map((it) => [it, {}]));
  const some = Object.fromEntries(names.slice(0, 20_000).map((it) => [it, {}]));
  const objects = many(900, () => ({ a: 1 }));
  const draft = { $schema: "http://json-schema.org/draft-07/schema#" };
  const long = "x".repeat(900_000);
  for (const [schema, payload] of [
    [{ allOf: many(40_000, () => ({ minLength: 1 })) }, "é".repeat(1_000_000)],
    [{ items: { properties } }, objects],
    [{ allOf: many(2000, () => ({ $ref: "#/$defs/a" })), $defs: { a: { properties: some } } }, { a: 1 }],
    [{ items: { required: names } }, objects.slice(0, 150)],
    [{ items: { dependentRequired: { a: names } } }, objects],
    [{ ...draft, items: { dependencies: { a: names } } }, objects],
    [{ items: { const: long } }, many(20_000, () => "a")],
    [{ items: { enum: [long] } }, many(20_000, () => "a")],
    [{ items: { type: many(40_000, () => "string") } }, many(5000, () => 1)],
    [{ allOf: many(40_000, () => ({ title: "x" })) }, Object.fromEntries(names.map((it) => [it, 1]))],
  ]) {
    const [only, ...more] = await soon(schema, payload);
    assert.match(only ?? "", /takes more than 1,000,000 steps/, JSON.stringify(schema).slice(0, 100));
    assert.equal(more.length, 0);
  }
});

test("many errors are few violations", async () => {
  const names = many(20_000, (it) => `n${it}`);
  const [missing] = await soon(
    { items: { required: names } },
    many(40, () => ({ a: 1 })),
  );
  assert.match(missing ?? "", /^Missing `n0`/);
  const properties = Object.fromEntries(many(4000, (it) => [`prop${it}`, {}]));
  const payload = Object.fromEntries(many(2000, (it) => [`prap${it}`, 1]));
  const found = await soon({ additionalProperties: false, properties }, payload);
  assert.equal(found.length, 100);
  assert.equal(found[0], "`prap0` is not allowed by the schema; did you mean `prop0`?");
  for (const keyword of ["if", "anyOf"]) {
    let schema: unknown = {};
    for (let n = 0; n < 60; n++)
      schema = {
        [keyword]: keyword === "if" ? schema : [schema],
        unevaluatedProperties: { type: "integer" },
      };
    assert.deepEqual(await soon(schema, { a: 1 }), []);
  }
});

test("all patterns and all files together have a size", async () => {
  const allOf = many(6000, (it) => ({ pattern: `(?:a{999}b){4}${it}` }));
  assert.deepEqual(await soon({ allOf }, "a"), ["has regular expressions with more than 50,000 states"]);
  const big = JSON.stringify({ title: "x".repeat((1 << 20) - 20) });
  const from = (schema: unknown) => readSchema(JSON.stringify(schema), ADDRESS, async () => big);
  const files = { allOf: many(8000, (it) => ({ $ref: `big.json?${it}` })) };
  assert.deepEqual(await soon(files, 1, from), ["is larger than 4 MiB with what it refers to"]);
});

test("a reference is followed however it is spelled", async () => {
  const allTwice = (to: (n: number) => string, more: (n: number) => object = () => ({})) => ({
    $ref: to(0),
    $defs: Object.fromEntries(
      many(31, (n) => [
        `d${n}`,
        {
          ...more(n),
          ...(n === 30 ? { type: "null" } : { allOf: [{ $ref: to(n + 1) }, { $ref: to(n + 1) }] }),
        },
      ]),
    ),
  });
  const $id = "http://e.com/a/b.json";
  for (const [spelled, more] of [
    ["../schemas/report.schema.json#/$defs/d", {}],
    ["x/../report.schema.json#/$defs/d", {}],
    ["././report.schema.json#/$defs/d", {}],
    ["?#/$defs/d", {}],
    ["report%2Eschema.json#/$defs/d", {}],
    ["../a/b.json#/$defs/d", { $id }],
    ["/a/b.json#/$defs/d", { $id }],
    ["HTTP://E.com/a/b.json#/$defs/d", { $id }],
  ] as const) {
    const schema = { ...allTwice((n) => spelled + n), ...more };
    // Under each spelling, the file is the same.
    const from = (it: unknown) => readSchema(JSON.stringify(it), ADDRESS, async () => JSON.stringify(it));
    const [found] = await soon(schema, 1, from);
    assert.match(
      found ?? "",
      /^takes more than 1,000,000 steps|addresses that are valid and occur once$/,
      spelled,
    );
  }
  const inside = allTwice(
    (n) => `./x/../d${n}.json`,
    (n) => ({ $id: `d${n}.json` }),
  );
  assert.match((await soon(inside, 1))[0] ?? "", /^takes more than 1,000,000 steps/);
});

test("a polluted prototype changes nothing", async () => {
  const polluted = Object.prototype as Record<string, unknown>;
  polluted.type = "null";
  polluted.pattern = "(";
  try {
    const { violations, known } = await read({ properties: { a: { items: { maximum: 1 } } } });
    assert.deepEqual(
      violations('{"a": [1, 2, "x"]}').map((it) => it.pointer),
      ["/a/1"],
    );
    assert.equal(known("/a").shape, undefined);
  } finally {
    delete polluted.type;
    delete polluted.pattern;
  }
});
