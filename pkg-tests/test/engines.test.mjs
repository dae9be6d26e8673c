/**
 * Every entry point of the package gives the same answers, byte for byte. Here with this Node;
 * ENGINES="bun,deno run -A" names others, whose answers to all texts have to be those of this Node too.
 */

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { consumer, load } from "../lib/consumer.mjs";
import { blocks } from "../lib/examples.mjs";
import { envelope, faultyFile } from "../lib/samples.mjs";

const others = (process.env.ENGINES ?? "").split(",").filter(Boolean);
/** One in this many texts is enough in this Node, which runs all pages in other tests. */
const STEP = others.length > 0 ? 1 : 8;

const ENTRIES = {
  "import agent-response": 'import * as ar from "agent-response";',
  "require agent-response": 'const ar = require("agent-response");',
  "import agent-response/editor": 'import * as ar from "agent-response/editor";',
  "require agent-response/editor": 'const ar = require("agent-response/editor");',
  "import agent-response/slim":
    'import * as ar from "agent-response/slim"; ar.initSync(readFileSync(require.resolve("agent-response/agent-response.wasm")));',
  "require agent-response/slim":
    'const ar = require("agent-response/slim"); ar.initSync(readFileSync(require.resolve("agent-response/agent-response.wasm")));',
};

const { validate, formats } = await load();
const known = formats().map((it) => it.id);
/** What only some entries know is in tools.test.mjs. */
const isForAll = (/** @type {string} */ text) => {
  const { id } = validate(text).format;
  return id === null || known.includes(id);
};
const pages = ["tests/specs", "tests/cases", "src/rules", "src/formats"]
  .flatMap(blocks)
  .map((it) => it.text)
  .filter(isForAll);
const surrogates = [
  "\ud800",
  "😀\ud83d😀",
  '{"result": "😀\\ud800\udc00\ud800", "\ud800": 1,}',
  envelope("\ud800😀"),
];
const texts = [
  ...pages.filter((_, index) => index % STEP === 0),
  ...surrogates,
  faultyFile("ascii", 1e5),
  faultyFile("raw", 1e5),
  faultyFile("meta", 1e5),
];
const made = { createdAt: "2026-01-01T00:00:00Z" };
const calls = [
  ["rules"],
  ["formats"],
  ["explain", "syntax"],
  ["validate", 5],
  ["fix", "", { rules: { nope: "off" } }],
  ["wrap", "", { tool: 1 }],
  ...texts.flatMap((it) => [
    ["validate", it],
    ["validate", it, { fileName: ".agent-response.json", profile: "strict" }],
    ["fix", it, { format: "agent-response" }],
    ["fix", it, { fileName: ".agent-response.json", suggestions: true }],
    ["unwrap", it],
    ["wrap", it, made],
    ["recover", it, { ...made, repair: "all" }],
    ["wrap", it, { ...made, force: true, metadata: { note: "é\ud800" } }],
    ["locate", it, "/response/sections"],
  ]),
];
writeFileSync(join(consumer(), "calls.json"), JSON.stringify(calls));

/** The answers to the calls, one per line. */
const answers = (/** @type {any} */ ar, /** @type {any[]} */ calls) =>
  calls
    .map(([name, ...args]) => {
      try {
        return JSON.stringify(ar[name](...args));
      } catch (error) {
        return String(error);
      }
    })
    .join("\n");

const expected = answers(await load(), calls);

for (const engine of ["node", ...others]) {
  for (const [index, [entry, source]] of Object.entries(ENTRIES).entries()) {
    test(`${engine}: ${entry}`, () => {
      const program = join(consumer(), "engine.mjs");
      const result = join(consumer(), `answers-${index}.txt`);
      writeFileSync(result, "");
      writeFileSync(
        program,
        `import { readFileSync, writeFileSync } from "node:fs";
        import { createRequire } from "node:module";
        const require = createRequire(import.meta.url);
        ${source}
        const calls = JSON.parse(readFileSync("calls.json", "utf8"));
        writeFileSync(${JSON.stringify(result)}, (${answers})(ar, calls));`,
      );
      const [command = "", ...args] = engine.trim().split(" ");
      execFileSync(command === "node" ? process.execPath : command, [...args, program], {
        cwd: consumer(),
        stdio: ["ignore", "ignore", "inherit"],
      });
      const there = readFileSync(result, "utf8").split("\n");
      const different = expected.split("\n").findIndex((it, at) => it !== there[at]);
      assert.equal(different, -1, `${JSON.stringify(calls[different])}: ${there[different]}`);
      assert.equal(there.length, calls.length);
    });
  }
}
