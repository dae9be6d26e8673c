import assert from "node:assert/strict";
import { test } from "node:test";
import type { Diagnostic as Finding, Report } from "agent-response/editor";
import { createClaims } from "../../src/claims.js";
import { idle } from "../../src/pending.js";
import { Uri, workspace } from "./vscode.js";

const uri = Uri.from({ scheme: "file", path: "/project/answer.json" }) as never;
const root = Uri.from({ scheme: "file", path: "/project" });
const inProject = async () => root as never;
const place = { start: { line: 0, character: 0 }, end: { line: 0, character: 0 } };

/** A report that misses the file named in this part of the text; `depth` is the number of documents around it. */
function missing(text: string, part: string, depth = 0): Report {
  const from = text.indexOf(part);
  const to = from + part.length;
  const inner = Array.from({ length: depth }, () => ({ pointer: "", range: place, from: 0, to: 0 }));
  const common = { severity: "warning", message: "", docs: "", range: place, bytes: { from, to } } as const;
  const finding: Finding = {
    ...common,
    code: "file-not-found",
    from,
    to,
    inner,
    pointer: "",
    related: [],
    fixes: [],
  };
  return { valid: true, format: { id: "factory", reason: "" }, diagnostics: [finding] };
}

const beside = (name: string) => Uri.from({ scheme: "file", path: `/project/${name}.json` }) as never;

test("a file is reported once it is known to be missing", async () => {
  workspace.files = new Set();
  const claims = createClaims(inProject);
  const text = '{"path": "docs/plan.md"}';
  const report = missing(text, '"docs/plan.md"');
  let n_again = 0;
  const known = (): number => claims.known(report, text, uri, () => n_again++).diagnostics.length;
  assert.deepEqual(claims.there(uri), []);
  assert.equal(known(), 0);
  await idle();
  assert.equal(n_again, 1);
  assert.equal(known(), 1);
  await idle();
  assert.equal(n_again, 1);
});

test("a file that is there is never reported, at any depth", async () => {
  workspace.files = new Set(["/project/docs/plan.md"]);
  const claims = createClaims(inProject);
  const json = JSON.stringify({ path: "docs\\plan.md" });
  const text = JSON.stringify({ response: json });
  const part = JSON.stringify('"docs\\\\plan.md"').slice(1, -1);
  const known = (): number => claims.known(missing(text, part, 1), text, uri, assert.fail).diagnostics.length;
  assert.equal(known(), 0);
  await idle();
  assert.equal(known(), 0);
  assert.deepEqual(claims.there(uri), ["docs/plan.md"]);
});

test("concurrent questions about two files are both answered", async () => {
  workspace.files = new Set();
  const claims = createClaims(inProject);
  const text = '{"path": "docs/plan.md"}';
  const again: string[] = [];
  const known = (name: string): number =>
    claims.known(missing(text, '"docs/plan.md"'), text, beside(name), () => again.push(name)).diagnostics
      .length;
  assert.deepEqual([known("one"), known("two")], [0, 0]);
  await idle();
  assert.deepEqual(again, ["one", "two"]);
  assert.deepEqual([known("one"), known("two")], [1, 1]);
  // Another root may have other files; that this one has none is reported again.
  claims.forget();
  assert.equal(known("one"), 0);
  await idle();
  assert.deepEqual(again, ["one", "two", "one"]);
  assert.equal(known("one"), 1);
});

test("outside of any project nothing is reported, and then nothing looked up", async () => {
  workspace.files = new Set();
  const claims = createClaims(async () => null);
  const text = '{"path": "docs/plan.md"}';
  const report = missing(text, '"docs/plan.md"');
  assert.equal(claims.known(report, text, uri, assert.fail).diagnostics.length, 0);
  await idle();
  assert.equal(claims.there(uri), undefined);
});
