/** Files in which models call tools, and single calls. */

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { command } from "../lib/command.mjs";
import { load, loadTools, root, runNode } from "../lib/consumer.mjs";
import { cases } from "../lib/examples.mjs";

const [ar, tools] = [await load(), await loadTools()];

test("each case has its rules, places and fixes, also where the package finds out by itself that it is one", () => {
  assert.ok(cases.length > 100, `${cases.length}`);
  for (const { id, file_name: fileName, input, format, expect } of cases) {
    const report = tools.validate(input, { fileName });
    const found = report.diagnostics.filter((it) => it.severity === "error" || it.severity === "warning");
    assert.deepEqual(
      [report.format.id, report.valid, found.map((it) => it.code).sort()],
      [format, expect.valid, expect.codes.toSorted()],
      id,
    );
    const places = report.diagnostics.map(
      ({ range: { start } }) => `${start.line + 1}:${start.character + 1}`,
    );
    if (expect.line) assert.ok(places.includes(`${expect.line}:${expect.column}`), `${id}: ${places}`);
    for (const [wanted, suggestions] of /** @type {const} */ ([
      ["fixed", false],
      ["suggested", true],
    ]))
      if (typeof expect[wanted] === "string")
        assert.equal(tools.fix(input, { fileName, suggestions }).text, expect[wanted], id);
    assert.deepEqual(ar.validate(input, { fileName }), report, id);
    assert.deepEqual(ar.validate(Buffer.from(input), { fileName }), report, id);
    assert.deepEqual(ar.fix(input, { fileName }), tools.fix(input, { fileName }), id);
  }
});

test("the arguments are judged as the command judges them", () => {
  for (const { id, file_name: fileName, input } of cases) {
    const args = ["check", "--format", "json", "--stdin-filename", fileName, "-"];
    const { stdout } = spawnSync(command, args, { input, encoding: "utf8", maxBuffer: 2 ** 28 });
    const [{ diagnostics }] = JSON.parse(stdout).files;
    const said = (/** @type {{ code: string, message: string, from: number }[]} */ all) =>
      all.map(({ code, message, from }) => `${from} ${code}: ${message}`);
    // The names of files are judged only where there are files.
    const { rules: off } = { rules: /** @type {const} */ ({ "unphased-name": "off" }) };
    const report = tools.validate(input, { fileName, rules: off });
    assert.deepEqual(
      said(report.diagnostics),
      said(diagnostics.filter((/** @type {{ code: string }} */ it) => it.code !== "unphased-name")),
      id,
    );
  }
});

test("arguments that a schema does not allow", () => {
  const { calls } = JSON.parse(readFileSync(join(root, "tests/payload-schema/cases.json"), "utf8"));
  assert.ok(calls.length > 20);
  for (const { schema, arguments: args, findings } of calls) {
    const call = { id: "c", type: "function", function: { name: "t", arguments: args } };
    const tool = { type: "function", function: { name: "t", parameters: schema } };
    const messages = [
      { role: "user", content: "." },
      { role: "assistant", tool_calls: [call] },
    ];
    const text = JSON.stringify({ messages, tools: [tool] });
    const found = tools
      .validate(text)
      .diagnostics.filter(({ code }) => code === "arguments-schema" || code === "encoded-argument")
      .map(({ code, from, to, message }) => [code, text.slice(from, to), message]);
    assert.deepEqual(found, findings, text);
  }
});

test("records need no name", () => {
  const line = '{"messages": [{"role": "user", "content": "a"}, {"role": "assistant" "content": "b"}]}';
  const text = `${line.replace("t} ", "t}, ").replace('nt" "', 'nt", "')}\n${line}\n`;
  for (const fileName of [undefined, "train.jsonl", "train.txt"]) {
    const { diagnostics } = tools.validateLines(text, { fileName });
    assert.deepEqual(
      diagnostics.map((it) => [it.code, it.range.start.line]),
      [["missing-comma", 1]],
    );
  }
  assert.throws(() => tools.validateLines(text, /** @type {any} */ ({ fileName: 5 })), {
    code: "invalid-argument",
    message: /^options\.fileName must be a string, /,
  });
});

const parameters = {
  type: "object",
  properties: { harbor: { type: "string" }, days: { type: "integer" } },
  required: ["harbor"],
  additionalProperties: false,
};
const offered = [{ type: "function", function: { name: "tide_table", parameters } }];
const call = (/** @type {string} */ json, name = "tide_table") => ({
  id: "call_1",
  type: "function",
  function: { name, arguments: json },
});

test("a call is checked before it runs", () => {
  const good = tools.validateToolCall(call('{"harbor": "Brevik", "days": 2}'), offered);
  assert.deepEqual(good, {
    valid: true,
    name: "tide_table",
    arguments: { harbor: "Brevik", days: 2 },
    argumentsJson: '{"harbor": "Brevik", "days": 2}',
    call: call('{"harbor": "Brevik", "days": 2}'),
    diagnostics: [],
    applied: [],
  });
  const bad = tools.validateToolCall(call('{"harbor": "Brevik", "days": "two"}'), offered);
  assert.deepEqual([bad.valid, bad.arguments], [false, null]);
  assert.deepEqual(
    bad.diagnostics.map((it) => [it.code, it.message, it.pointer, it.inner[0]?.pointer]),
    [["arguments-schema", "`days` must be an integer, but is a string", "/function/arguments", "/days"]],
  );
  const json = JSON.stringify(call('{"harbor": "Brevik", "days": "two"}'));
  assert.equal(json.slice(bad.diagnostics[0]?.from, bad.diagnostics[0]?.to), '\\"two\\"');
});

