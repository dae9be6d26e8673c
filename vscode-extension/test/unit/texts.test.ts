/** The translatable texts: each is in the bundle, and no other is. UPDATE_EXPECT=1 writes l10n/bundle.l10n.json. */

import assert from "node:assert/strict";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { formats } from "agent-response/editor";

const root = process.env.EXTENSION_ROOT ?? "";
const json = (path: string) => JSON.parse(readFileSync(join(root, path), "utf8"));

test("the bundle has all texts of the code, and no others", () => {
  const names = readdirSync(join(root, "src"), { recursive: true, encoding: "utf8" });
  const sources = names
    .filter((it) => it.endsWith(".ts"))
    .sort()
    .map((it) => readFileSync(join(root, "src", it), "utf8"));
  const found = sources.flatMap((it) => [...it.matchAll(/\bl10n\s*\.t\(\s*("(?:[^"\\]|\\.)*")?/g)]);
  const texts = found.map((it) => {
    assert.ok(
      it[1] !== undefined,
      `a text that is not written in place: ${it.input.slice(it.index, it.index + 80)}`,
    );
    return JSON.parse(it[1]) as string;
  });
  const expected = Object.fromEntries([...new Set(texts)].sort().map((it) => [it, it]));
  const file = join(root, "l10n/bundle.l10n.json");
  if (process.env.UPDATE_EXPECT) writeFileSync(file, `${JSON.stringify(expected, null, 2)}\n`);
  assert.deepEqual(json("l10n/bundle.l10n.json"), expected);
});

test("the manifest has all of its texts in package.nls.json, and no others are there", () => {
  const used = readFileSync(join(root, "package.json"), "utf8").matchAll(/"%([^"%]+)%"/g);
  const keys = [...new Set(Array.from(used, (it) => it[1] ?? ""))].sort();
  assert.deepEqual(Object.keys(json("package.nls.json")).sort(), keys);
});

test("nothing wakes the extension up but JSON, files of ours in the folder, and what it opens itself", () => {
  const named = formats().flatMap((it) => it.files.map((glob) => `workspaceContains:**/${glob}`));
  const known = new Set([
    "onLanguage:json",
    "onLanguage:jsonc",
    "onLanguage:jsonl",
    "onLanguage:jsonlines",
    "onFileSystem:agent-response",
    "workspaceContains:**/agent-response.toml",
    ...named,
  ]);
  const events: string[] = json("package.json").activationEvents;
  assert.deepEqual(
    events.filter((it) => !known.has(it)),
    [],
  );
  for (const it of ["onLanguage:json", "workspaceContains:**/agent-response.toml"])
    assert.ok(events.includes(it));
});
