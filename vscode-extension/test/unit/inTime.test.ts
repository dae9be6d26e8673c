/** How long a file may keep the editor waiting that contains its own schemas. */

import assert from "node:assert/strict";
import { mock, test } from "node:test";
import { validate } from "agent-response/editor";

const tool = {
  type: "function",
  function: { name: "a", parameters: { type: "object", properties: { b: { type: "string" } } } },
};
const call = (id: string) => ({ id, type: "function", function: { name: "a", arguments: '{"b": 1}' } });
const text = JSON.stringify({
  model: "m",
  messages: [
    { role: "user", content: "c" },
    { role: "assistant", content: null, tool_calls: ["1", "2", "3", "4"].map(call) },
    ...["1", "2", "3", "4"].map((it) => ({ role: "tool", tool_call_id: it, content: "d" })),
  ],
  tools: [tool],
});

const messages = () => validate(text, { fileName: "a.json" }).diagnostics.map((it) => it.message);

test("arguments are compared as long as that does not take long, and in the next check again", async () => {
  const wrong = "`b` must be a string, but is a number";
  assert.deepEqual(messages(), [wrong, wrong, wrong, wrong]);
  await undefined;
  let now = 0;
  // Each look at the clock is two seconds after the last one.
  const clock = mock.method(performance, "now", () => {
    now += 2000;
    return now;
  });
  const late = messages();
  clock.mock.restore();
  assert.deepEqual(late.slice(0, 2), [wrong, wrong]);
  assert.equal(late.length, 3);
  assert.match(late[2] ?? "", /took too long/);
  await undefined;
  assert.equal(messages().length, 4);
});
