/** Every text of every page, with several options: the package says what the library says in Rust. */

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { test } from "node:test";
import { load, root } from "../lib/consumer.mjs";

const ar = await load();

test("the package gives the results of the library", async (it) => {
  const args = ["run", "--quiet", "--example", "corpus"];
  const cargo = spawn("cargo", args, { cwd: root, stdio: ["ignore", "pipe", "inherit"] });
  const ended = new Promise((resolve) => cargo.once("exit", resolve));
  let count = 0;
  let findings = 0;
  for await (const line of createInterface({ input: cargo.stdout })) {
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
    count++;
    findings += report.diagnostics.length;
  }
  assert.equal(await ended, 0);
  assert.ok(count > 0 && findings > 0, "the pages have no texts");
  it.diagnostic(`${count} texts and options, ${findings} findings`);
});
