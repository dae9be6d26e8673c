import assert from "node:assert/strict";
import { test } from "node:test";
import { fix, repairPrompt, symbols, validate } from "agent-response/editor";
import { beyond } from "../../src/adapters/beyond.ts";
import { applied } from "../../src/adapters/reply.ts";
import { separated } from "../../src/adapters/separate.ts";
import { sample } from "../main-page.ts";

const options = { fileName: ".agent-response-phase8.json" };
const repairedOf = (text: string): string => fix(text, { ...options, suggestions: true }).text;
/** What a file as a reply changed beyond the findings, as `path: old -> new`. */
function changed(was: string, now: string): string[] {
  const found = beyond({ was, repaired: repairedOf(was), now }, validate(was, options).diagnostics);
  assert.ok(found, now);
  return found.map(({ path, parts }) => {
    const of = (kind: string): string =>
      parts
        .filter((it) => it.kind === kind)
        .map((it) => it.text)
        .join("|");
    return `${path}: ${of("gone")} -> ${of("come")}`;
  });
}

test("a reply is the whole file, however it is dressed up", () => {
  const file = sample("broken-payload");
  const whole = sample("good");
  for (const reply of [
    whole,
    whole.trim(),
    `Here you are:\n\n\`\`\`json\n${whole}\`\`\`\nDone.`,
    `<think>\n{"a": 1}\n</think>\n${whole}`,
    `Repaired:\n${whole}`,
    whole.replaceAll("\n", "\r\n"),
  ]) {
    const made = applied(reply, file);
    assert.equal(made?.text, whole, reply);
    assert.ok(made?.isWhole);
  }
  // The file keeps its line endings.
  const windows = applied(whole, file.replaceAll("\n", "\r\n"));
  assert.equal(windows?.text, whole.replaceAll("\n", "\r\n"));
  for (const nothing of ["", "I am sorry.", "- one\n- two\n", "a + b"])
    assert.equal(applied(nothing, file), null, nothing);
});

test("the edits of the prompt make the repaired file, in any order and in a fence", () => {
  for (const id of ["broken-payload", "wrong-name", "object", "encoded-twice", "unescaped-quotes"]) {
    const file = sample(id);
    const [, edits = ""] = /# Findings\n([\s\S]*?)\n# File\n/.exec(repairPrompt(file, options)) ?? [];
    for (const reply of [edits, `\`\`\`diff\n${edits}\n\`\`\``]) {
      const made = applied(reply, file);
      assert.deepEqual([made?.missed, made?.text], [[], repairedOf(file)], id);
    }
  }
});

test("an edit whose text does not occur once is not made, and said", () => {
  const made = applied("- ab\n+ x\n\n- c\n+ y\n\n- nowhere\n+ z\n", "ab, ab, c");
  assert.deepEqual(made, { text: "ab, ab, y", isWhole: false, n: 1, missed: ["ab", "nowhere"] });
  const json = applied('-json "\\ta\\n"\n+\n', "x\ta\ny");
  assert.equal(json?.text, "xy");
  assert.equal(applied("- a\n- b\n+ c\n", "1\r\na\r\nb\r\n")?.text, "1\r\nc\r\n");
  assert.deepEqual(applied("-json nothing\n+ c\n", "a")?.missed, ["json nothing"]);
});

test("what a reply changes as asked is not beyond it, however it is written", () => {
  for (const id of [
    "broken-payload",
    "wrong-name",
    "object",
    "encoded-twice",
    "missing-fields",
    "boundaries",
  ]) {
    const was = sample(id);
    const repaired = repairedOf(was);
    assert.deepEqual(changed(was, repaired), [], id);
    const { response, ...others } = JSON.parse(repaired);
    const other = { response: JSON.stringify(JSON.parse(response), null, 2), ...others };
    assert.deepEqual(changed(was, JSON.stringify(other)), [], id);
    // A finding that is left is not a change.
    if (id !== "broken-payload") assert.deepEqual(changed(was, was), [], id);
  }
  // What only the writer knows was asked for, too.
  const missing = JSON.parse(repairedOf(sample("missing-fields")));
  const known = { ...missing, request_id: "93d5e8f1-2b7c-4c19-a6d4-1e0f5b8c7a36", duration_seconds: 3 };
  assert.deepEqual(changed(sample("missing-fields"), JSON.stringify(known)), []);
  // The end of a file that was cut off.
  assert.deepEqual(
    changed(
      sample("truncated"),
      sample("truncated").replace(/,?\s*"error[^"]*$/, ', "error_message": null}'),
    ),
    [],
  );
});

