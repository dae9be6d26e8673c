import assert from "node:assert/strict";
import { test } from "node:test";
import { symbols, unwrap, validate } from "agent-response/editor";
import { isAnswer, isMessage, isOtherFile, type Reader } from "../../src/adapters/whole.ts";
import { ANSWER, REQUEST, sample } from "../main-page.ts";

const reader: Reader = {
  names: (text) => symbols(text).map((it) => it.name),
  isMessage: (text) => isMessage(text, { unwrap, validate }),
  isAnswer: (text) => isAnswer(text, validate(text)),
  format: (text) => validate(text).format.id,
};
/** Whether a text is another file where the file has the mark. */
const isOther = (pasted: string, marked: string): boolean =>
  isOtherFile(pasted, marked.replace("|", ""), marked.indexOf("|"), reader);

const BROKEN = '{"status": "success", "result": {"a": 1,}}';

test("beside a file, a complete text is another file", () => {
  const other = '{"b": 2}';
  for (const marked of [
    '|{"a": 1}',
    '{"a": 1}|',
    '{"a": 1}|\n',
    '\n|{"a": 1}',
    "[1, 2]|",
    '```json\n{"a": 1}\n```|',
  ])
    assert.ok(isOther(other, marked), marked);
  assert.ok(isOther(BROKEN, `${BROKEN}|`));
  assert.ok(isOther("```json\n[1]\n```\n", '{"a": 1}|'));
  assert.ok(isOther(`Here it is:\n\n${sample("good")}`, `${sample("wrong-name")}|`));
});

test("inside a file, a message is another file, and so is another version of the file", () => {
  const inside = (text: string): string => text.replace('"version"', '|"version"');
  assert.ok(isOther(sample("good"), inside(sample("wrong-name"))));
  assert.ok(isOther(BROKEN, inside(sample("wrong-name"))));
  assert.ok(isOther('{"a": 2}', '{"a": |1}'));
});

test("inside a response, the answer of a model is another file", () => {
  for (const file of [sample("good"), sample("wrong-name"), sample("broken-payload"), sample("truncated")])
    for (const pasted of [
      ANSWER,
      sample("raw-payload"),
      `Here it is:\n\n${sample("raw-payload")}`,
      '<think>So it is.</think>\n{"a": 1}',
    ])
      for (const before of ['"version"', '1.0", ', "sections"]) {
        const marked = file.replace(before, (it) => `${it}|`);
        if (marked !== file) assert.ok(isOther(pasted, marked), `${pasted} in ${marked}`);
      }
  // What a model is asked may contain one.
  assert.ok(!isOther(ANSWER, REQUEST.replace("Enhance", "Enhance|")));
});

test("a part is pasted where the cursor is", () => {
  for (const [pasted, marked] of [
    ['"b": 2', '{"a": 1, |}'],
    [",", '{"a": 1}|'],
    [" ", '|{"a": 1}'],
    ['{"model": "x"}', sample("good").replace('"metadata": {}', '"metadata": |')],
    ['{"sections": []}', '{"status": "success", "response": |}'],
    [sample("raw-payload"), sample("good").replace(/"response": ".*"/, '"response": |')],
    [sample("raw-payload"), sample("good").replace(/"response": ".*"/, '"response": "|"')],
    ...["Some words", "a, b", '"b": 2', '"x": "y",\n"z": 1', "## One\n\n```json\n{}\n```\n\n- two"].map(
      (it) => [it, sample("good").replace("ALWAYS", "ALWAYS|")] as const,
    ),
    // A value is missing at the end of what is there.
    ["[1, 2]", '{"status": "success", "metadata": |'],
    ['{"a": 1}', "Some words, and then: |"],
    ['{"a": 1}', "|"],
  ] as const)
    assert.ok(!isOther(pasted, marked), `${pasted} in ${marked}`);
});

test("an envelope and a request are messages, content is none", () => {
  const is = (text: string): boolean => isMessage(text, { unwrap, validate });
  for (const text of [sample("good"), sample("wrong-name"), sample("object"), sample("truncated"), REQUEST])
    assert.ok(is(text), text);
  for (const text of [sample("raw-payload"), "# One", "words", '{"a": 1}', "", "["])
    assert.ok(!is(text), text);
});
