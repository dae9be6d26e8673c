/** Which fix is meant when a file has changed since its fixes were offered. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { validate } from "agent-response/editor";
import { fixNow } from "../../src/actions.js";

const envelope = (payload: string): string => JSON.stringify({ status: "success", response: payload });
const check = (text: string) => validate(text, { fileName: ".agent-response.json" }).diagnostics;
const entriesOf = (text: string) => ({
  entries: check(text).map((finding) => ({ finding, shown: undefined })),
});
const BROKEN = '{"list": [1, 2,, 3]}';

test("the fix of the same finding is made for the text as it is now", () => {
  const before = check(envelope(BROKEN)).find((it) => it.inner.length > 0 && it.fixes.length > 0);
  const fix = before?.fixes[0];
  assert.ok(before && fix);
  assert.equal(fixNow(before, fix, entriesOf(envelope(BROKEN)))?.edits[0]?.from, fix.edits[0]?.from);
  const moved = fixNow(before, fix, entriesOf(`\n\n${envelope(BROKEN)}`));
  assert.equal(moved?.edits[0]?.from, (fix.edits[0]?.from ?? 0) + 2);
  assert.equal(fixNow(before, fix, entriesOf(envelope('{"list": [1, 2, 3]}'))), undefined, "it is gone");
});

test("of two findings that look the same, none is meant that has moved", () => {
  const [finding] = check(envelope(BROKEN)).filter((it) => it.fixes.length > 0 && it.inner.length > 0);
  const fix = finding?.fixes[0];
  assert.ok(finding && fix);
  const at = (from: number) => ({ finding: { ...finding, from, to: from + 1 }, shown: undefined });
  assert.equal(fixNow(finding, fix, { entries: [at(1), at(2)] }), undefined);
  assert.ok(fixNow(finding, fix, { entries: [at(1)] }));
});
