import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";

const root = join(import.meta.dirname, "../..");

test("the crate is its sources and what belongs to them, also where much else is installed and built", () => {
  const args = ["package", "--list", "--allow-dirty", "--offline", "--package", "agent-response"];
  const listed = execFileSync("cargo", args, {
    cwd: root,
    encoding: "utf8",
    stdio: ["ignore", "pipe", "ignore"],
  });
  const sources = readdirSync(join(root, "src"), { recursive: true, withFileTypes: true })
    .filter((it) => it.isFile())
    .map((it) => join(it.parentPath ?? it.path, it.name).slice(root.length + 1));
  const rest = [
    "Cargo.lock",
    "Cargo.toml",
    "Cargo.toml.orig",
    "CHANGELOG.md",
    "LICENSE-APACHE",
    "LICENSE-MIT",
    "README.md",
  ];
  const files = listed
    .trim()
    .split("\n")
    .filter((it) => it !== ".cargo_vcs_info.json");
  assert.deepEqual(files.toSorted(), [...sources, ...rest].toSorted());
});

test("no comment has an example of code, which the tests would not run: `cargo test --tests` has no documentation", () => {
  for (const name of readdirSync(join(root, "src"), { recursive: true }).filter((it) => it.endsWith(".rs")))
    assert.doesNotMatch(readFileSync(join(root, "src", name), "utf8"), /^\s*\/\/[/!].*```/m, name);
});
