/**
 * Makes dist/, the files of the package, from wasm/ (the binding, built by scripts/build-wasm.sh), src/ and the pages of
 * the rules.
 */

import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { deflateRawSync } from "node:zlib";
import { build } from "esbuild";

/**
 * One file serves `<script>` and `require`: a global there, exports here. The last line is never run; Node and bundlers
 * read the names in it.
 */
const COMMONJS = `if (typeof module === "object" && module.exports) module.exports = agentResponse;
0 && (module.exports = { applyEdits, complete, definition, document, documents, edit, explain, fix, folding, format, formats, hover, init, initSync, locate, locateAll, recover, rules, selectionRanges, symbols, toFile, toInner, tokenTypes, tokens, unwrap, validate, wrap });`;

/** Stands for the wasm until a bundle is made: esbuild would break its text into lines too. */
const PACKED = "the wasm, packed";

const here = dirname(fileURLToPath(import.meta.url));
const root = join(here, "..");
const src = join(here, "src");
// Made elsewhere and put in place at the end: who reads dist/ meanwhile reads the one from before.
const dist = mkdtempSync(join(tmpdir(), "agent-response-dist-"));

const wasm = readFileSync(join(here, "wasm/agent_response_bg.wasm"));
writeFileSync(join(dist, "agent-response.wasm"), wasm);
writeTypes();
const glue = await bindingFactory();
await Promise.all([
  bundle("index", "index.js"),
  bundle("index", "script/agent-response.js", {
    format: "iife",
    globalName: "agentResponse",
    footer: { js: COMMONJS },
  }),
  bundle("workerd", "workerd.js", { address: "./agent-response.wasm" }),
  bundle("workerd", "edge-light.js", { address: "./agent-response.wasm?module" }),
  bundle("slim", "slim.js"),
  bundle("slim", "slim.cjs", { format: "cjs" }),
]);
writeFileSync(join(dist, "script/package.json"), '{ "type": "commonjs" }\n');
await writeRules();
for (const name of readdirSync(join(root, "schemas")).filter((it) => it.endsWith(".schema.json")))
  cpSync(join(root, "schemas", name), join(dist, "schemas", name));
for (const name of ["LICENSE-MIT", "LICENSE-APACHE"]) cpSync(join(root, name), join(here, name));
rmSync(join(here, "dist"), { recursive: true, force: true });
cpSync(dist, join(here, "dist"), { recursive: true });
rmSync(dist, { recursive: true });

/** One file of dist/. */
async function bundle(entry, name, { address, ...options } = {}) {
  const { outputFiles } = await build({
    entryPoints: [join(src, `${entry}.ts`)],
    outfile: join(dist, name),
    bundle: true,
    minify: true,
    // Node shows the line that an error comes from: it must not be the one with the wasm in it.
    lineLimit: 500,
    format: "esm",
    // What runs in browsers with `encodeInto` and private syntax: no downlevelling beyond it.
    target: ["es2021", "chrome91", "firefox90", "safari16.4"],
    legalComments: "none",
    logLevel: "warning",
    write: false,
    ...options,
    plugins: [virtualModules(address)],
  });
  const packed = deflateRawSync(wasm, { level: 9 }).toString("base64");
  mkdirSync(dirname(join(dist, name)), { recursive: true });
  writeFileSync(join(dist, name), outputFiles[0].text.replace(PACKED, packed));
}

/**
 * The glue of wasm-bindgen as a function: it keeps state of one instance of the wasm, so each instance gets its own. What
 * it takes from the global object as it begins is handed to it, so that nothing happens at import.
 */
async function bindingFactory() {
  const contents = `export * from "./agent_response_bg.js"; export * as fast from "./${snippet()}";`;
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: join(here, "wasm") },
    bundle: true,
    write: false,
    format: "iife",
    globalName: "binding",
  });
  return `export function bind(TextEncoder, TextDecoder) { ${outputFiles[0].text} return binding; }`;
}

/** The file of ours that wasm-bindgen has put beside its glue. */
function snippet() {
  const files = readdirSync(join(here, "wasm/snippets"), { recursive: true });
  return `snippets/${files.find((it) => it.endsWith("fast.js"))}`;
}

/** Answers the imports that stand for the binding and the wasm: its text, or its module where hosts compile it themselves. */
function virtualModules(address) {
  const contents = {
    binding: glue,
    "inlined-wasm": `export const packed = "${PACKED}", size = ${wasm.length};`,
  };
  return {
    name: "virtual-modules",
    setup(it) {
      it.onResolve({ filter: /^compiled-wasm$/ }, () => ({ path: address, external: true }));
      it.onResolve({ filter: /^(binding|inlined-wasm)$/ }, ({ path }) => ({ path, namespace: "virtual" }));
      it.onLoad({ filter: /.*/, namespace: "virtual" }, ({ path }) => ({ contents: contents[path] }));
    },
  };
}

/** index.d.cts: the types and functions of the binding, and `init`. What modules see is the same, so it is written once. */
function writeTypes() {
  const generated = readFileSync(join(here, "wasm/agent_response.d.ts"), "utf8");
  const text = generated
    .replace(/^\/\* \w+ \*\/\n/gm, "")
    // A comment of one line stands on one.
    .replaceAll(/\/\*\*\n *\* (.*)\n *\*\//g, "/** $1 */")
    .replaceAll(/^( +)/gm, (it) => it.slice(it.length / 2));
  writeFileSync(
    join(dist, "index.d.cts"),
    `/** What the files hold. */\nexport * from "./formats.cjs";\n\n${text}\n${readFileSync(join(src, "init.d.ts"), "utf8")}`,
  );
  // The types of the formats are written from their tables, like the schemas.
  cpSync(join(root, "schemas/formats.d.ts"), join(dist, "formats.d.cts"));
  for (const name of ["index.d.ts", "slim.d.ts", "slim.d.cts"])
    writeFileSync(join(dist, name), 'export * from "./index.cjs";\n');
  for (const name of ["agent-response.wasm.d.ts", "agent-response.wasm.d.cts"]) {
    writeFileSync(join(dist, name), "declare const module: object;\nexport default module;\n");
  }
}

/** rules.json: each rule with its page. */
async function writeRules() {
  const { rules } = await import(pathToFileURL(join(dist, "index.js")).href);
  const all = rules().map(({ code, severity, summary }) => {
    const page = readFileSync(join(root, "src/rules", `${code}.md`), "utf8");
    return [code, { severity, summary, page }];
  });
  writeFileSync(join(dist, "rules.json"), JSON.stringify(Object.fromEntries(all)));
}
