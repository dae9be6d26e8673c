/** Which fix is meant when a file has changed since its fixes were offered, and what is said of all safe ones. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { fix, validate } from "agent-response/editor";
import { fixNow } from "../../src/actions.js";
import { type Outcome, outcomeOf, safeIn, said, title } from "../../src/outcome.js";

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

const options = { fileName: ".agent-response-phase7.json" };
const PARTIAL = '{"status": "success", "result": "{}", "created_at": "noon",}';

test("the title and the message say what is fixed, what in part, and what is left", () => {
  const check = ([whole, part]: [number, number], left: Outcome["left"], before: string, after: string) => {
    const outcome = { whole, part, isCut: false, left };
    assert.deepEqual([title(outcome), said(outcome)], [before, after]);
  };
  const one = { words: "1 error", isOne: true };
  check([3, 0], one, "Fix 3 safely; 1 error is left", "3 findings fixed; 1 error left");
  check([1, 2], one, "Fix 1 safely, 2 in part; 1 error is left", "1 finding fixed, 2 in part; 1 error left");
  check([0, 1], one, "Fix 1 safely in part; 1 error is left", "1 finding fixed in part; 1 error left");
  check([2, 0], undefined, "Fix 2 safely", "2 findings fixed; none left");
  const several = { words: "1 error, 2 warnings", isOne: false };
  check(
    [2, 0],
    several,
    "Fix 2 safely; 1 error, 2 warnings are left",
    "2 findings fixed; 1 error, 2 warnings left",
  );
  const nothing = { whole: 0, part: 0, isCut: false, left: one };
  assert.equal(said(nothing), "there are no safe fixes to apply; 1 error left");
  assert.equal(title({ whole: 998, part: 0, isCut: true, left: undefined }), "Fix 998+ safely");
});

test("what is fixed in part is left", () => {
  const before = validate(PARTIAL, options).diagnostics.map((finding) => ({ finding, shown: undefined }));
  const { part } = safeIn({ entries: before });
  const after = outcomeOf(fix(PARTIAL, options));
  assert.deepEqual([part, after.part], [1, 1], "some of the missing fields are known");
  assert.equal(after.left?.words, "2 errors", "the missing fields, and the time");
});
