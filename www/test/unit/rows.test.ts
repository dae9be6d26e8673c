import assert from "node:assert/strict";
import { test } from "node:test";
import type { Diagnostic, Fix } from "agent-response/editor";
import { countSafe, leaves, toCount, toMarkdown, toRows } from "../../src/adapters/rows.ts";
import { counts, rank, title } from "../../src/adapters/severity.ts";
import { finding, reportOf } from "./samples-of.ts";

const at = (line: number, character: number) => ({
  start: { line, character },
  end: { line, character: character + 1 },
});
const fix = (safety: Fix["safety"], title = "delete the comma"): Fix => ({
  title,
  safety,
  partial: false,
  edits: [],
  file: null,
});
const inside: Diagnostic = finding({
  code: "trailing-comma",
  message: "a comma before `]`",
  from: 74,
  to: 75,
  range: at(4, 74),
  inner: [{ pointer: "/sections", range: at(0, 51), from: 51, to: 52 }],
  fixes: [fix("safe")],
});

test("a row counts lines and columns from one, in the file and in the payload", () => {
  const [row] = toRows(reportOf(inside));
  assert.equal(row?.place, "5:75");
  assert.equal(row?.inner, "1:52");
  assert.deepEqual(row?.fixes, [{ title: "delete the comma", safety: "safe" }]);
});

test("a finding in the file itself has no place in the payload", () => {
  assert.equal(toRows(reportOf(finding({ from: 0, to: 1 })))[0]?.inner, null);
});

test("what all safe fixes do is counted: whole findings, and those of which a part remains", () => {
  const guess = finding({ from: 0, to: 1, fixes: [fix("suggestion")] });
  const both = finding({ from: 0, to: 1, fixes: [fix("suggestion"), fix("safe")] });
  const part = finding({ from: 0, to: 1, fixes: [{ ...fix("safe"), partial: true }] });
  const none = finding({ from: 0, to: 1 });
  assert.equal(toCount(countSafe(reportOf(inside, guess, both, none))), " (1)");
  assert.equal(toCount(countSafe(reportOf(inside, part))), " (1, 1 in part)");
  assert.equal(toCount(countSafe(reportOf(part))), " (1 in part)");
  assert.equal(toCount(countSafe(reportOf(guess))), "");
  assert.deepEqual(
    [leaves(reportOf(inside)), leaves(reportOf(inside, part)), leaves(reportOf(inside, part, guess))],
    ["", "Leaves 1 error", "Leaves 2 errors"],
  );
  const cut = { ...none, code: "too-many-findings" } as typeof none;
  assert.equal(toCount(countSafe(reportOf(inside, part, cut))), " (1+, 1+ in part)", "there may be more");
  assert.equal(toCount(countSafe(reportOf(inside, cut))), " (1+)");
});

test("the list can be taken along as Markdown", () => {
  const text = toMarkdown(toRows(reportOf(inside)), "x.json");
  assert.equal(
    text,
    "Findings in `x.json`:\n\n- 5:75 (payload 1:52) error trailing-comma: a comma before `]`. Fix: delete the comma.\n",
  );
  assert.equal(toMarkdown([], ""), "No findings in the file.\n");
});

test("counts are words, the most serious first", () => {
  const of = (severity: Diagnostic["severity"]) => finding({ from: 0, to: 0, severity });
  assert.equal(counts([]), "no findings");
  assert.equal(counts([of("error")]), "1 error");
  assert.equal(
    counts([of("hint"), of("warning"), of("error"), of("error"), of("info")]),
    "2 errors, 1 warning, 1 info, 1 hint",
  );
  assert.ok(rank("error") < rank("warning") && rank("info") < rank("hint"));
  const cut = finding({ from: 0, to: 0, severity: "info", code: "too-many-findings" });
  assert.equal(counts([of("error"), of("error"), of("hint"), cut]), "2+ errors, 1+ hint");
  assert.equal(title("info"), "Info");
});
