/** Which of the fields that only the user knows are missing, and where only the model can help. */

import assert from "node:assert/strict";
import { createRequire } from "node:module";
import { join } from "node:path";
import { test } from "node:test";
import { type FixOptions, validate } from "agent-response/editor";
import { asked } from "../../../common/asked.js";
import type { Checked } from "../../src/checked.js";
import { completeAction, completion } from "../../src/complete.js";
import { needsModel, promptAction, promptFor } from "../../src/prompt.js";
import { Uri, window } from "./vscode.js";

const REQUEST = JSON.stringify({ request_id: "32ecfadc-2b66-4daa-a7c0-a03c449fcea5" });
const envelope = { status: "success", response: "{}" };
const check = (more: object, request?: string) =>
  validate(JSON.stringify({ ...envelope, ...more }), {
    fileName: ".agent-response-phase7.json",
    ...(request === undefined ? {} : { request }),
  }).diagnostics;
const at = (found: ReturnType<typeof check>) =>
  found.map((finding) => ({ entry: { finding, shown: undefined }, diagnostics: [] }));
const times = { created_at: "2025-11-24T14:22:45Z" };

test("id, time and duration are missing where no fix inserts them", () => {
  const lacking = (more: object, request?: string): string[] => check(more, request).flatMap(asked);
  assert.deepEqual(lacking({}), ["request_id", "created_at", "duration_seconds"]);
  assert.deepEqual(lacking({}, REQUEST), ["created_at", "duration_seconds"], "the request has the id");
  assert.deepEqual(lacking({ duration_seconds: 1 }), ["request_id", "created_at"]);
  assert.deepEqual(lacking(times), ["request_id", "duration_seconds"]);
  assert.deepEqual(lacking({ ...times, duration_seconds: 1 }, REQUEST), []);
});

test("the action says what it asks for and what it takes", () => {
  const titles = (more: object, request?: string, isDirty = false) =>
    completeAction(at(check(more, request)), { isDirty, isUntitled: false }).map((it) => it.title);
  assert.deepEqual(titles({}), ["Complete with the id of a request, the time of the file and a duration…"]);
  assert.deepEqual(titles({}, REQUEST), ["Complete with the time of the file and a duration…"]);
  assert.deepEqual(titles({ duration_seconds: 1 }, REQUEST), ["Complete with the time of the file"]);
  assert.deepEqual(titles({ duration_seconds: 1 }, REQUEST, true), ["Complete with the current time"]);
  assert.deepEqual(titles(times, REQUEST), ["Complete with a duration…"]);
  assert.deepEqual(titles({ ...times, duration_seconds: 1 }), ["Complete with the id of a request…"]);
  assert.deepEqual(titles({ ...times, duration_seconds: 1 }, REQUEST), []);
});

test("the request in the folder is taken, else the user is asked for its id", async () => {
  const run = async (typed: (string | undefined)[], pairRequests: boolean, beside: boolean, more = {}) => {
    window.typed = typed;
    const checked = {
      document: { uri: Uri.file("/a/.agent-response-phase7.json"), isUntitled: true },
      entries: at(check(more)).map((it) => it.entry),
      settings: { pairRequests },
    } as unknown as Checked;
    const siblings = beside ? { ".agent-request-phase7.json": REQUEST } : {};
    return completion(checked, { read: async () => siblings });
  };
  const known = async (...args: Parameters<typeof run>) => {
    const { createdAt: _, ...rest } = (await run(...args)) as FixOptions;
    return rest;
  };
  const only = ["missing-field"];
  assert.deepEqual(await known([" x ", "4.5"], true, false), {
    only,
    request: '{"request_id":"x"}',
    durationSeconds: 4.5,
  });
  assert.deepEqual(await known(["", ""], true, false), { only }, "the user knows neither");
  assert.deepEqual(await known([""], false, true), { only, request: REQUEST }, "it is not asked for");
  assert.equal(await run([undefined], true, false), undefined, "the user does not go on");
  const whole = { ...times, duration_seconds: 1, request_id: "x" };
  assert.equal(await run([], true, false, whole), "no id, time or duration is missing");
});

test("an error that nothing repairs leads to the prompt for the model", () => {
  const whole = { ...times, duration_seconds: 1 };
  const needing = (found: ReturnType<typeof check>) => found.filter(needsModel).map((it) => it.code);
  assert.deepEqual(needing(check({ ...whole, created_at: "noon" }, REQUEST)), ["bad-timestamp"]);
  assert.deepEqual(needing(check({ ...whole, status: "SUCCESS" }, REQUEST)), [], "it has fixes");
  assert.deepEqual(needing(check({})), [], "the user knows what is missing");
  const [action] = promptAction(at(check({ ...whole, created_at: "noon" }, REQUEST)));
  assert.equal(action?.command?.command, "agentResponse.copyPrompt");
  const cut = validate('{"status": "success", "response": "{\\"a\\": [1, 2', {
    fileName: ".agent-response-phase7.json",
  });
  assert.ok(needing(cut.diagnostics).includes("truncated"), "its fix only keeps what is there");
});

const load = createRequire(join(process.env.EXTENSION_ROOT ?? "", "package.json"));
const { repairPrompt }: typeof import("agent-response/tools") = load("agent-response/tools");

const fileName = ".agent-response-phase7.json";
const FAULTY = {
  request_id: "7c1f0a52-3d0b-4a5e-9a43-5b0c8f6d2e11",
  version: "1.0",
  status: "success",
  response: "{}",
  error_message: null,
  error_type: null,
  created_at: "noon",
  duration_seconds: -1,
  metadata: {},
};
const prompt = (text: string): string => promptFor(fileName, text, validate(text, { fileName }).diagnostics);

test("what nothing repairs is described in the words of the package", () => {
  for (const more of [{}, { "é😀": 1, created_at: "``` \u202e" }, { response: "x".repeat(200) }]) {
    const text = JSON.stringify({ ...FAULTY, ...more }, null, 2);
    const ours = prompt(text).split("\n");
    const theirs = new Set(repairPrompt(text, { fileName }).split("\n"));
    // Here, fixes are named; there, their edits follow.
    const others = ours.filter((it) => !theirs.has(it) && !it.endsWith(")"));
    assert.deepEqual(others, []);
    assert.ok(
      ours.some((it) => it.includes("error[bad-timestamp] /created_at")),
      ours.join("\n"),
    );
  }
  assert.equal(promptFor(fileName, "{}", []), "");
});

test("of a long file, only what is near the findings is shown", () => {
  const text = JSON.stringify({ ...FAULTY, response: "y".repeat(20_000) }, null, 2);
  const { length } = prompt(text);
  assert.ok(length < 4000, `${length} characters`);
  const many = JSON.stringify(
    { a: Array.from({ length: 2000 }, (_, it) => `line ${it}`), ...FAULTY },
    null,
    2,
  );
  const ours = prompt(many);
  assert.match(ours, /Edit the file in place; it is too long to be repeated\.\n/);
  assert.match(ours, /\n…\n\d+\|/);
  assert.ok(!ours.includes('"line 1000"') && ours.includes('"created_at": "noon"'));
});
