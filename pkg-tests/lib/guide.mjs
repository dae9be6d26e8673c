/** Parts of the guides that tests write, so that they stay true. */

import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "./consumer.mjs";

/** Compares the part between two marks, or writes it: `UPDATE_EXPECT=1 npm test -w agent-response-pkg-tests`. */
export function section(/** @type {string} */ guide, /** @type {string} */ name, /** @type {string} */ text) {
  const path = join(root, guide);
  const page = readFileSync(path, "utf8");
  const [begin, end] = [`<!-- ${name} -->\n`, `<!-- /${name} -->`];
  assert.ok(page.includes(begin) && page.includes(end), `${guide} has no marks for ${name}`);
  const wanted = page.slice(0, page.indexOf(begin) + begin.length) + text + page.slice(page.indexOf(end));
  if (process.env.UPDATE_EXPECT) writeFileSync(path, wanted);
  else assert.equal(page, wanted);
}
