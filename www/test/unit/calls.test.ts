import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { documents } from "agent-response/tools";
import { mayCallTools } from "../../../common/signs.ts";
import { namesOf } from "../../src/adapters/calls.ts";
import { documentsFor } from "../../src/adapters/inner.ts";
import { sample } from "../main-page.ts";
import { ROOT } from "../support.ts";

const TEXT = sample("tools/tool-call");

test("the arguments of each call are a document, named after its tool", () => {
  const { payload, others, sections } = documentsFor(documents(TEXT));
  assert.ok(payload);
  assert.deepEqual(namesOf([payload, ...others], TEXT), ["find_trains", "book_seats"]);
  assert.deepEqual(sections, []);
});

test("calls of one tool are numbered, and what cannot be read keeps its title", () => {
  const twice = TEXT.replaceAll('"name": "find_trains"', '"name": "book_seats"');
  const all = documents(twice).filter((it) => it.kind === "payload");
  assert.deepEqual(namesOf(all, twice), ["book_seats", "book_seats 2"]);
  assert.deepEqual(namesOf(all, `${twice},`), ["arguments", "arguments 2"]);
});

test("each case with calls of tools looks like one", () => {
  const cases = readFileSync(join(ROOT, "../tests/tool-calls/cases.jsonl"), "utf8");
  const all = cases
    .trim()
    .split("\n")
    .map((it) => JSON.parse(it));
  for (const { id, input, format } of all) assert.ok(format === null || mayCallTools("", input), id);
});

test("a response does not look like tool calls", () => {
  for (const id of ["good", "broken-payload", "fenced", "truncated"])
    assert.equal(mayCallTools(".agent-response.json", sample(id)), false, id);
  assert.ok(mayCallTools("", TEXT) && mayCallTools("data.NDJSON", "{}"));
  assert.equal(mayCallTools("data.json", "{}"), false);
});
