/** What the program that reads a file does with it, as the status and the hover show it. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { LanguageStatusSeverity, type TextDocument, Uri } from "vscode";
import type { Checked } from "../../src/checked.js";
import { readingOf, sentence } from "../../src/readings.js";
import { describe } from "../../src/status.js";

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

test("a valid file that the program does not use as it is has a warning in the status", () => {
  const payload = { sections: ["boundaries"], boundaries: "## Boundaries" };
  const good = {
    request_id: "0b54f0a1-6f7e-4b58-9d0c-5a5f2a7c1d11",
    version: "1.0",
    status: "success",
    response: JSON.stringify(payload),
    error_message: null,
    error_type: null,
    created_at: "2025-11-24T14:20:00+00:00",
    duration_seconds: 1,
    metadata: {},
  };
  const severityIn = (name: string, phase = "7"): unknown => {
    const { state } = checked(JSON.stringify(good));
    Object.assign(state.document, { uri: Uri.file(`/project/${name.replace("N", phase)}`) });
    const report = { ...state.report, valid: true };
    return describe({ ...state, report, entries: [], settings: { profile: "default" } } as unknown as Checked)
      .severity;
  };
  assert.equal(severityIn(".agent-response-phaseN.json"), LanguageStatusSeverity.Information);
  // Its parser wants rules.
  assert.equal(severityIn(".agent-response-phaseN.json", "8"), LanguageStatusSeverity.Warning);
  // No program looks for this name.
  assert.equal(severityIn("review.agent-response.json"), LanguageStatusSeverity.Warning);
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
