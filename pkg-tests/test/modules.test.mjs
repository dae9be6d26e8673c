/** Every way to load the package: modules, CommonJS, the export conditions of browsers and of cloud workers. */

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { pathToFileURL } from "node:url";
import { Worker } from "node:worker_threads";
import { build } from "esbuild";
import { consumer, installed, load, loadEditor, loadSlim, loadTools, runNode } from "../lib/consumer.mjs";

const names = [
  "agentText",
  "applyEdits",
  "checkPayload",
  "explain",
  "fix",
  "formats",
  "init",
  "initSync",
  "locate",
  "locateAll",
  "recover",
  "repairPrompt",
  "rules",
  "unwrap",
  "validate",
  "validateWith",
  "wrap",
];
const forEditors = [
  "complete",
  "definition",
  "document",
  "documents",
  "edit",
  "folding",
  "format",
  "hover",
  "readers",
  "selectionRanges",
  "symbols",
  "toFile",
  "toInner",
  "tokenTypes",
  "tokens",
];
const check =
  'const { valid, format } = ar.validate("{}", { fileName: ".agent-response.json" }); console.log(valid, format.id);';
const answer = "false agent-response\n";

test("import", async () => {
  assert.deepEqual(Object.keys(await load()).sort(), names);
  assert.equal(
    runNode(["--input-type=module", "-e", `import * as ar from "agent-response"; ${check}`]),
    answer,
  );
});

test("require", () => {
  const listed = runNode([
    "--input-type=commonjs",
    "-e",
    'console.log(Object.keys(require("agent-response")).sort().join())',
  ]);
  assert.equal(listed, `${names.join()}\n`);
  assert.equal(
    runNode(["--input-type=commonjs", "-e", `const ar = require("agent-response"); ${check}`]),
    answer,
  );
});

test("names from CommonJS can be imported one by one", () => {
  const source = `import { validate, rules } from ${JSON.stringify(installed("dist/script/agent-response.js"))}; console.log(typeof validate, typeof rules);`;
  assert.equal(runNode(["--input-type=module", "-e", source]), "function function\n");
});

test("nothing happens at import: no wasm is compiled, nothing is printed", () => {
  const source = `
    for (const it of ["Module", "Instance", "compile", "instantiate"]) WebAssembly[it] = () => { throw new Error(it) };
    await import("agent-response");
    await import("agent-response/editor");
    await import("agent-response/tools");
    await import("agent-response/slim");`;
  assert.equal(runNode(["--input-type=module", "-e", source]), "");
});

test("an error that nobody catches does not fill the terminal with the wasm", () => {
  for (const [type, load] of [
    ["module", 'import * as ar from "agent-response"; '],
    ["commonjs", 'const ar = require("agent-response"); '],
  ]) {
    const args = [`--input-type=${type}`, "-e", `${load}ar.validate(5);`];
    const { stderr, status } = spawnSync(process.execPath, args, { cwd: consumer(), encoding: "utf8" });
    assert.equal(status, 1);
    assert.match(stderr, /TypeError: text must be/);
    assert.ok(stderr.length < 3000, `${stderr.length} characters`);
  }
});

for (const [condition, file] of /** @type {const} */ ([
  ["browser", "index.js"],
  ["workerd", "workerd.js"],
  ["edge-light", "edge-light.js"],
  ["deno", "index.js"],
  ["module", "index.js"],
  ["node", "index.js"],
  ["node-addons", "index.js"],
])) {
  test(`with the condition ${condition} the package is ${file}`, () => {
    const source = 'console.log(import.meta.resolve("agent-response"))';
    const printed = runNode([`--conditions=${condition}`, "--input-type=module", "-e", source]);
    assert.equal(printed.trim(), pathToFileURL(installed("dist", file)).href);
  });
}

test("the build for browsers runs in Node too", () => {
  assert.equal(
    runNode([
      "--conditions=browser",
      "--input-type=module",
      "-e",
      `import * as ar from "agent-response"; ${check}`,
    ]),
    answer,
  );
});

test("the wasm is unpacked in hosts that cannot do it at once", () => {
  const source = `process.getBuiltinModule = undefined; const ar = await import("agent-response"); ${check}`;
  assert.equal(runNode(["--conditions=browser", "--input-type=module", "-e", source]), answer);
});

