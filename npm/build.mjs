/**
 * Makes dist/, the files of the package, from wasm/ (the binding), wasm-editor/ (the one for editors), wasm-tools/ (the one for
 * tool calls) and wasm-command/ (the command), which scripts/build-wasm.sh builds, src/ and the pages of rules and formats.
 */

import { execFileSync } from "node:child_process";
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { deflateRawSync } from "node:zlib";
import { build } from "esbuild";
import { billOfMaterials, bundled, crates, merged, notices } from "../scripts/inventory.mjs";

/** One file serves `<script>` and `require`: a global there, exports here. */
const COMMONJS = `if (typeof module === "object" && module.exports) module.exports = agentResponse;`;

/** For `require` in Node. An `import` in Node gets index.js: here, Node would have to detect the names first. */
const NODE = `if (!require("node:fs").existsSync(__dirname + "/agent-response.wasm")) {
  const packed = require("./script/agent-response.js"); // in one line with the next one, Node would read it at every start
  module.exports = packed;
}`;

/** A placeholder for the wasm until a bundle is written: esbuild would break its text into lines too. */
const PACKED = "the wasm, packed";

const here = dirname(fileURLToPath(import.meta.url));
const root = join(here, "..");
const src = join(here, "src");
// Built elsewhere and moved into place at the end, so that dist/ is complete at any time.
const dist = mkdtempSync(join(tmpdir(), "agent-response-dist-"));

const programs = await core("wasm");
const editors = await core("wasm-editor");
/** You need not build it to work on something else. */
const ownTools = existsSync(join(here, "wasm-tools")) ? "wasm-tools" : "wasm-editor";
const tools = await core(ownTools);
writeFileSync(join(dist, "agent-response.wasm"), programs.wasm);
writeFileSync(join(dist, "editor.wasm"), editors.wasm);
writeFileSync(join(dist, "tools.wasm"), tools.wasm);
writeTypes();
const index = await bundle("index.ts", "index.js");
/** A module of CommonJS that knows its own address. */
const addressed = {
  define: { "import.meta.url": "thisFile" },
  banner: {
    js: 'const thisFile = globalThis.process?.getBuiltinModule?.("node:url").pathToFileURL(__filename).href;',
  },
};
/** Never runs; Node and bundlers read the export names from it. */
const names = `0 && (module.exports = { ${Object.values(index.outputs)[0].exports.join(", ")} });`;
const metafiles = await Promise.all([
  index,
  bundle("index.ts", "script/agent-response.js", {
    format: "iife",
    globalName: "agentResponse",
    define: { "import.meta.url": "undefined" },
    footer: { js: `${COMMONJS}\n${names}` },
  }),
  bundle("workerd.ts", "workerd.js", { address: "./agent-response.wasm" }),
  bundle("workerd.ts", "edge-light.js", { address: "./agent-response.wasm?module" }),
  bundle("node.ts", "node.cjs", {
    ...addressed,
    external: ["node:fs"],
    format: "cjs",
    footer: { js: `${NODE}\n${names}` },
  }),
  bundle("slim.ts", "slim.js"),
  bundle("slim.ts", "slim.cjs", { format: "cjs" }),
  bundle("editor.ts", "editor.js", { from: editors }),
  bundle("editor.ts", "editor.cjs", { ...addressed, from: editors, format: "cjs" }),
  bundle("tools.ts", "tools.js", { from: tools }),
  bundle("tools.ts", "tools.cjs", { ...addressed, from: tools, format: "cjs" }),
  bundle("adapters.ts", "adapters.js"),
  bundle("adapters.ts", "adapters.cjs", { format: "cjs", platform: "node" }),
  bundle("report.ts", "report.js", { external: ["agent-response"] }),
  bundle("report.ts", "report.cjs", { external: ["agent-response"], format: "cjs", platform: "node" }),
  bundle("schemas.ts", "schemas.cjs", { format: "cjs", platform: "node", target: "node18" }),
  command(),
]);
writeFileSync(join(dist, "script/package.json"), '{ "type": "commonjs" }\n');
await writePages();
writeInventory();
for (const name of readdirSync(join(root, "schemas")).filter((it) => it.endsWith(".schema.json")))
  cpSync(join(root, "schemas", name), join(dist, "schemas", name));
for (const name of ["LICENSE-MIT", "LICENSE-APACHE"]) cpSync(join(root, name), join(here, name));
rmSync(join(here, "dist"), { recursive: true, force: true });
cpSync(dist, join(here, "dist"), { recursive: true });
// The extension is one file. The package does not contain it.
const isQuick = readFileSync(join(here, ownTools, ".stamp"), "utf8")
  .trim()
  .endsWith("quick");
