import assert from "node:assert/strict";
import { test } from "node:test";
import { complete } from "agent-response/editor";
import { expand, fitting, toProposals } from "../../src/adapters/completion.ts";

test("a snippet becomes its text, with its first stop selected", () => {
  assert.deepEqual(expand('"a": "$1",$0', "", true), { text: '"a": "",', selection: { from: 6, to: 6 } });
  assert.deepEqual(expand(`$0 $${"{2:two}"} $${"{1:one}"} \\$x`, "", true), {
    text: " two one $x",
    selection: { from: 5, to: 8 },
  });
  assert.deepEqual(expand("", "plain $1", false), { text: "plain $1", selection: null });
});

test("what is missing is proposed, and what is typed chooses from it", () => {
  const text = '{"status": "success", "re": 1}';
  const all = toProposals(complete(text, text.indexOf('re"') + 2), (it) => it + 100);
  const labels = fitting(all, '"re').map((it) => it.label);
  assert.deepEqual(labels.slice(0, 2).sort(), ["request_id", "response"]);
  assert.ok(all.every((it) => it.from >= 100 && it.changes.every(({ from }) => from >= 100)));
  assert.deepEqual(fitting(all, '"nothing like it'), []);
});