test("Node reads the wasm from its file, and unpacks it where that is missing or another one", () => {
  const folder = mkdtempSync(join(tmpdir(), "agent-response-alone-"));
  const [module, wasm] = [join(folder, "index.mjs"), join(folder, "agent-response.wasm")];
  const unpacks = `import zlib from "node:zlib";
    let n = 0;
    const { inflateRawSync } = zlib;
    zlib.inflateRawSync = (it) => { n += 1; return inflateRawSync(it) };
    const ar = await import(${JSON.stringify(pathToFileURL(module).href)});
    ${check}
    console.log(n)`;
  const run = () => runNode(["--input-type=module", "-e", unpacks]).replace(answer, "");
  cpSync(installed("dist/index.js"), module);
  assert.equal(run().trim(), "1", "alone");
  writeFileSync(wasm, "the wasm of another version");
  assert.equal(run().trim(), "1", "beside another wasm");
  cpSync(installed("dist/agent-response.wasm"), wasm);
  assert.equal(run().trim(), "0", "beside its wasm");
  rmSync(folder, { recursive: true });
});

test("where there are no coders at import, as in Jest's environment for pages, those of Node serve", () => {
  const source = `const { TextEncoder } = globalThis; delete globalThis.TextEncoder; delete globalThis.TextDecoder;
    const ar = await import("agent-response"); ${check}`;
  assert.equal(runNode(["--input-type=module", "-e", source]), answer);
});

