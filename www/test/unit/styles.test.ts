// What the build leaves of the styles, in all files that contain any.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { ELEMENT, list, SINGLE } from "../../build/files.ts";
import { DIST } from "../support.ts";

const built = list(DIST)
  .filter((it) => /\.(?:css|html|js)$/.test(it))
  .map((path) => ({ path, text: readFileSync(join(DIST, path), "utf8") }));

/** The files with rules for a selector, without the hashes in their names, and what these declare. */
function rules(selector: string): { paths: string[]; declared: Set<string>[] } {
  const rule = new RegExp(`[{}]${selector.replace(".", "\\.")}\\{([^}]*)`, "g");
  const found = built.flatMap(({ path, text }) => {
    const inside = [...text.matchAll(rule)].flatMap(([, it = ""]) => it.split(";"));
    if (inside.length === 0) return [];
    return [{ path: path.replace(/^(assets\/.*)-[\w-]{8}\./, "$1."), inside: new Set(inside) }];
  });
  return { paths: found.map((it) => it.path).sort(), declared: found.map((it) => it.inside) };
}

const PAGE = [SINGLE, "assets/index.css"];
const ALL = [ELEMENT, ...PAGE, "assets/library.css", "assets/live.js"].sort();

test("underlines are written property by property, because WebKit takes no other ones", () => {
  // Scripts that set such a style have a blank there, and only in browsers that take it.
  for (const { path, text } of built)
    for (const [all, value = ""] of text.matchAll(/text-decoration:(?!\s)([^;}"'`]*)/g))
      assert.match(value, /^(?:none|underline|line-through)$/, `${path}: ${all}`);
  const expected: [string, string[], string[]][] = [
    [".cm-finding", ALL, ["line:underline", "style:wavy", "color:var(--tone)", "thickness:1px"]],
    [".cm-finding-info", ALL, ["style:dashed"]],
    [".cm-finding-hint", ALL, ["style:dotted"]],
    [".related", ALL, ["line:underline", "style:dotted"]],
    [".show mark", PAGE, ["line:underline", "style:wavy", "color:var(--error)", "thickness:1px"]],
  ];
  for (const [selector, files, parts] of expected) {
    const { paths, declared } = rules(selector);
    assert.deepEqual(paths, files, selector);
    for (const it of declared)
      for (const part of parts) assert.ok(it.has(`text-decoration-${part}`), `${selector}: ${[...it]}`);
  }
});
