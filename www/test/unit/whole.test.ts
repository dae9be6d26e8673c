import assert from "node:assert/strict";
import { test } from "node:test";
import { symbols, unwrap, validate } from "agent-response/editor";
import { isMessage, isOtherFile, type Reader } from "../../src/adapters/whole.ts";
import { REQUEST, sample } from "../main-page.ts";

const reader: Reader = {
  names: (text) => symbols(text).map((it) => it.name),
  isMessage: (text) => isMessage(text, { unwrap, validate }),
  isKnown: (text) => validate(text).format.id !== null,
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

test("a part is pasted where the cursor is", () => {
  for (const [pasted, marked] of [
    ['"b": 2', '{"a": 1, |}'],
    [",", '{"a": 1}|'],
    [" ", '|{"a": 1}'],
    ['{"model": "x"}', sample("good").replace('"metadata": {}', '"metadata": |')],
    ['{"sections": []}', '{"status": "success", "response": |}'],
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
