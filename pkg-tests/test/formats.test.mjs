/** The types of the formats, with examples as constants: right ones compile, and wrong ones are detected. */

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { consumer, installed, load, loadTools, root } from "../lib/consumer.mjs";
import { examples } from "../lib/examples.mjs";

const [ar, tools] = [await load(), await loadTools()];

/** The name of the type for a format's file. */
const TYPES = {
  "agent-response": "AgentResponse",
  "agent-request": "AgentRequest",
  enhancement: "Enhancement",
  delegator: "DelegatorEnvelope",
  factory: "FactoryResponse",
};

/** The same where models call tools: a union of all kinds of files. */
const OF_CALLS = {
  "chat-completion": "ChatCompletionFile",
  "responses-api": "ResponsesApiFile",
  "messages-api": "MessagesApiFile",
  mcp: "McpFile",
  "generate-content": "GenerateContentFile",
  "ollama-chat": "OllamaChatFile",
};

/** The complaints of tsc about a program in the consumer's folder. */
function complaints(/** @type {string} */ name, /** @type {string} */ program) {
  writeFileSync(join(consumer(), name), program);
  const compilerOptions = {
    module: "nodenext",
    moduleResolution: "nodenext",
    strict: true,
    noEmit: true,
    lib: ["ES2022"],
    types: [],
  };
  const config = join(consumer(), `tsconfig.${name}.json`);
  writeFileSync(config, JSON.stringify({ compilerOptions, files: [name] }));
  const tsc = join(root, "node_modules/.bin/tsc");
  return spawnSync(tsc, ["-p", config], { cwd: consumer(), encoding: "utf8" }).stdout;
}

/** Examples without errors, warnings and notes about keys and types that the format does not define. */
const sound = (/** @type {import("agent-response").FormatId} */ id, api = ar) =>
  examples(api, id).filter((value) => {
    const { diagnostics } = api.validate(JSON.stringify(value), { format: id });
    return !diagnostics.some(
      (it) => it.severity === "warning" || /^(unknown-field|wrong-type)$/.test(it.code),
    );
  });

const imports = `import type { ${Object.values(TYPES).join(", ")} } from "agent-response";\n`;

test("examples are constants of the types", (it) => {
  let program = imports;
  /** @type {Record<string, number>} */
  const counts = {};
  for (const [id, type] of Object.entries(TYPES)) {
    const all = sound(/** @type {import("agent-response").FormatId} */ (id));
    counts[id] = all.length;
    for (const [idx, value] of all.entries())
      program += `export const ${type}${idx}: ${type} = ${JSON.stringify(value)};\n`;
  }
  assert.equal(complaints("sound.mts", program), "");
  it.diagnostic(JSON.stringify(counts));
});

test("a field that is missing, of another type or another word is seen", (it) => {
  let program = imports;
  let count = 0;
  const add = (/** @type {string} */ type, /** @type {object} */ value) => {
    program += `// @ts-expect-error\nexport const wrong${count++}: ${type} = ${JSON.stringify(value)};\n`;
  };
  for (const [id, type] of Object.entries(TYPES)) {
    const schema = JSON.parse(readFileSync(installed(`dist/schemas/${id}.schema.json`), "utf8"));
    const [value] = sound(/** @type {import("agent-response").FormatId} */ (id));
    for (const [key, facts] of Object.entries(schema.properties)) {
      if (!value || !(key in value)) continue;
      const { [key]: own, ...rest } = value;
      if (schema.required?.includes(key)) add(type, rest);
      if (facts.enum || facts.const) add(type, { ...value, [key]: "no such word" });
      if (own !== null) add(type, { ...value, [key]: typeof own === "string" ? 7 : "text" });
    }
    if (schema.additionalProperties === false) add(type, { ...value, no_such_key: 1 });
  }
  assert.equal(complaints("wrong.mts", program), "");
  assert.ok(count > 40, `only ${count}`);
  it.diagnostic(`${count} faults`);
});

test("the words of a field decide over the others", () => {
  const [ok, failed] = ["ok", "error"].map((status) => sound("delegator").find((it) => it.status === status));
  const program = `${imports}
const envelope = (JSON.parse("{}")) as DelegatorEnvelope;
if (envelope.status === "error") envelope.error.code satisfies string;
else envelope.data satisfies object;
if (envelope.tool === "_codex_local_run") envelope.tool_category satisfies "execution_ack";
// @ts-expect-error a failure has no data
envelope.status === "error" && envelope.data.x;
// @ts-expect-error the other half of the envelope
export const a: DelegatorEnvelope = ${JSON.stringify({ ...ok, status: "error" })};
// @ts-expect-error the other half of the envelope
export const b: DelegatorEnvelope = ${JSON.stringify({ ...failed, status: "ok" })};
// @ts-expect-error the category of another tool
export const c: DelegatorEnvelope = ${JSON.stringify({ ...failed, tool_category: "no_category" })};
`;
  assert.equal(complaints("words.mts", program), "");
});