const models = readFileSync(join(src, "models.ts"), "utf8");
const unused = Array.from(models.matchAll(/^export function (\w+)/gm), ([, name]) => name);
const extension = isQuick ? tools : { ...tools, wasm: without(tools.wasm, [...unused, "validateToolCall"]) };
await bundle("editor-inlined.ts", "index.js", { from: extension, folder: join(here, "editor") });
rmSync(dist, { recursive: true });

/** One file of dist/, or of another folder. */
async function bundle(entry, name, { address, from = programs, folder = dist, ...options } = {}) {
  const { outputFiles, metafile } = await build({
    entryPoints: [join(src, entry)],
    outfile: join(folder, name),
    bundle: true,
    minify: true,
    // Node shows the line that an error comes from: it must not be the one with the wasm in it.
    lineLimit: 500,
    format: "esm",
    // Browsers with `Object.hasOwn` and WebAssembly's vectors; nothing is compiled for older ones.
    target: ["es2021", "chrome93", "firefox92", "safari16.4"],
    legalComments: "none",
    logLevel: "warning",
    write: false,
    metafile: true,
    ...options,
    plugins: [virtualModules(address, from)],
  });
  const packed = deflateRawSync(from.wasm, { level: 9, memLevel: 9 }).toString("base64");
  mkdirSync(dirname(join(folder, name)), { recursive: true });
  writeFileSync(join(folder, name), outputFiles[0].text.replace(PACKED, packed));
  return metafile;
}

/** The wasm without these exports and what only they need. */
function without(wasm, names) {
  const folder = mkdtempSync(join(tmpdir(), "agent-response-wasm-"));
  const [graph, before, between, after] = ["graph.json", "before.wasm", "between.wasm", "after.wasm"].map(
    (it) => join(folder, it),
  );
  const all = WebAssembly.Module.exports(new WebAssembly.Module(wasm)).map((it) => it.name);
  const kept = all.filter((name) => !names.includes(name));
  writeFileSync(graph, JSON.stringify(kept.map((name) => ({ name, export: name, root: true }))));
  writeFileSync(before, wasm);
  // All that the compiler uses, and no more: with features of its own, the tool writes what no engine reads.
  const features = ["simd", "bulk-memory", "reference-types", "sign-ext", "mutable-globals", "multivalue"];
  const enabled = [...features, "nontrapping-float-to-int"].map((it) => `--enable-${it}`);
  const binaryen = (tool, options) =>
    execFileSync(join(root, "node_modules/.bin", tool), [...enabled, ...options], { stdio: "ignore" });
  binaryen("wasm-metadce", [`--graph-file=${graph}`, "-o", between, before]);
  // Once more as in build-wasm.sh: what is left has fewer callers.
  const inline = ["one-caller", "flexible"].map((it) => `--${it}-inline-max-function-size=0`);
  const skipped = ["local-cse", "memory-packing"].map((it) => `--skip-pass=${it}`);
  const smaller = ["--generate-global-effects", "-Os", "--low-memory-unused", ...inline, ...skipped];
  binaryen("wasm-opt", [...smaller, "--strip-target-features", "-o", after, between]);
  const out = readFileSync(after);
  if (!WebAssembly.validate(out)) throw new Error("npm/build: what is left of the wasm is not valid");
  rmSync(folder, { recursive: true });
  return out;
}

/** The command: its WebAssembly, and the script that runs it. You need not build it to work on something else. */
async function command() {
  const built = join(here, "wasm-command");
  if (!existsSync(join(built, "command.wasm"))) {
    console.warn("npm/build: without the command, which `scripts/build-wasm.sh command` builds");
    return { inputs: {} };
  }
  cpSync(join(built, "command.wasm"), join(dist, "command.wasm"));
  const alias = {
    "command-glue": join(built, "agent_response_bg.js"),
    "command-host": join(
      built,
      snippets("wasm-command").find((it) => it.endsWith("/node.js")),
    ),
  };
  return bundle("../command/main.js", "command.js", { platform: "node", target: "node18", alias });
}

/**
 * A wasm, and the glue code of wasm-bindgen as a function: it keeps the state of one wasm instance, so each instance gets its
 * own. The globals that it reads when it starts are passed as arguments, so that nothing happens at import.
 */
async function core(folder) {
  const own = snippets(folder).map((it) => `export * as ${basename(it, ".js")} from "./${it}";`);
  const contents = ['export * from "./agent_response_bg.js";', ...own].join("\n");
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: join(here, folder) },
    bundle: true,
    write: false,
    format: "iife",
    globalName: "binding",
  });
  return {
    wasm: readFileSync(join(here, folder, "agent_response_bg.wasm")),
    glue: `export function bind(TextEncoder, TextDecoder) { ${outputFiles[0].text} return binding; }`,
  };
}

