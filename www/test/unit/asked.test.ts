import assert from "node:assert/strict";
import { test } from "node:test";
import { asked } from "../../../common/asked.ts";

test("a finding asks for what only the user knows, unless a fix inserts it", () => {
  const missing = (message: string, ...titles: string[]) =>
    asked({ code: "missing-field", message, fixes: titles.map((title) => ({ title, safety: "safe" })) });
  const message = "Missing `request_id`, `version` and `created_at`; an agent response requires them";
  assert.deepEqual(missing(message), ["request_id", "created_at"]);
  assert.deepEqual(missing(message, "Insert `request_id` and `version`"), ["created_at"]);
  assert.deepEqual(missing("Missing `version`; an agent response requires it"), []);
  assert.deepEqual(asked({ code: "unknown-field", message, fixes: [] }), []);
});
