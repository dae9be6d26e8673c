/** The MCP server of the command, used by the official client. */

import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { after, test } from "node:test";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { command } from "../lib/command.mjs";
import { root } from "../lib/consumer.mjs";

const folder = join(root, "tests/agent/cases");
const cases = Object.fromEntries(
  readdirSync(folder).map((name) => [name.replace(".json", ""), readFileSync(join(folder, name), "utf8")]),
);
const good = readFileSync(join(root, "samples/good/.agent-response-phase8.json"), "utf8");
const file_name = ".agent-response.json";

const client = new Client({ name: "test", version: "1.0.0" });
await client.connect(new StdioClientTransport({ command, args: ["mcp"] }));
after(() => client.close());
// The client compiles the result schemas here, and checks every result against them.
const { tools } = await client.listTools();

/** The first text of a result, and its data. */
async function call(/** @type {string} */ name, /** @type {Record<string, unknown>} */ args = {}) {
  const result = await client.callTool({ name, arguments: args });
  const [first] = /** @type {{ type: string, text: string }[]} */ (result.content);
  const data = /** @type {Record<string, any>} */ (result.structuredContent ?? {});
  return { text: first?.text ?? "", data, isError: result.isError === true };
}

test("the server says who it is and what it can do", () => {
  const { version } = JSON.parse(readFileSync(join(root, "npm/package.json"), "utf8"));
  assert.deepEqual({ ...client.getServerVersion() }, { name: "agent-response", version });
  assert.match(client.getInstructions() ?? "", /pass its text to `validate`/);
  assert.deepEqual(
    tools.map((it) => it.name),
    ["validate", "fix", "wrap", "recover", "unwrap", "explain", "formats"],
  );
  for (const tool of tools) {
    assert.equal(tool.inputSchema.additionalProperties, false, tool.name);
    assert.equal(tool.outputSchema?.additionalProperties, false, tool.name);
    assert.equal(tool.annotations?.readOnlyHint, true, tool.name);
    assert.ok((tool.description ?? "").length > 20, tool.name);
    assert.match(tool.title ?? "", /^[A-Z][^A-Z_]{4,}$/, tool.name);
    // A new envelope contains the time of the call.
    assert.equal(tool.annotations?.idempotentHint, !["wrap", "recover"].includes(tool.name), tool.name);
  }
});

test("validate returns the text for models and the findings", async () => {
  const said = readFileSync(join(root, "tests/agent/text.txt"), "utf8");
  for (const [name, text] of Object.entries(cases)) {
    const result = await call("validate", { text, file_name });
    assert.equal(result.data.valid, name === "cross_field", name);
    assert.ok(result.data.findings.length > 0, name);
    if (!["missing", "raw"].includes(name)) assert.ok(said.includes(result.text), name);
  }
  const { data, text } = await call("validate", { text: good, file_name: ".agent-response-phase8.json" });
  assert.deepEqual(
    { valid: data.valid, format: data.format, findings: data.findings },
    {
      valid: true,
      format: "agent-response",
      findings: [],
    },
  );
  assert.match(text, /no findings/);
});

test("validate says what the programs that read the file do, if a client wants to know", async () => {
  const name = ".agent-response-phase8.json";
  const text = good.replace('"status"', '"state\u202e"');
  const { data, text: said } = await call("validate", { text, file_name: name, readers: true });
  const words =
    "Invalid response format: AgentResponse.__init__() got an unexpected keyword argument 'state\u202e'";
  assert.deepEqual(data.readers[0], {
    reader: "bridge",
    title: "the agent bridge",
    outcome: "refuses",
    words,
  });
  assert.ok(
    said.includes("\n.agent-response-phase8.json: the agent bridge refuses it: Invalid response format: "),
    said,
  );
  assert.doesNotMatch(said, /\u202e/);
  assert.equal((await call("validate", { text, file_name: name })).data.readers, undefined);
  assert.deepEqual((await call("validate", { text: "{}", readers: true })).data.readers, []);
});

