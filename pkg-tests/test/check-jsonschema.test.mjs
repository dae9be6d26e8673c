/** The schemas in a second validator, check-jsonschema, which accepts and rejects what ajv does. Without a network. */

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { installed, load, loadTools, root } from "../lib/consumer.mjs";
import { examples } from "../lib/examples.mjs";
import { seeded } from "../lib/samples.mjs";
import { mutated, schema, strict, wordsOf } from "../lib/schemas.mjs";

const [ar, tools] = [await load(), await loadTools()];
const ofCalls = tools.formats().filter((it) => !ar.formats().some((other) => other.id === it.id));

/** Mutations of each format's examples: a few milliseconds each. */
const ROUNDS = 400;

/** The same where models call tools, whose schemas use no other keywords. */
const ROUNDS_OF_CALLS = 100;

/** Runs the command, and ends it if it requests an address: a schema must need nothing that is not here. */
const OFFLINE = `
import os, sys
def refuse(event, arguments):
    if event in ("socket.connect", "socket.getaddrinfo", "socket.gethostbyname"):
        print("check-jsonschema wants the network:", event, arguments, file=sys.stderr, flush=True)
        os._exit(70)
sys.addaudithook(refuse)
from check_jsonschema import main
main()`;

const tool = join(root, ".tools/python");
const dist = installed("dist/schemas");
const folder = mkdtempSync(join(tmpdir(), "check-jsonschema-"));
after(() => rmSync(folder, { recursive: true, force: true }));

/** Checks files in one run, and returns those that it rejects. */
function refused(/** @type {string[]} */ args, /** @type {string[]} */ files) {
  assert.ok(existsSync(tool), "check-jsonschema is missing: run scripts/setup.sh python");
  const { status, stdout, stderr } = spawnSync(
    "python3",
    ["-c", OFFLINE, ...args, "--output-format", "json", "--verbose", ...files],
    { cwd: folder, encoding: "utf8", maxBuffer: 2 ** 30, env: { ...process.env, PYTHONPATH: tool } },
  );
  assert.ok(status === 0 || status === 1, `exit code ${status}: ${stderr}`);
  // The accepted files have two names: one in a run that succeeds, and one in a run that does not.
  const { errors, parse_errors: unread = [], checked_paths, successes = checked_paths } = JSON.parse(stdout);
  assert.deepEqual(unread, []);
  const out = new Set(errors.map((/** @type {{ filename: string }} */ it) => it.filename));
  assert.deepEqual([...out, ...successes].sort(), files.toSorted(), "each file has its answer");
  assert.equal(status, out.size > 0 ? 1 : 0);
  return out;
}

/** Writes a value into the folder, and returns the name of its file. */
function write(/** @type {string} */ name, /** @type {unknown} */ value) {
  // It would not read a lone surrogate.
  const whole = (/** @type {string} */ _, /** @type {unknown} */ it) =>
    typeof it === "string" ? Buffer.from(it).toString() : it;
  writeFileSync(join(folder, name), JSON.stringify(value, whole));
  return name;
}

const names = readdirSync(dist).sort();

test("every schema is one by its own metaschema", () => {
  assert.equal(names.length, 2 * ar.formats().length + ofCalls.length);
  const files = names.map((it) => join(dist, it));
  assert.deepEqual(refused(["--check-metaschema"], files), new Set());
});

test("a fault in any of them would be seen", () => {
  // The keyword is one of a current draft: an older metaschema would not know it.
  const faulty = names.map((it) => {
    const whole = schema(it.replace(".schema.json", ""));
    return write(`faulty-${it}`, { ...whole, $defs: { ...whole.$defs, faulty: { prefixItems: 7 } } });
  });
  assert.deepEqual(refused(["--check-metaschema"], faulty), new Set(faulty));
});

for (const { id } of tools.formats()) {
  test(`${id}: the examples are valid, and of faulty ones those are refused that ajv refuses`, (it) => {
    const accepts = strict(schema(id));
    const random = seeded(29);
    const words = wordsOf(schema(id));
    const isOfCalls = ofCalls.some((it) => it.id === id);
    const rounds = isOfCalls ? ROUNDS_OF_CALLS : ROUNDS;
    const all = examples(isOfCalls ? tools : ar, id);
    const valid = all.map((value, index) => write(`${id}-${index}.json`, value));
    assert.ok(valid.length > 0, "there are no examples");
    const due = new Set();
    const changed = Array.from({ length: rounds }, (_, round) => {
      const value = mutated(random, structuredClone(all[random(all.length)] ?? {}), words);
      const name = write(`${id}-changed-${round}.json`, value);
      if (!accepts(value)) due.add(name);
      return name;
    });
    it.diagnostic(`${valid.length} examples; ${due.size} of ${rounds} changed ones refused`);
    // No specification says anything about analyses and lists of agents that a schema could assert.
    if (id === "analysis" || id === "agents") assert.equal(due.size, 0);
    else assert.ok(due.size > rounds / 20, `${due.size}`);
    const args = ["--schemafile", join(dist, `${id}.schema.json`)];
    assert.deepEqual(refused(args, [...valid, ...changed]), due);
  });
}
