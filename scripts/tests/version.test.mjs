import assert from "node:assert/strict";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { after, before, test } from "node:test";
import { setVersion, versions } from "../version.mjs";

const root = join(import.meta.dirname, "../..");
let copy;

before(() => {
  copy = mkdtempSync(join(tmpdir(), "version-test-"));
  for (const { file } of versions(root)) {
    mkdirSync(dirname(join(copy, file)), { recursive: true });
    cpSync(join(root, file), join(copy, file));
  }
});
after(() => rmSync(copy, { recursive: true }));

const read = (file) => readFileSync(join(copy, file), "utf8");

test("every place has the same version", () => {
  const [{ version }, ...others] = versions(root);
  assert.match(version, /^\d+\.\d+\.\d+/);
  assert.ok(others.length >= 13);
  for (const it of others) {
    // What is being worked on has no version yet.
    if (it.version === "Unreleased" && it.file.endsWith("CHANGELOG.md")) continue;
    assert.deepEqual(it, { file: it.file, version });
  }
});

test("a version is set everywhere, and nothing else changes", () => {
  const logs = ["CHANGELOG.md", "vscode-extension/CHANGELOG.md"];
  for (const it of logs)
    writeFileSync(join(copy, it), `# Changes\n\n## Unreleased\n\n- Something.\n\n## 0.0.9\n`);
  const before = new Map(versions(copy).map(({ file }) => [file, read(file)]));
  setVersion(copy, "12.3.4-beta.1");
  for (const { file, version } of versions(copy)) assert.equal(version, "12.3.4-beta.1", file);
  for (const [file, text] of before) {
    const lines = text.split("\n");
    const changed = read(file)
      .split("\n")
      .filter((line, index) => line !== lines[index]);
    assert.equal(changed.length, versions(copy).filter((it) => it.file === file).length, file);
  }
  for (const it of logs) assert.match(read(it), /## 12\.3\.4-beta\.1\n\n- Something/);
  JSON.parse(read("package-lock.json"));
});

test("a version without a section in the changelog is refused, and so is what is no version", () => {
  const there = read("Cargo.toml");
  assert.throws(() => setVersion(copy, "99.0.0"), /CHANGELOG\.md has no section about 99\.0\.0/);
  for (const it of ["", "1", "v1.0.0", "1.0.0 ", "1.0.0\n"])
    assert.throws(() => setVersion(copy, it), /is not a version/);
  assert.equal(read("Cargo.toml"), there);
});
