import assert from "node:assert/strict";
import { test } from "node:test";
import { recover, validate } from "agent-response/editor";
import { isModelAnswer, looksLikeAnswer } from "../../../common/answer.ts";
import { done, errors, isGuessed, repaired, type Wrapped, wrapped } from "../../src/adapters/wrapped.ts";
import { ANSWER, REQUEST, sample } from "../main-page.ts";

const wrapper = { recover, found: (text: string) => validate(text).diagnostics };
const options = { createdAt: "2025-11-24T14:20:00+00:00" };
const wrap = (content: string): Wrapped => wrapped(content, options, wrapper);
const repair = (content: string): Wrapped | null => repaired(content, options, wrapper, wrap(content));

test("what looks like a model's answer is one, and files are none", () => {
  const looks = (text: string, fileName = ".agent-response-phase8.json"): boolean =>
    looksLikeAnswer(text, validate(text, { fileName }));
  for (const text of [
    ANSWER,
    sample("raw-payload"),
    `<think>so</think>${sample("raw-payload")}`,
    "I could not do that, sorry.",
    "# One\n\ntwo",
  ]) {
    assert.ok(looks(text), text);
    assert.ok(looks(text, ""), text);
  }
  for (const id of ["good", "wrong-name", "broken-payload", "truncated", "unescaped-quotes", "object"])
    assert.ok(!looks(sample(id)), id);
  for (const text of [REQUEST, "hel", "", " \n", '{"a": 1}', "[1, 2", `Here: ${REQUEST}`])
    assert.ok(!looks(text, ""), text);
  // What is in an envelope already only needs a fix.
  for (const text of [
    sample("fenced"),
    `<think>so</think>${sample("good")}`,
    `Here it is:\n\n${sample("wrong-name")}`,
  ])
    assert.ok(!looks(text) && !looks(text, ""), text);
  const cut = 'Here: {"sections": ["boundaries"], "boundaries": "## B';
  assert.ok(looks(`${cut}"}`, "") && !looks(cut, ""));
  assert.ok(!looksLikeAnswer(ANSWER, undefined));
});

test("why there is no answer is none", () => {
  const is = (text: string): boolean => isModelAnswer(text, validate(text), recover);
  assert.ok(is(ANSWER) && is(sample("raw-payload")));
  for (const text of [
    "<html>\n<head><title>502 Bad Gateway</title></head>\n<body><hr>nginx</body>\n</html>",
    "Error: 429 Too Many Requests",
    'Traceback (most recent call last):\n  File "a.py", line 1',
  ]) {
    assert.ok(looksLikeAnswer(text, validate(text)) && !is(text), text);
  }
});

test("repairs are offered where they help, safe ones first", () => {
  const safe = repair(ANSWER);
  assert.ok(safe);
  assert.deepEqual([safe.payload, errors(safe), isGuessed(safe)], ["json", [], false]);
  assert.deepEqual(
    safe.applied.map((it) => it.code),
    ["leading-text", "trailing-comma"],
  );
  assert.equal(JSON.parse(JSON.parse(safe.text).response).sections[0], "examples");
  const guessed = repair(ANSWER.replace('"examples",', '"examples",,'));
  assert.ok(guessed && isGuessed(guessed));
  for (const content of [sample("raw-payload"), sample("good"), sample("wrong-name"), "# One"])
    assert.equal(repair(content), null, content);
});

test("what was done to an envelope is said, and why there is none", () => {
  assert.equal(done(wrap(sample("good"))), "already an envelope, so it stays as it is");
  assert.equal(done(wrap(sample("wrong-name"))), "already an envelope, repaired: rename to `response`");
  assert.equal(done(wrap(sample("fenced"))), "already an envelope, repaired: remove the code fence");
  assert.equal(done(wrap(sample("raw-payload"))), "");
  const truncated = wrap(sample("truncated"));
  assert.deepEqual([truncated.text, truncated.isEnvelope, done(truncated)], ["", true, ""]);
  assert.match(truncated.reason, /cut off/);
});
