/** Findings in the form of editors, applied as the editors' own libraries apply them. */

import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { pathToFileURL } from "node:url";
import { EditorState } from "@codemirror/state";
import { TextDocument } from "vscode-languageserver-textdocument";
import { consumer, load, runNode } from "../lib/consumer.mjs";

writeFileSync(join(consumer(), "adapters.mjs"), 'export * from "agent-response/adapters";\n');
/** @type {typeof import("agent-response/adapters")} */
const { toCodeMirror, toLspDiagnostics, toMonaco } = await import(
  pathToFileURL(join(consumer(), "adapters.mjs")).href
);
const { applyEdits, validate } = await load();

const text =
  '{\n  "status": "✅😀", "status": "success",\n  "result": "{\\"a\\": \\"😀\\", }",\n  "created_at": "yesterday"\n}';
const report = validate(text, { fileName: ".agent-response.json" });
const document = TextDocument.create("file:///a.json", "json", 1, text);
assert.ok(report.diagnostics.length >= 4);

test("LSP: the same places, severities by number, addresses of pages and files", () => {
  const diagnostics = toLspDiagnostics(report, { docs: "https://example.org/x", uri: document.uri });
  assert.equal(diagnostics.length, report.diagnostics.length);
  for (const [index, it] of diagnostics.entries()) {
    const finding = report.diagnostics[index] ?? assert.fail();
    assert.equal(document.getText(it.range), text.slice(finding.from, finding.to));
    assert.equal(["", "error", "warning", "info", "hint"][it.severity], finding.severity);
    assert.equal(it.codeDescription?.href, `https://example.org/x/rules/${finding.code}`);
    assert.equal(it.relatedInformation?.length, finding.related.length);
  }
  assert.ok(diagnostics.some((it) => it.relatedInformation?.[0]?.location.uri === document.uri));
  const plain = toLspDiagnostics(report);
  assert.ok(plain.every((it) => !("codeDescription" in it) && !("relatedInformation" in it)));
});

test("CodeMirror: an action makes of the document what the fix makes of the text", () => {
  const state = EditorState.create({ doc: text });
  let n = 0;
  for (const [index, it] of toCodeMirror(report).entries()) {
    const finding = report.diagnostics[index] ?? assert.fail();
    assert.deepEqual([it.from, it.to, it.severity], [finding.from, finding.to, finding.severity]);
    const fixes = finding.fixes.filter(({ edits }) => edits.length > 0);
    assert.equal(it.actions.length, fixes.length);
    for (const [index, action] of it.actions.entries()) {
      const edits = fixes[index]?.edits ?? assert.fail();
      action.apply({
        dispatch: (change) =>
          assert.equal(state.update(change).state.doc.toString(), applyEdits(text, edits)),
      });
      n++;
    }
  }
  assert.ok(n >= 2);
});

test("CodeMirror: an action edits the text where the finding has moved to, or not at all", () => {
  let n = 0;
  for (const { from, to, actions } of toCodeMirror(report))
    for (const action of actions) {
      /** @type {{ changes: { from: number, to: number }[] }[]} */
      const made = [];
      const view = { dispatch: (/** @type {typeof made[0]} */ it) => made.push(it) };
      action.apply(view, from, to);
      action.apply(view, from + 3, to + 3);
      action.apply(view, from, to + 1);
      const [same, moved] = made;
      assert.ok(same !== undefined && made.length <= 2);
      if (moved === undefined) continue;
      n++;
      assert.deepEqual(
        moved.changes.map((it) => [it.from - 3, it.to - 3]),
        same.changes.map((it) => [it.from, it.to]),
      );
    }
  assert.ok(n > 0);
});

test("Monaco: lines and columns from one", () => {
  for (const [index, it] of toMonaco(report).entries()) {
    const finding = report.diagnostics[index] ?? assert.fail();
    const start = { line: it.startLineNumber - 1, character: it.startColumn - 1 };
    const end = { line: it.endLineNumber - 1, character: it.endColumn - 1 };
    assert.equal(document.getText({ start, end }), text.slice(finding.from, finding.to));
    assert.equal({ 8: "error", 4: "warning", 2: "info", 1: "hint" }[it.severity], finding.severity);
  }
});

test("they can be required", () => {
  const source = 'console.log(Object.keys(require("agent-response/adapters")).sort().join())';
  assert.equal(runNode(["--input-type=commonjs", "-e", source]), "toCodeMirror,toLspDiagnostics,toMonaco\n");
});

test("LSP: addresses that are whole stay so", () => {
  const docs = "https://example.org/x";
  const whole = validate(text, { fileName: ".agent-response.json", docs });
  assert.deepEqual(toLspDiagnostics(whole), toLspDiagnostics(report, { docs }));
  assert.deepEqual(
    toLspDiagnostics(whole, { docs: "https://example.org/y" }),
    toLspDiagnostics(report, { docs }),
  );
});