test("what a reply changes beyond that is listed by its place, word by word", () => {
  const was = sample("broken-payload");
  const repaired = repairedOf(was);
  assert.deepEqual(changed(was, repaired.replace("handles run out", "handles leak")), [
    "/response/boundaries: run out -> leak",
  ]);
  assert.deepEqual(
    changed(was, repaired.replace('"duration_seconds": 38.4', '"duration_seconds": 40, "x": 1')),
    ["/duration_seconds: 38.4 -> 40", "/x:  -> 1"],
  );
  assert.deepEqual(
    changed(was, repaired.replace(/"response": ".*",\n/, '"response": "done",\n'))[0]?.slice(0, 10),
    "/response:",
  );
  // Content that goes while its kind is repaired.
  const emptied = JSON.parse(repairedOf(sample("object")));
  assert.match(
    changed(sample("object"), JSON.stringify({ ...emptied, response: "{}" })).join(),
    /^\/response\/sections/,
  );
  const named = repaired.replace('"metadata": {}', '"metadata": {"constructor": {}}');
  assert.deepEqual(changed(was, named), ["/metadata/constructor:  -> {}"]);
});

/** A reply for a file without what it changed beyond the findings. */
function onlyAsked(was: string, reply: string): string | null {
  const repaired = repairedOf(was);
  const more = beyond({ was, repaired, now: reply }, validate(was, options).diagnostics);
  return separated(reply, repaired, more ?? [], (it) => symbols(it, options));
}

test("what a reply changed beyond that is taken back, and nothing else", () => {
  const was = sample("broken-payload");
  const repaired = repairedOf(was);
  for (const [before, after] of [
    ["handles run out", "handles leak"],
    ['"duration_seconds": 38.4', '"duration_seconds": 40, "x": 1'],
    ['"metadata": {}', '"metadata": {"by": "me", "and": ["you"]}'],
    [/ {2}"version": .*\n/, ""],
    [/\{\n {2}"request_id": .*\n/, "{\n"],
    [/,\s*"metadata": \{\}/, ""],
    [/\\"sections\\": \[.*?\]/, String.raw`\"sections\": [\"boundaries\"]`],
    [/"request_id"/, '"first": 1, "second": [2], "request_id"'],
  ] as const) {
    const reply = repaired.replace(before, () => after);
    assert.notEqual(reply, repaired, String(before));
    assert.equal(onlyAsked(was, reply), repaired, String(before));
  }
  // What was asked stays, also where it is written in another way, or only the writer knows it.
  const file = sample("missing-fields");
  const id = "93d5e8f1-2b7c-4c19-a6d4-1e0f5b8c7a36";
  const asked = `${JSON.stringify({ ...JSON.parse(repairedOf(file)), request_id: id, duration_seconds: 3 }, null, 1)}\n`;
  const reply = asked.replace('"status": "success"', '"status": "error"');
  assert.notEqual(reply, asked);
  assert.equal(onlyAsked(file, reply), asked);
});

test("what cannot be separated exactly is not", () => {
  const was = sample("broken-payload");
  const repaired = repairedOf(was);
  // Nothing more was changed.
  assert.equal(onlyAsked(was, repaired), null);
  assert.equal(onlyAsked(was, "[1]"), null);
  // The payload is an object here, and a string there.
  const { response, ...others } = JSON.parse(repaired);
  const payload = { ...JSON.parse(response), boundaries: "none" };
  assert.equal(onlyAsked(was, JSON.stringify({ ...others, response: payload })), null);
  // A finding is about the same text.
  const wrong = repaired.replace("- ❌ Swallow", "- ✅ Never swallow");
  const both = repairedOf(wrong).replace("handles run out", "handles leak");
  assert.match(changed(wrong, both).join(), /^\/response\/boundaries/);
  assert.equal(onlyAsked(wrong, both), null);
  // The end that is missing may have been written into the value that changed.
  const cut = repaired.slice(0, repaired.indexOf("Log a secret"));
  assert.equal(onlyAsked(cut, repaired.replace("handles run out", "handles leak")), null);
  assert.equal(onlyAsked(cut, repaired.replace('"status": "success"', '"status": "error"')), repaired);
  // Nobody knows which of two members with the same name is meant.
  const twice = repaired.replace('"metadata": {}', '"metadata": {"a": 1}, "metadata": {"b": 1}');
  assert.deepEqual(changed(was, twice), ["/metadata/b:  -> 1"]);
  assert.equal(onlyAsked(was, twice), null);
});

test("what is not JSON is not compared by values", () => {
  const was = sample("broken-payload");
  assert.equal(beyond({ was, repaired: was, now: "{" }, []), null);
  assert.equal(beyond({ was, repaired: "[", now: "{}" }, []), null);
  const deep = "[".repeat(200_000) + "]".repeat(200_000);
  assert.equal(beyond({ was: "1", repaired: deep, now: deep.replace("[]", "[1]") }, []), null);
});