test("what fields ask of each other beyond words is seen", () => {
  const file = { path: "docs/plan.md", type: "architecture" };
  const issue = { id: "B1", category: "c", title: "t", description: "d", resolution: "r" };
  const success = { status: "success", summary: "Planned a pipeline of four agents" };
  const wait = sound("delegator").find((it) => it.tool_category === "wait_result" && it.status === "ok");
  const failed = sound("delegator").find((it) => it.status === "error");
  const { started_ts: _, ...lacking } = wait.meta;
  const right = {
    FactoryResponse: [
      { ...success, deliverables: [file] },
      { ...success, verdict: "PASS" },
      { ...success, verdict: "PASS", blocking_issues: [] },
      { ...success, verdict: "BLOCKING", blocking_issues: [issue] },
      { status: "questions", questions: [{ id: "q1", question: "Which one?" }] },
    ],
    DelegatorEnvelope: [wait, { ...wait, data: undefined, status: "error", meta: {}, error: failed.error }],
  };
  const wrong = {
    FactoryResponse: [
      success,
      { ...success, deliverables: [] },
      { ...success, blocking_issues: [issue] },
      { ...success, verdict: "PASS", blocking_issues: [issue] },
      { ...success, verdict: "BLOCKING", blocking_issues: [] },
      { status: "questions", questions: [] },
    ],
    DelegatorEnvelope: [
      { ...wait, meta: {} },
      { ...wait, meta: lacking },
    ],
  };
  let program = imports;
  for (const [note, types] of Object.entries({ "": right, "// @ts-expect-error\n": wrong }))
    for (const [type, values] of Object.entries(types))
      for (const [idx, value] of values.entries())
        program += `${note}export const ${type}${note.length}${idx}: ${type} = ${JSON.stringify(value)};\n`;
  assert.equal(complaints("needs.mts", program), "");
});

test("examples with calls of tools are constants of the types", (it) => {
  let program = `import type { ${Object.values(OF_CALLS).join(", ")} } from "agent-response/tools";\n`;
  /** @type {Record<string, number>} */
  const counts = {};
  for (const [id, type] of Object.entries(OF_CALLS)) {
    const all = sound(/** @type {import("agent-response").FormatId} */ (id), tools);
    assert.ok(all.length > 0, id);
    counts[id] = all.length;
    for (const [idx, value] of all.entries())
      program += `export const ${type}${idx}: ${type} = ${JSON.stringify(value)};\n`;
  }
  assert.equal(complaints("calls.mts", program), "");
  it.diagnostic(JSON.stringify(counts));
});

test("in conversations with tools, a word of an object says what else is in it", () => {
  const program = `import type { ChatCompletion, ChatCompletionRequest, ChatMessage, ChatTrainingExample, GenerateFunctionCall,
  McpTool, MessagesBlock, MessagesToolUseBlock, OllamaToolCall, ResponsesFunctionCallItem } from "agent-response/tools";
const completion = JSON.parse("{}") as ChatCompletion;
for (const call of completion.choices[0]?.message.tool_calls ?? [])
  if (call.type === "custom") call.custom.input satisfies string;
  else call.function.arguments satisfies string;
const message = JSON.parse("{}") as ChatMessage;
if (message.role === "tool") message.tool_call_id satisfies string;
const isCall = (block: MessagesBlock): block is MessagesToolUseBlock => block.type === "tool_use";
([] as MessagesBlock[]).filter(isCall)[0]?.input satisfies Record<string, unknown> | undefined;
export const request: ChatCompletionRequest = { messages: [{ role: "user", content: "Brevik?" }], temperature: 0 };
// @ts-expect-error there are no messages
export const empty: ChatCompletionRequest = { messages: [] };
// @ts-expect-error nobody has this role
export const role: ChatMessage = { role: "bot", content: "Brevik?" };
// @ts-expect-error the id of the call is missing
export const answer: ChatMessage = { role: "tool", content: "04:12" };
// @ts-expect-error an example has no other members
export const example: ChatTrainingExample = { messages: [{ role: "user", content: "Brevik?" }], model: "m" };
// @ts-expect-error arguments are JSON in a string here,
export const encoded: ResponsesFunctionCallItem = { type: "function_call", call_id: "a", name: "t", arguments: {} };
// @ts-expect-error and an object here,
export const plain: MessagesToolUseBlock = { type: "tool_use", id: "a", name: "t", input: "{}" };
// @ts-expect-error here
export const args: GenerateFunctionCall = { name: "t", args: "{}" };
// @ts-expect-error and here
export const call: OllamaToolCall = { function: { name: "t", arguments: "{}" } };
// @ts-expect-error a tool without a schema
export const tool: McpTool = { name: "t" };
`;
  assert.equal(complaints("conversations.mts", program), "");
});