/** Our files that wasm-bindgen has copied next to its glue code. */
function snippets(folder) {
  const files = readdirSync(join(here, folder, "snippets"), { recursive: true });
  return files.filter((it) => it.endsWith(".js")).map((it) => `snippets/${it}`);
}

/** Resolves imports of the binding and of the wasm: as text, or as a module for hosts that compile it themselves. */
function virtualModules(address, { glue, wasm }) {
  const contents = {
    binding: glue,
    "inlined-wasm": `export const packed = "${PACKED}", size = ${wasm.length};`,
  };
  return {
    name: "virtual-modules",
    setup(it) {
      it.onResolve({ filter: /^compiled-wasm$/ }, () => ({ path: address, external: true }));
      it.onResolve({ filter: /^(binding|inlined-wasm)$/ }, ({ path }) => ({
        path,
        namespace: "virtual",
      }));
      it.onLoad({ filter: /.*/, namespace: "virtual" }, ({ path }) => ({ contents: contents[path] }));
    },
  };
}

/** The types and functions of the three bindings, each with `init`. ES modules get the same types, written once. */
function writeTypes() {
  const own = ["payload.d.ts", "init.d.ts", "errors.d.ts"].map((it) => readFileSync(join(src, it), "utf8"));
  for (const [folder, name] of [
    ["wasm", "index"],
    ["wasm-editor", "editor"],
    ["wasm-editor", "tools"],
  ]) {
    const generated = readFileSync(join(here, folder, "agent_response.d.ts"), "utf8")
      .replace(/^\/\* \w+ \*\/\n/gm, "")
      // Put one-line comments on one line.
      .replaceAll(/\/\*\*\n *\* (.*)\n *\*\//g, "/** $1 */")
      .replaceAll(/^( +)/gm, (it) => it.slice(it.length / 2));
    const formats = '/** What the files hold. */\nexport * from "./formats.cjs";\n';
    const ofCalls = '/** And those with calls of tools. */\nexport * from "./tool-calls.cjs";\n';
    const more = name === "tools" ? [readFileSync(join(src, "tools.d.ts"), "utf8"), ofCalls] : [];
    writeFileSync(join(dist, `${name}.d.cts`), [formats, generated, ...own, ...more].join("\n"));
    writeFileSync(join(dist, `${name}.d.ts`), `export * from "./${name}.cjs";\n`);
  }
  // The types of the formats are generated from their tables, like the schemas.
  for (const name of ["formats", "tool-calls"])
    cpSync(join(root, `schemas/${name}.d.ts`), join(dist, `${name}.d.cts`));
  cpSync(join(src, "adapters.d.ts"), join(dist, "adapters.d.cts"));
  writeFileSync(join(dist, "adapters.d.ts"), 'export * from "./adapters.cjs";\n');
  cpSync(join(src, "report.d.ts"), join(dist, "report.d.cts"));
  writeFileSync(join(dist, "report.d.ts"), 'export * from "./report.cjs";\n');
  for (const name of ["slim.d.ts", "slim.d.cts"])
    writeFileSync(join(dist, name), 'export * from "./index.cjs";\n');
  for (const name of ["agent-response", "editor", "tools"])
    for (const type of ["d.ts", "d.cts"])
      writeFileSync(
        join(dist, `${name}.wasm.${type}`),
        "declare const module: object;\nexport default module;\n",
      );
}

/** NOTICES.txt and sbom.cdx.json: the third-party code in the four WebAssembly files and in the scripts. */
function writeInventory() {
  const target = "wasm32-unknown-unknown";
  const all = merged([
    ...crates("agent-response", target),
    ...crates("agent-response-cli", target),
    ...bundled(metafiles),
  ]);
  const { name, version } = JSON.parse(readFileSync(join(here, "package.json"), "utf8"));
  writeFileSync(join(here, "NOTICES.txt"), notices(all));
  writeFileSync(
    join(here, "sbom.cdx.json"),
    `${JSON.stringify(billOfMaterials({ name, version }, all), null, 2)}\n`,
  );
}

/** rules.json and formats.json: each rule and each format with its page, those of tool calls too. The command reads both. */
async function writePages() {
  const { formats, rules } = await import(pathToFileURL(join(dist, "tools.js")).href);
  const all = rules().map(({ code, severity, summary }) => {
    const page = readFileSync(join(root, "src/rules", `${code}.md`), "utf8");
    return [code, { severity, summary, page }];
  });
  writeFileSync(join(dist, "rules.json"), JSON.stringify(Object.fromEntries(all)));
  const pages = formats().map(({ id }) => [
    id,
    { page: readFileSync(join(root, "src/formats", `${id}.md`), "utf8") },
  ]);
  writeFileSync(join(dist, "formats.json"), JSON.stringify(Object.fromEntries(pages)));
}
