import assert from "node:assert/strict";
import { test } from "node:test";
import { rules, validate } from "agent-response/editor";
import { diff, nearby } from "../../src/adapters/diff.ts";
import { toSarif } from "../../src/adapters/sarif.ts";

const side = (parts: ReturnType<typeof diff>, not: string): string =>
  parts.flatMap((it) => (it.kind === not ? [] : [it.text])).join("");

test("a difference is what is gone and what has come, and nothing else", () => {
  assert.deepEqual(diff('{"result": 1,}', '{"response": 1}'), [
    { kind: "same", text: '{"' },
    { kind: "gone", text: "result" },
    { kind: "come", text: "response" },
    { kind: "same", text: '": 1' },
    { kind: "gone", text: "," },
    { kind: "same", text: "}" },
  ]);
  assert.deepEqual(diff("same", "same"), [{ kind: "same", text: "same" }]);
});

test("both texts can be read from their difference", () => {
  let seed = 3;
  const random = (n: number): number => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((seed / 2_147_483_648) * n);
  };
  const text = (): string =>
    Array.from({ length: random(30) }, () => ["a", "bc", " ", "\n", "{", "é"][random(6)]).join("");
  for (let n = 0; n < 500; n += 1) {
    const [before, after] = [text(), text()];
    const parts = diff(before, after);
    assert.equal(side(parts, "come"), before);
    assert.equal(side(parts, "gone"), after);
  }
  const long = diff("a ".repeat(2000), "b ".repeat(2000));
  assert.equal(side(long, "come"), "a ".repeat(2000));
});

test("what is far from a difference is left out", () => {
  const parts = nearby(
    diff(`${"x ".repeat(500)}old${" y".repeat(500)}`, `${"x ".repeat(500)}new${" y".repeat(500)}`),
    4,
  );
  assert.deepEqual(
    parts.map((it) => it.text),
    ["", "… ", "x ", "old", "new", " y ", "… ", ""],
  );
  // Lines stay whole, too.
  const lines = (word: string): string => `${"one line\n".repeat(30)}a ${word} b\n${"one line\n".repeat(30)}`;
  assert.equal(
    nearby(diff(lines("old"), lines("new")), 20)
      .map((it) => it.text)
      .join(""),
    "…\none line\na oldnew b\none line\n… ",
  );
});

test("SARIF has the rules, the places and the fixes of a report", () => {
  const text = '{"status": "success",\n "result": "{\\"a\\": [1,]}"}';
  const report = validate(text, { format: "agent-response" });
  const log = JSON.parse(JSON.stringify(toSarif(report, "a b.json", rules(), "1.2.3")));
  const [run] = log.runs;
  assert.equal(run.results.length, report.diagnostics.length);
  const comma = run.results.find((it: { ruleId: string }) => it.ruleId === "trailing-comma");
  const region = comma.locations[0].physicalLocation.region;
  const line = text.split("\n")[region.startLine - 1] ?? "";
  assert.equal(line.slice(region.startColumn - 1, region.endColumn - 1), ",");
  assert.equal(run.tool.driver.rules[comma.ruleIndex].id, "trailing-comma");
  assert.equal(comma.locations[0].physicalLocation.artifactLocation.uri, "a%20b.json");
  assert.equal(comma.fixes[0].artifactChanges[0].replacements[0].insertedContent.text, "");
});
