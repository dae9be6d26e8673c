/**
 * Makes dist/, the files of the package, from wasm/ (the core, built by scripts/build-wasm.sh), src/ and the pages of
 * the rules.
 */

import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
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
0 && (module.exports = { explain, fix, formats, init, initSync, locate, rules, unwrap, validate, wrap });`;

const here = dirname(fileURLToPath(import.meta.url));
const root = join(here, "..");
const src = join(here, "src");
// Made elsewhere and put in place at the end: who reads dist/ meanwhile reads the one from before.
const dist = mkdtempSync(join(tmpdir(), "agent-response-dist-"));

const wasm = readFileSync(join(here, "wasm/agent_response_bg.wasm"));
writeFileSync(join(dist, "agent-response.wasm"), wasm);
writeTypes();
await Promise.all([
  bundle("index", "index.js"),
  bundle("index", "script/agent-response.js", {
    format: "iife",
    globalName: "agentResponse",
    footer: { js: COMMONJS },
  }),
  bundle("workerd", "workerd.js", { plugins: [wasmModules("./agent-response.wasm")] }),
  bundle("workerd", "edge-light.js", { plugins: [wasmModules("./agent-response.wasm?module")] }),
  bundle("slim", "slim.js"),
  bundle("slim", "slim.cjs", { format: "cjs" }),
]);
writeFileSync(join(dist, "script/package.json"), '{ "type": "commonjs" }\n');
await writeRules();
copyBeside("schemas", /\.schema\.json$/);
for (const name of readdirSync(root).filter((it) => it.startsWith("LICENSE-")))
  cpSync(join(root, name), join(here, name));
rmSync(join(here, "dist"), { recursive: true, force: true });
cpSync(dist, join(here, "dist"), { recursive: true });
rmSync(dist, { recursive: true });

/** One file of dist/. */
function bundle(entry, name, options = {}) {
  return build({
    entryPoints: [join(src, `${entry}.ts`)],
    outfile: join(dist, name),
    bundle: true,
    minify: true,
    format: "esm",
    // What runs in browsers with `encodeInto` and private syntax: no downlevelling beyond it.
    target: ["es2021", "chrome90", "firefox90", "safari15"],
    legalComments: "none",
    logLevel: "warning",
    plugins: [wasmModules()],
    ...options,
  });
}

/** Answers the two imports that stand for the wasm: its text, and the module where hosts compile it themselves. */
function wasmModules(address) {
  return {
    name: "wasm-modules",
    setup(it) {
      it.onResolve({ filter: /^inlined-wasm$/ }, () => ({ path: "inlined-wasm", namespace: "wasm" }));
      it.onResolve({ filter: /^compiled-wasm$/ }, () => ({ path: address, external: true }));
      it.onLoad({ filter: /.*/, namespace: "wasm" }, () => {
        const packed = deflateRawSync(wasm, { level: 9 }).toString("base64");
        return { contents: `export const packed = "${packed}", size = ${wasm.length};` };
      });
    },
  };
}

/**
 * index.d.ts: the types that the Rust structs have in JavaScript, the ids of the rules, and the functions and options from
 * src/api.d.ts.
 */
function writeTypes() {
  const generated = readFileSync(join(here, "wasm/agent_response.d.ts"), "utf8");
  const structs = generated.match(
    /(?:\/\*\*\n(?: \*.*\n)+)?export (?:interface \w+ \{\n(?:.*\n)*?\}|type \w+ = .*;)\n/g,
  );
  if (!structs) throw new Error("wasm/agent_response.d.ts has no types");
  // An absent value is null in the package: the wire says so.
  const own = structs
    .filter((it) => !/\b(InitInput|InitOutput|SyncInitInput)\b/.test(it))
    .map((it) => it.replaceAll("| undefined;", "| null;"));
  const written = ["rules.d.ts", "api.d.ts"].map((it) => readFileSync(join(src, it), "utf8"));
  let text = [own.join("\n"), ...written].join("\n");
  text = text
    .replace("export interface DetectedFormat {", "export interface DetectedFormat {")
    .replace(/(\bid: )string( \| null;)/, "$1FormatId$2");
  for (const [name, type] of [
    ["Severity", '"error" | "warning" | "info" | "hint"'],
    ["Safety", '"safe" | "suggestion"'],
  ]) {
    if (!text.includes(`export type ${name} =`)) text = `export type ${name} = ${type};\n${text}`;
  }
  // The types of the formats are written from their tables, like the schemas.
  const types = readFileSync(join(root, "schemas/formats.d.ts"), "utf8");
  for (const kind of ["ts", "cts"]) {
    const from = `/** What the files hold. */\nexport * from "./formats.${kind.replace("ts", "js")}";\n`;
    writeFileSync(join(dist, `index.d.${kind}`), `${from}\n${text}`);
    writeFileSync(join(dist, `formats.d.${kind}`), types);
  }
  writeFileSync(join(dist, "slim.d.ts"), 'export * from "./index.js";\n');
  writeFileSync(join(dist, "slim.d.cts"), 'export * from "./index.cjs";\n');
  for (const name of ["agent-response.wasm.d.ts", "agent-response.wasm.d.cts"]) {
    writeFileSync(join(dist, name), "declare const module: object;\nexport default module;\n");
  }
}

/** rules.json: each rule with its page. */
async function writeRules() {
  const { rules } = await import(pathToFileURL(join(dist, "index.js")).href);
  const all = rules().map(({ code, severity, summary }) => {
    const path = join(root, "src/rules", `${code}.md`);
    return [code, { severity, summary, page: existsSync(path) ? readFileSync(path, "utf8") : "" }];
  });
  writeFileSync(join(dist, "rules.json"), JSON.stringify(Object.fromEntries(all)));
}

/** Copies the files of a folder of the project, if there are any. */
function copyBeside(folder, pattern) {
  const from = join(root, folder);
  const names = existsSync(from) ? readdirSync(from).filter((it) => pattern.test(it)) : [];
  for (const name of names) cpSync(join(from, name), join(dist, folder, name));
}
