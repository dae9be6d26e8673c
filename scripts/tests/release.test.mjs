import assert from "node:assert/strict";
import { cpSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { KEYS, setAddresses } from "../addresses.mjs";
import { changes } from "../changes.mjs";
import { versions } from "../version.mjs";

const root = join(import.meta.dirname, "../..");
const manifests = ["npm/package.json", "vscode-extension/package.json", ...Object.keys(KEYS)];
let copy;

before(() => {
  copy = mkdtempSync(join(tmpdir(), "release-test-"));
  for (const it of manifests) cpSync(join(root, it), join(copy, it), { recursive: true });
});
after(() => rmSync(copy, { recursive: true }));

const read = (folder, file) => readFileSync(join(folder, file), "utf8");

test("an address gets into each manifest, and nothing else changes", () => {
  for (const address of ["https://example.org/a/b", "https://example.org/a/c.git"]) {
    setAddresses(copy, address);
    const url = address.replace(".git", "");
    for (const file of manifests.slice(0, 2)) {
      const { repository, homepage, bugs, ...rest } = JSON.parse(read(copy, file));
      assert.equal(repository.url, `git+${url}.git`);
      assert.equal(repository.directory, file.split("/")[0]);
      assert.ok(homepage.startsWith(url) && bugs.startsWith(url));
      const { repository: _, homepage: __, bugs: ___, ...before } = JSON.parse(read(root, file));
      assert.deepEqual(rest, before);
    }
    for (const [file, key] of Object.entries(KEYS)) {
      const lines = read(copy, file).split("\n");
      const isAddress = (it) => it.startsWith(`${key} = `);
      assert.deepEqual(lines.filter(isAddress), [`${key} = "${url}"`]);
      const section = lines.slice(0, lines.findIndex(isAddress)).findLast((it) => it.startsWith("["));
      assert.match(section, /^\[(package|project)\]$/, file);
      const before = read(root, file).split("\n");
      assert.deepEqual(
        lines.filter((it) => !isAddress(it)),
        before.filter((it) => !isAddress(it)),
      );
    }
  }
});

test("what is no address is refused", () => {
  for (const it of ["x", "https://example.org", "ftp://example.org/a/b"])
    assert.throws(() => setAddresses(copy, it), /is not the address of a repository/);
});

test("the changelog has a section about this version", () => {
  const log = "# Changelog\n\n## 0.2.0\n\n- Two.\n\n## 0.1.0\n\n- One.\n";
  assert.equal(changes(log, "0.2.0"), "- Two.");
  assert.equal(changes(log, "0.1.0"), "- One.");
  assert.equal(changes(log, "0.1"), undefined);
  const [{ version }] = versions(root);
  const text = read(root, "CHANGELOG.md");
  assert.ok(changes(text, version) ?? changes(text, "Unreleased"));
});
