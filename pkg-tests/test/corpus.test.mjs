/** Every text of every page, with several options: the package says what the library says in Rust. */

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { createReadStream, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { test } from "node:test";
import { load, loadEditor, root } from "../lib/consumer.mjs";

const ar = await load();
const editor = await loadEditor();

test("the package gives the results of the library", async (it) => {
  const folder = mkdtempSync(join(tmpdir(), "corpus-"));
  const corpus = join(folder, "corpus.jsonl");
  it.after(() => rmSync(folder, { recursive: true }));
  // The program that `make test` has built for the Rust tests.
  const args = "test-core --quiet -- --exact corpus::written".split(" ");
  execFileSync("cargo", args, { cwd: root, env: { ...process.env, CORPUS: corpus }, stdio: "pipe" });
  let count = 0;
  let findings = 0;
  for await (const line of createInterface({ input: createReadStream(corpus) })) {
    const { name, text, options, report, bytes, fix, suggestions, unwrap } = JSON.parse(line);
    const where = `${name} with ${JSON.stringify(options)}`;
    assert.deepEqual(ar.validate(text, options), report, `${where}: validate`);
    assert.deepEqual(
      ar.validate(Buffer.from(`\ufeff${text}`), options),
      bytes,
      `${where}: validate of bytes`,
    );
    assert.deepEqual(ar.fix(text, options), fix, `${where}: fix`);
    assert.deepEqual(
      ar.fix(text, { ...options, suggestions: true }),
      suggestions,
      `${where}: fix with suggestions`,
    );
    assert.deepEqual(ar.unwrap(text), unwrap, `${where}: unwrap`);
    // It keeps what it read, with these options.
    editor.validate(text, options);
    assert.deepEqual(editor.unwrap(text), unwrap, `${where}: unwrap after a validation`);
    count++;
    findings += report.diagnostics.length;
  }
  assert.ok(count > 0 && findings > 0, "the pages have no texts");
  it.diagnostic(`${count} texts and options, ${findings} findings`);
});
