/** What the program that reads a file does with it, as the status and the hover show it. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { type TextDocument, Uri } from "vscode";
import type { Checked } from "../../src/checked.js";
import { readingOf, sentence } from "../../src/readings.js";

const uri = Uri.file("/project/.agent-response-phase8.json");

/** A checked document, whose text is counted each time it is read. */
function checked(text: string, id: string | null = "agent-response") {
  const counter = { reads: 0 };
  const getText = (): string => {
    counter.reads += 1;
    return text;
  };
  const document = { uri, version: 1, getText } as unknown as TextDocument;
  const report = { valid: false, format: { id, reason: "" }, diagnostics: [] };
  return { counter, state: { document, report } as unknown as Checked };
}

test("the exception of today's program, once for each version of a document", () => {
  const { counter, state } = checked('{"status": "success" "response": ""}');
  const reading = readingOf(state);
  assert.ok(reading !== undefined);
  const words = "Malformed response file: Expecting ',' delimiter: line 1 column 22 (char 21)";
  assert.equal(sentence(reading), `the agent bridge refuses it: ${words}`);
  assert.equal(readingOf(state), reading);
  assert.equal(counter.reads, 1);
  Object.assign(state.document, { version: 2 });
  readingOf(state);
  assert.equal(counter.reads, 2);
});

test("no program reads a file of another format", () => {
  const { counter, state } = checked("{}", "agent-request");
  assert.equal(readingOf(state), undefined);
  assert.equal(readingOf({ ...state, report: undefined }), undefined);
  assert.equal(counter.reads, 0);
});

test("the file's text is neither a link, nor an icon, nor hidden", () => {
  const { state } = checked('{"[a](command:x)$(bug)\u202e": 1}');
  const reading = readingOf(state);
  assert.ok(reading !== undefined);
  assert.match(sentence(reading), /argument '\[a\] \(command:x\)\$ \(bug\)\\u\{202e\}'$/);
  const long = { title: "it", outcome: "reads", words: `${"x".repeat(299)}😀` } as const;
  assert.equal(sentence(long), `it ${"x".repeat(299)}…`);
});
