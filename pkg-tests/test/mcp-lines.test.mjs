/** The MCP server of the command, used line by line: by a client that misbehaves, and as the guide shows it. */

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { test } from "node:test";
import { command } from "../lib/command.mjs";
import { root } from "../lib/consumer.mjs";
import { section } from "../lib/guide.mjs";

const good = readFileSync(join(root, "samples/good/.agent-response-phase8.json"), "utf8");
const file_name = ".agent-response.json";

/** A client that writes arbitrary lines, and reads line by line. */
function raw() {
  const child = spawn(command, ["mcp"], { stdio: ["pipe", "pipe", "pipe"] });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const ended = new Promise((resolve) => child.on("close", resolve));
  return {
    send: (/** @type {string} */ line) => void child.stdin.write(`${line}\n`),
    receive: async () => JSON.parse((await lines.next()).value),
    end: () => {
      child.stdin.end();
      return ended;
    },
  };
}

const INITIALIZE = JSON.stringify({
  jsonrpc: "2.0",
  id: 1,
  method: "initialize",
  params: {
    protocolVersion: "2025-06-18",
    capabilities: {},
    clientInfo: { name: "raw", version: "0" },
  },
});
const INITIALIZED = JSON.stringify({ jsonrpc: "2.0", method: "notifications/initialized" });
const ask = (/** @type {number} */ id, /** @type {string} */ method, /** @type {unknown} */ params) =>
  JSON.stringify({ jsonrpc: "2.0", id, method, params });

test("malformed and huge messages do not end the server", async () => {
  const server = raw();
  server.send(INITIALIZE);
  assert.equal((await server.receive()).id, 1);
  server.send(INITIALIZED);
  for (const line of [
    "{",
    "[]",
    "null",
    '{"jsonrpc": "2.0"}',
    "\u0000",
    '{"jsonrpc":"1.0","id":"x","method":1}',
  ])
    server.send(line);
  server.send(ask(2, "tools/call", { name: "validate", arguments: { text: "x".repeat(33 << 20) } }));
  server.send(ask(3, "tools/call", { name: "unwrap", arguments: { text: good } }));
  let last = await server.receive();
  const refused = [];
  while (last.id !== 3) {
    refused.push(last);
    last = await server.receive();
  }
  assert.equal(last.result.structuredContent.kind, "json");
  for (const it of refused) assert.ok(it.error, JSON.stringify(it).slice(0, 200));
  assert.ok(refused.length > 0);
  assert.equal(await server.end(), 0);
});

/** A server that waits for requests. */
async function begun() {
  const server = raw();
  server.send(INITIALIZE);
  await server.receive();
  server.send(INITIALIZED);
  return server;
}

/** Suggestions for it take hundreds of times as long as a ping. */
const BROKEN = `[${"x\n".repeat(200_000)}`;
const fixBroken = (/** @type {number} */ id) =>
  ask(id, "tools/call", { name: "fix", arguments: { text: BROKEN, suggestions: true, file_name } });

test("the server answers others while a tool works", async () => {
  const server = await begun();
  server.send(fixBroken(2));
  server.send(ask(3, "ping", {}));
  server.send(ask(4, "tools/call", { name: "formats", arguments: {} }));
  const ids = [await server.receive(), await server.receive(), await server.receive()].map((it) => it.id);
  assert.deepEqual(ids, [3, 4, 2]);
  // One that is cancelled is not answered.
  server.send(fixBroken(5));
  server.send('{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":5}}');
  server.send(ask(6, "ping", {}));
  assert.equal((await server.receive()).id, 6);
  assert.equal(await server.end(), 0);
});

test("what was asked before the end of the input is answered", async () => {
  const server = await begun();
  server.send(fixBroken(2));
  const ended = server.end();
  assert.equal((await server.receive()).id, 2);
  assert.equal(await ended, 0);
});

test("a client that leaves at once is no error", async () => {
  const server = raw();
  assert.ok([0, 2].includes(/** @type {number} */ (await server.end())));
});

/** The session in the guide: what is sent and received, line by line. */
test("the recorded session is true", async () => {
  const server = raw();
  /** @type {string[]} */
  const session = [];
  const exchange = async (/** @type {string} */ line, isAnswered = true) => {
    server.send(line);
    session.push(`→ ${line}`);
    if (!isAnswered) return undefined;
    const answer = await server.receive();
    const { result } = answer;
    if (result.instructions) result.instructions = "…";
    if (result.serverInfo) result.serverInfo.version = "…";
    session.push(`← ${JSON.stringify(answer)}`);
    return result.structuredContent;
  };
  await exchange(INITIALIZE);
  await exchange(INITIALIZED, false);
  const text = readFileSync(join(root, "tests/agent/cases/result_object.json"), "utf8");
  const file_name = ".agent-response-phase8.json";
  await exchange(ask(2, "tools/call", { name: "validate", arguments: { text, file_name } }));
  const fixed = await exchange(ask(3, "tools/call", { name: "fix", arguments: { text, file_name } }));
  await exchange(ask(4, "tools/call", { name: "unwrap", arguments: { text: fixed.text } }));
  assert.equal(await server.end(), 0);
  section("docs/agents.md", "mcp", `\`\`\`\n${session.join("\n")}\n\`\`\`\n`);
});
