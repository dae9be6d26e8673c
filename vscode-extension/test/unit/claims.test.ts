import assert from "node:assert/strict";
import { test } from "node:test";
import { type Report, validate } from "agent-response/editor";
import { createClaims } from "../../src/claims.js";
import { idle } from "../../src/pending.js";
import { Uri, workspace } from "./vscode.js";

const uri = Uri.from({ scheme: "file", path: "/project/answer.json" }) as never;
const root = Uri.from({ scheme: "file", path: "/project" });
const inProject = async () => root as never;

/** Checks a response that names files, as the payload of an envelope or not. */
function naming(paths: string[], isInside = false): (files: string[] | undefined) => Report {
  const deliverables = paths.map((path) => ({ path, type: "rules", description: "A file" }));
  const response = JSON.stringify({
    status: "success",
    deliverables,
    summary: "Wrote the files",
    next_action: "ready_for_review",
  });
  const text = isInside ? JSON.stringify({ response }) : response;
  return (files) => validate(text, { format: isInside ? "agent-response" : "factory", files });
}

const missing = ({ diagnostics }: Report): string[] =>
  diagnostics.filter((it) => it.code === "file-not-found").map((it) => it.message.split("`")[1] ?? "");

const beside = (name: string) => Uri.from({ scheme: "file", path: `/project/${name}.json` }) as never;

test("a file is reported once it is known to be missing", async () => {
  workspace.files = new Set(["/project/docs/rules.md"]);
  const claims = createClaims(inProject);
  const check = naming(["docs/plan.md", "./docs/rules.md", "docs/plan.md"]);
  let n_again = 0;
  const known = (): string[] => missing(claims.report(uri, check, () => n_again++));
  assert.deepEqual(known(), []);
  await idle();
  assert.equal(n_again, 1);
  assert.deepEqual(known(), ["docs/plan.md", "docs/plan.md"]);
  await idle();
  assert.equal(n_again, 1);
});

test("a file that is there is never reported, at any depth", async () => {
  workspace.files = new Set(["/project/docs/plan.md"]);
  const claims = createClaims(inProject);
  for (const isInside of [false, true]) {
    const check = naming(["docs\\plan.md"], isInside);
    assert.deepEqual(check([]).paths, ["docs/plan.md"]);
    let n_checks = 0;
    const known = (): Report =>
      claims.report(
        uri,
        (files) => {
          n_checks++;
          return check(files);
        },
        assert.fail,
      );
    assert.deepEqual(missing(known()), []);
    await idle();
    n_checks = 0;
    assert.deepEqual(missing(known()), []);
    assert.equal(n_checks, 1, "what is known was checked twice");
  }
});

test("concurrent questions about two files are both answered", async () => {
  workspace.files = new Set();
  const claims = createClaims(inProject);
  const check = naming(["docs/plan.md"]);
  const again: string[] = [];
  const known = (name: string): number =>
    missing(claims.report(beside(name), check, () => again.push(name))).length;
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
  const asked: (string[] | undefined)[] = [];
  const check = (files: string[] | undefined): Report => {
    asked.push(files);
    return naming(["docs/plan.md"])(files);
  };
  assert.deepEqual(missing(claims.report(uri, check, assert.fail)), []);
  await idle();
  assert.deepEqual(missing(claims.report(uri, check, assert.fail)), []);
  assert.equal(asked.at(-1), undefined);
});