test("a call is judged by the tools that were offered, and repaired", async () => {
  const inputSchema = { type: "object", properties: { harbor: { type: "string" } }, required: ["harbor"] };
  const tools = JSON.stringify({
    jsonrpc: "2.0",
    id: 1,
    result: { tools: [{ name: "tides", inputSchema }] },
  });
  const text = JSON.stringify({ name: "tides", arguments: { harbor: 7 } });
  const { data, text: said } = await call("validate", { text, tools });
  assert.deepEqual(
    [data.valid, data.arguments, data.findings.map((/** @type {any} */ it) => [it.code, it.pointer])],
    [false, null, [["arguments-schema", "/arguments/harbor"]]],
  );
  assert.match(said, /`harbor` must be a string/);
  for (const given of [JSON.parse(tools), JSON.parse(tools).result.tools])
    assert.deepEqual((await call("validate", { text, tools: given })).data, data);
  const sound = await call("validate", { text: text.replace("7", '"Brevik"'), tools, readers: true });
  assert.deepEqual(
    [sound.data.valid, sound.data.arguments, sound.data.readers],
    [true, { harbor: "Brevik" }, []],
  );
  assert.match(sound.text, /no findings \(a call of `tides`\)/);

  const encoded = JSON.stringify({ name: "tides", arguments: JSON.stringify({ harbor: "Brevik" }) });
  const { data: fixed } = await call("fix", { text: encoded, tools });
  assert.deepEqual(
    [fixed.valid, fixed.arguments, fixed.applied.length, JSON.parse(fixed.text)],
    [true, { harbor: "Brevik" }, 1, { name: "tides", arguments: { harbor: "Brevik" } }],
  );
  const [first, second] = [JSON.parse(text), { jsonrpc: "2.0", id: 2, method: "tools/call" }];
  const file = JSON.stringify({ ...second, params: first });
  const ofFile = await call("validate", { text: file, tools });
  assert.deepEqual(
    [ofFile.data.arguments, ofFile.data.findings.map((/** @type {any} */ it) => [it.code, it.pointer])],
    [null, [["arguments-schema", "/params/arguments/harbor"]]],
  );
  const { isError, text: why } = await call("validate", { text: "{}", tools });
  assert.deepEqual([isError, why], [true, "`text` must be a call of a tool"]);
});

test("fix applies safe fixes, and suggestions on request", async () => {
  const { text, data } = await call("fix", { text: cases.result_object, file_name });
  assert.equal(data.text, text);
  assert.deepEqual(
    [data.changed, data.valid, data.applied.map((/** @type {any} */ it) => it.safety)],
    [true, true, ["safe"]],
  );
  assert.equal((await call("fix", { text: cases.unescaped, file_name })).data.valid, false);
  assert.equal((await call("fix", { text: cases.unescaped, file_name, suggestions: true })).data.valid, true);
});

test("validate and fix say which fixes repair only a part", async () => {
  const text = '{"status": "success", "response": "# Plan", "result": 1,}';
  const partial = (/** @type {any[]} */ all) =>
    all
      .filter((it) => it.code === "missing-field")
      .map((it) => (it.fixes ?? [it]).map((/** @type {any} */ fix) => fix.partial));
  const checked = await call("validate", { text, file_name: ".agent-response-phase2.json" });
  const fixed = await call("fix", { text, file_name: ".agent-response-phase2.json" });
  assert.deepEqual([partial(checked.data.findings), partial(fixed.data.applied)], [[[true]], [[true]]]);
  assert.ok(fixed.data.applied.some((/** @type {any} */ it) => it.code === "trailing-comma" && !it.partial));
});

test("wrap and unwrap are inverse, and recover reads what a model wrote", async () => {
  const payload = '{"a": "x\\n\\"y\\" ✅"}';
  const request = '{"request_id": "32ecfadc-2b66-4daa-a7c0-a03c449fcea5"}';
  const wrapped = await call("wrap", { text: payload, request });
  assert.equal(JSON.parse(wrapped.text).request_id, "32ecfadc-2b66-4daa-a7c0-a03c449fcea5");
  assert.deepEqual((await call("unwrap", { text: wrapped.text })).data, { content: payload, kind: "json" });
  const answer = `Here it is:\n\n\`\`\`json\n{"sections": ["a"], "a": "text",}\n\`\`\`\n`;
  const kept = (await call("wrap", { text: answer, request })).data;
  assert.match(kept.hint, /the tool `recover`/);
  assert.deepEqual([kept.payload, JSON.parse(kept.text).response], ["text", answer]);
  assert.equal(wrapped.data.hint, null);
  const { data } = await call("recover", { text: answer, request });
  assert.equal(data.payload, "json");
  assert.deepEqual(JSON.parse(JSON.parse(data.text).response), { sections: ["a"], a: "text" });
  assert.ok(data.applied.length > 0);
});

test("an envelope is returned as it is, or repaired", async () => {
  assert.equal((await call("wrap", { text: good })).text, good);
  const renamed = good.replace('"response":', '"result":');
  assert.equal((await call("wrap", { text: renamed })).text, good);
  const { isError, text } = await call("unwrap", { text: renamed });
  assert.ok(isError);
  assert.match(text, /`result` should be `response`/);
});

