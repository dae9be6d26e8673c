/** Which of the fields that only the user knows are missing. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { validate } from "agent-response/editor";
import { lacks } from "../../src/complete.js";

const found = (text: string) => validate(text, { fileName: ".agent-response.json" }).diagnostics.map(lacks);

test("the time and the duration are missing where no fix inserts them", () => {
  const envelope = { status: "success", response: "{}" };
  const is = (time: boolean, duration: boolean) => ({ time, duration });
  const lacking = (more: object) =>
    found(JSON.stringify({ ...envelope, ...more })).find((it) => it.time || it.duration);
  assert.deepEqual(lacking({}), is(true, true));
  assert.deepEqual(lacking({ duration_seconds: 1 }), is(true, false));
  assert.deepEqual(lacking({ created_at: "2025-11-24T14:22:45Z" }), is(false, true));
});

test("what has a fix as a whole is not asked for", () => {
  const text = JSON.stringify({ status: "success", created_at: "2025-11-24T14:22:45Z", duration_seconds: 1 });
  assert.ok(found(text).every((it) => !it.time && !it.duration));
});