test("tools in the form of another API judge a call, too", () => {
  const block = { type: "tool_use", id: "t1", name: "tide_table", input: { harbor: 5 } };
  const listed = { tools: [{ name: "tide_table", inputSchema: parameters }] };
  const found = [
    tools.validateToolCall(block, offered),
    tools.validateToolCall(block, listed),
    tools.validateToolCall(call('{"harbor": 5}'), listed),
    tools.validateToolCall({ name: "tide_table", arguments: { harbor: 5 } }, offered),
  ];
  for (const { valid, arguments: args, diagnostics } of found)
    assert.deepEqual(
      [valid, args, diagnostics.map((it) => it.message)],
      [false, null, ["`harbor` must be a string, but is a number"]],
    );
});

test("a call is repaired, with a ledger, and never becomes an empty object", () => {
  const broken = call('{"harbour": "Brevik",}<|im_end|>', "tide-table");
  const {
    valid,
    name,
    arguments: args,
    applied,
    call: after,
  } = tools.validateToolCall(broken, offered, { repair: "all" });
  assert.deepEqual([valid, name, args], [true, "tide_table", { harbor: "Brevik" }]);
  assert.deepEqual(after, call('{"harbor": "Brevik"}'));
  assert.deepEqual(applied.map((it) => it.code).sort(), [
    "arguments-schema",
    "special-token",
    "trailing-comma",
    "unknown-tool",
  ]);
  for (const text of ['{"harbor": "Bre', "Brevik", "[", "null", '{"harbor": }', '""', "{}"])
    for (const repair of /** @type {const} */ ([false, true])) {
      const found = tools.validateToolCall(call(text), offered, { repair });
      assert.deepEqual([found.valid, found.arguments], [false, null], text);
    }
});

test("calls and tools are values or JSON, and errors name what is wrong", () => {
  const json = JSON.stringify(call('{"harbor": "Brevik"}'));
  assert.deepEqual(tools.validateToolCall(json, JSON.stringify({ tools: offered })), {
    ...tools.validateToolCall(JSON.parse(json), offered),
    call: json,
  });
  assert.ok(tools.validateToolCall(json).valid);
  for (const [given, message] of /** @type {[unknown[], string | RegExp][]} */ ([
    [[{}, offered], 'call must be a call of a tool, but is "{}"'],
    [[5, offered], 'call must be JSON of an object, but is "5"'],
    [[() => 1, offered], "call must be a value that JSON can hold, but is a function"],
    [[10n, offered], /^call must be a value that JSON can hold, /],
    [[json, {}], 'tools must be JSON with an array of tools, but is "{}"'],
    [[json, offered, { repair: "most" }], 'options.repair must be true, false or "all", but is "most"'],
    [[json, offered, { fix: true }], /^options has no `fix`|^options/],
  ]))
    assert.throws(() => tools.validateToolCall(.../** @type {[unknown]} */ (given)), {
      code: "invalid-argument",
      message,
    });
});

test("a response is judged by the tools of its request", () => {
  const choice = { index: 0, finish_reason: "tool_calls" };
  const message = { role: "assistant", content: null, tool_calls: [call('{"harbor": 5}')] };
  const response = { id: "r", object: "chat.completion", created: 1, model: "m" };
  const text = JSON.stringify({ ...response, choices: [{ ...choice, message }] });
  assert.deepEqual(tools.validate(text).diagnostics, []);
  const options = { tools: JSON.stringify({ tools: offered }) };
  assert.deepEqual(
    tools.validate(text, options).diagnostics.map((it) => [it.code, it.pointer]),
    [["arguments-schema", "/choices/0/message/tool_calls/0/function/arguments"]],
  );
  assert.deepEqual(tools.validate(text, options), tools.validate(text, { ...options }));
  assert.throws(() => tools.validate(text, { tools: "[]" }), {
    code: "invalid-argument",
    message: 'options.tools must be JSON with an array of tools, but is "[]"',
  });
});

test("no number is rounded and no key lost without a word", () => {
  const large = tools.validateToolCall(call('{"harbor": "Brevik", "days": 9007199254740993}'), offered);
  assert.deepEqual(large.arguments, { harbor: "Brevik", days: 2 ** 53 });
  assert.equal(large.argumentsJson, '{"harbor": "Brevik", "days": 9007199254740993}');
  const twice = tools.validateToolCall(call('{"harbor": "Brevik", "harbor": "Nordvik"}'), offered);
  assert.deepEqual(
    twice.diagnostics.map((it) => [it.code, it.inner[0]?.pointer]),
    [["duplicate-key", "/harbor"]],
  );
});

test("lone surrogates are kept", () => {
  const found = tools.validateToolCall(call('{"harbor": "\ud800"}'), offered);
  assert.deepEqual(found.arguments, { harbor: "\ud800" });
  assert.deepEqual(found.call, call('{"harbor": "\ud800"}'));
});

test("where nothing can be loaded, such files are unknown", () => {
  const source = `process.getBuiltinModule = undefined;
    const ar = await import("agent-response");
    console.log(ar.validate(${JSON.stringify(cases[0]?.input)}).format.id);`;
  assert.equal(runNode(["--input-type=module", "-e", source]), "null\n");
  const required = `console.log(require("agent-response").validate(${JSON.stringify(cases[0]?.input)}).format.id);`;
  assert.equal(runNode(["--input-type=commonjs", "-e", required]), "chat-completion\n");
});

test("formats and rules of tools are known", () => {
  assert.equal(tools.explain("unknown-tool")?.severity, "error");
  assert.equal(tools.formats().length, ar.formats().length + 6);
});