test("a prompt asks to repair a file", async () => {
  const { prompts } = await client.listPrompts();
  assert.deepEqual(
    prompts.map((it) => [it.name, (it.arguments ?? []).filter((of) => of.required).map((of) => of.name)]),
    [["repair", ["text"]]],
  );
  const ask = async (/** @type {Record<string, string>} */ args) => {
    const { messages } = await client.getPrompt({ name: "repair", arguments: args });
    return /** @type {any} */ (messages[0]).content.text;
  };
  const text = good.replace('"response":', '"result":');
  const name = ".agent-response-phase8.json";
  assert.match(await ask({ text, file_name: name }), /`result` should be `response`/);
  assert.match(await ask({ text: good, file_name: name }), /nothing to repair/);
  await assert.rejects(ask({}), /missing field `text`/);
  await assert.rejects(client.getPrompt({ name: "none" }), /unknown prompt `none`/);
});

test("explain and formats know what the resources have", async () => {
  const { data } = await call("explain", { code: "missing-comma" });
  const page = await client.readResource({ uri: data.resource });
  assert.equal(/** @type {any} */ (page.contents[0]).text, data.page);
  const { data: format } = await call("explain", { code: "agent-response" });
  assert.match(format.page, /^# agent-response\n/);
  const formatPage = await client.readResource({ uri: format.resource });
  assert.equal(/** @type {any} */ (formatPage.contents[0]).text, format.page);
  const { data: list } = await call("formats");
  const { resources } = await client.listResources();
  const { resourceTemplates } = await client.listResourceTemplates();
  assert.equal(resourceTemplates.length, 2);
  const uris = new Set(resources.map((it) => it.uri));
  for (const it of list.formats) assert.ok(uris.has(it.resource), it.id);
  const rules = readdirSync(join(root, "src/rules")).map((it) => it.replace(".md", ""));
  assert.equal(resources.length, rules.length + list.formats.length);
  for (const { uri, mimeType } of resources) {
    const { contents } = await client.readResource({ uri });
    assert.equal(mimeType, "text/markdown");
    assert.ok(/** @type {any} */ (contents[0]).text.startsWith("# "), uri);
  }
  await assert.rejects(client.readResource({ uri: "agent-response://rules/none" }), /no page at/);
  await assert.rejects(client.readResource({ uri: "file:///etc/passwd" }), /no page at/);
});

test("wrong arguments are named", async () => {
  for (const [name, args, message] of /** @type {const} */ ([
    ["validate", {}, /missing field `text`/],
    ["validate", { text: 1 }, /wrong argument `text`: invalid type: .*, expected a string/],
    [
      "validate",
      { text: "", fileName: "x" },
      /unknown field `fileName`, expected one of `text`, `file_name`/,
    ],
    ["validate", { text: "", format: "xml" }, /`format` is `xml`; expected `agent-response`/],
    [
      "validate",
      { text: "", profile: "soft" },
      /`profile` is `soft`; expected `default`, `strict`, `upstream`/,
    ],
    ["validate", { text: "", max_findings: 0 }, /`max_findings` is 0; expected 1 to 100/],
    ["wrap", { text: "x", created_at: "yesterday" }, /`created_at` is `yesterday`/],
    ["wrap", { text: "x", format: "delegator" }, /`tool`/],
    ["unwrap", { text: "{}" }, /found no envelope/],
    ["explain", { code: "none" }, /unknown rule or format `none`/],
    ["formats", { a: 1 }, /unknown field `a`/],
  ])) {
    const { isError, text } = await call(name, args);
    assert.ok(isError, `${name} ${text}`);
    assert.match(text, message);
  }
  await assert.rejects(client.callTool({ name: "none", arguments: {} }), /unknown tool `none`/);
});

test("long texts are refused, and the server goes on", async () => {
  const { isError, text } = await call("validate", { text: " ".repeat((4 << 20) + 1) });
  assert.ok(isError);
  assert.match(text, /`text` has 4194305 bytes; this server takes up to 4 MiB/);
  const long = await call("validate", { text: `{"a": "${"x".repeat(4_000_000)}"}`, file_name });
  assert.equal(long.data.valid, false);
  assert.equal((await call("validate", { text: good, file_name })).data.valid, true);
});

test("the configurations of the guide start this server", () => {
  const guide = readFileSync(join(root, "docs/agents.md"), "utf8");
  const blocks = [...guide.matchAll(/\n```json file=(\S+)\n([\s\S]*?)\n```/g)];
  const servers = blocks.flatMap(([, file, text]) => {
    const { mcpServers, servers } = JSON.parse(/** @type {string} */ (text));
    const found = mcpServers ?? servers;
    return found ? [[file, found["agent-response"]]] : [];
  });
  assert.deepEqual(
    servers.map(([file]) => file),
    [".mcp.json", ".gemini/settings.json", ".vscode/mcp.json", ".cursor/mcp.json"],
  );
  for (const [file, { command: name, args }] of servers)
    assert.deepEqual([name, args], ["agent-response", ["mcp"]], file);
});