test("tools for the edge and Parcel see nothing that they would refuse or replace", () => {
  // A long line may be broken in a string.
  const read = (/** @type {string} */ name) =>
    readFileSync(installed("dist", name), "utf8").replaceAll("\\\n", "");
  for (const name of ["edge-light.js", "workerd.js"])
    assert.doesNotMatch(read(name), /WebAssembly\s*\.\s*(compile|instantiate)|\beval\(|\bnew Function\b/);
  for (const name of ["index.js", "script/agent-response.js"])
    assert.doesNotMatch(read(name), /(?<!\.)\bBuffer\b/);
});

test("the address of the wasm is found by tools that neither import nor require it", () => {
  const { exports } = JSON.parse(readFileSync(installed("package.json"), "utf8"));
  assert.equal(exports["./agent-response.wasm"].default, "./dist/agent-response.wasm");
});

test("the builds for workers in the cloud take a module that the host has compiled", () => {
  for (const [condition, suffix] of [
    ["workerd", ""],
    ["edge-light", "?module"],
  ]) {
    const hooks = `
      import { readFileSync } from "node:fs";
      export async function load(url, context, next) {
        if (!/\\.wasm(\\?module)?$/.test(url)) return next(url, context);
        if (!url.endsWith("agent-response.wasm${suffix}")) throw new Error(url);
        const bytes = readFileSync(new URL(url)).toString("base64");
        const source = \`export default new WebAssembly.Module(Buffer.from("\${bytes}", "base64"))\`;
        return { format: "module", source, shortCircuit: true };
      }`;
    const source = `import { register } from "node:module";
      register("data:text/javascript," + encodeURIComponent(${JSON.stringify(hooks)}));
      const ar = await import("agent-response"); ${check}`;
    const args = ["--no-warnings", `--conditions=${condition}`, "--input-type=module", "-e", source];
    assert.equal(runNode(args), answer);
  }
});

test("the builds for workers in the cloud compile nothing, and say so", () => {
  const hooks = `
    export async function load(url, context, next) {
      if (!url.endsWith(".wasm")) return next(url, context);
      return { format: "module", source: "export default 5", shortCircuit: true };
    }`;
  const source = `import { register } from "node:module";
    register("data:text/javascript," + encodeURIComponent(${JSON.stringify(hooks)}));
    const { init } = await import("agent-response");
    await init(new Uint8Array(8)).catch((it) => console.log(it.message));`;
  const args = ["--no-warnings", "--conditions=workerd", "--input-type=module", "-e", source];
  assert.equal(runNode(args), "input must be a WebAssembly.Module, but is a Uint8Array\n");
});

test("slim says what it lacks, and works with what it is given", async () => {
  const bytes = readFileSync(installed("dist/agent-response.wasm"));
  const module = new WebAssembly.Module(bytes);
  const response = () => new Response(bytes, { headers: { "content-type": "application/wasm" } });
  const empty = await loadSlim("?empty");
  assert.throws(() => empty.validate("{}"), /call `await init/);
  await assert.rejects(empty.init(), /call `await init/);
  const inputs = [
    bytes,
    new Uint8Array(bytes).buffer,
    module,
    response(),
    Promise.resolve(module),
    new Response(bytes),
  ];
  for (const [index, input] of inputs.entries()) {
    const slim = await loadSlim(`?async${index}`);
    await slim.init(input);
    assert.equal(slim.validate("{}", { fileName: ".agent-response.json" }).format.id, "agent-response");
  }
  for (const [index, input] of [bytes, module].entries()) {
    const slim = await loadSlim(`?sync${index}`);
    slim.initSync(input);
    assert.equal(slim.validate("{}", { fileName: ".agent-response.json" }).format.id, "agent-response");
  }
  await assert.rejects((await loadSlim("?missing")).init(new Response("", { status: 404 })), /answered 404/);
});

test("an engine that cannot compile while it loads reads a Response first", () => {
  const source = `import { readFileSync } from "node:fs";
    import { createRequire } from "node:module";
    import * as ar from "agent-response/slim";
    delete WebAssembly.compileStreaming;
    const bytes = readFileSync(createRequire(import.meta.url).resolve("agent-response/agent-response.wasm"));
    await ar.init(new Response(bytes, { headers: { "content-type": "application/wasm" } })); ${check}`;
  assert.equal(runNode(["--input-type=module", "-"], source), answer);
});

test("slim can be required", () => {
  const source = `const ar = require("agent-response/slim");
    ar.initSync(require("node:fs").readFileSync(require.resolve("agent-response/agent-response.wasm"))); ${check}`;
  assert.equal(runNode(["--input-type=commonjs", "-e", source]), answer);
});

test("the entry for editors has all functions, and reads its wasm in Node", async () => {
  assert.deepEqual(Object.keys(await loadEditor()).sort(), [...names, ...forEditors].sort());
  const all = [...names, ...forEditors, "validateLines", "validateToolCall"];
  assert.deepEqual(Object.keys(await loadTools()).sort(), all.sort());
  const ask = `${check} console.log(ar.documents('{"response": "{}"}', { format: "agent-response" }).length);`;
  for (const [type, get] of [
    ["module", 'import * as ar from "agent-response/editor"; '],
    ["commonjs", 'const ar = require("agent-response/editor"); '],
  ])
    assert.equal(runNode([`--input-type=${type}`, "-e", get + ask]), `${answer}1\n`);
});

test("where the entry for editors finds no wasm, the error says what to do", () => {
  const source = `process.getBuiltinModule = undefined;
    const ar = await import("agent-response/editor");
    try { ar.validate("{}") } catch (error) { console.log(error.message) }
    const { readFileSync } = await import("node:fs");
    ar.initSync(readFileSync(new URL(import.meta.resolve("agent-response/editor.wasm")))); ${check}`;
  const printed = runNode(["--input-type=module", "-e", source]);
  assert.match(printed, /call `await init\(…\)` or `initSync\(…\)` with the WebAssembly first\n/);
  assert.ok(printed.endsWith(answer), printed);
});

test("init may be called before, between and without need", async () => {
  const ar = await load();
  await Promise.all([ar.init(), ar.init()]);
  const before = ar.validate("{}");
  await ar.init();
  ar.initSync();
  assert.deepEqual(ar.validate("{}"), before);
});

test("where compiling at once is refused, the error says what to do", () => {
  const source = `WebAssembly.Module = class { constructor() { throw new RangeError("too large") } };
    const ar = await import("agent-response");
    try { ar.validate("{}") } catch (error) { console.log(error.message) }`;
  assert.match(runNode(["--input-type=module", "-e", source]), /await init\(\)/);
});

test("a worker thread", async () => {
  const source = `import("agent-response").then((ar) => require("node:worker_threads").parentPort.postMessage(ar.validate("{").valid))`;
  const file = join(consumer(), "worker.cjs");
  writeFileSync(file, source);
  const worker = new Worker(file);
  const answer = await new Promise((resolve, reject) =>
    worker.once("message", resolve).once("error", reject),
  );
  assert.equal(answer, false);
});

test("a program bundled for Node runs away from its node_modules", async () => {
  for (const format of /** @type {const} */ (["esm", "cjs"])) {
    writeFileSync(join(consumer(), "program.mjs"), `import * as ar from "agent-response"; ${check}`);
    const result = await build({
      entryPoints: [join(consumer(), "program.mjs")],
      bundle: true,
      write: false,
      platform: "node",
      format,
    });
    const type = format === "esm" ? "module" : "commonjs";
    assert.equal(runNode([`--input-type=${type}`, "-"], result.outputFiles[0]?.text), answer);
  }
});

test("a bundle for browsers that asks for one function has no second copy of the wasm", async () => {
  const contents = 'import { validate } from "agent-response"; console.log(validate("{}").valid);';
  const stdin = { contents, resolveDir: consumer() };
  const result = await build({
    stdin,
    bundle: true,
    write: false,
    minify: true,
    format: "esm",
    logLevel: "error",
  });
  const browser = readFileSync(installed("dist/index.js"));
  assert.ok((result.outputFiles[0]?.contents.length ?? Infinity) < browser.length * 1.02);
});
