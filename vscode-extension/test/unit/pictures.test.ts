/** The pictures of the README. */

import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { withPictures } from "../../scripts/pictures.mjs";

const root = process.env.EXTENSION_ROOT ?? ".";
const text = readFileSync(join(root, "README.md"), "utf8");
const pictures = Array.from(text.matchAll(/!\[[^\]]+\]\(([^)]+)\)/g), ([, path]) => path ?? "");

test("the pictures of the README are those of the walkthrough, which are packed once", () => {
  assert.ok(pictures.length > 2);
  for (const it of pictures) {
    assert.match(it, /^walkthrough\/[a-z-]+\.webp$/);
    assert.ok(existsSync(join(root, it)), it);
  }
});

test("the details page loads them from the repository, or has none", () => {
  const without = withPictures(text, { version: "1.2.3" });
  assert.doesNotMatch(without, /!\[/);
  assert.equal(without, text.replace(/^!\[.*\n\n/gm, ""));
  const repository = { url: "git+https://host/owner/name.git", directory: "vscode-extension" };
  const found = Array.from(
    withPictures(text, { version: "1.2.3", repository }).matchAll(/!\[[^\]]+\]\(([^)]+)\)/g),
    ([, url]) => url,
  );
  assert.deepEqual(
    found,
    pictures.map((it) => `https://host/owner/name/raw/v1.2.3/vscode-extension/${it}`),
  );
});
