// Bundles the extension into dist/: one file for the node host and the web host, one for a worker, the rule pages, the
// schemas.
import { copyFile, mkdir, readFile, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { basename, join } from "node:path";
import { rules } from "agent-response/tools";
import { build } from "esbuild";
import { bundled, notices } from "../../scripts/inventory.mjs";

const root = join(import.meta.dirname, "..");
const dist = join(root, "dist");

await mkdir(dist, { recursive: true });
const { metafile } = await build({
  entryPoints: { extension: join(root, "src/extension.ts"), schemas: join(root, "src/schemaWorker.ts") },
  outdir: dist,
  bundle: true,
  minify: true,
  format: "cjs",
  target: "es2022",
  // The condition `browser` includes the wasm and needs nothing from Node, so the same file runs in both hosts.
  platform: "browser",
  external: ["vscode", "node:worker_threads"],
  // There is no wasm file next to this one.
  // And @cfworker/json-schema builds a URL from the location it is loaded from, which fails with a worker's `blob:`.
  define: { "import.meta.url": "undefined", "self.location": "undefined" },
  legalComments: "none",
  logLevel: "warning",
  metafile: true,
  // The functions of the package, with a wasm that knows all formats.
  alias: { "agent-response/editor": join(root, "../npm/editor/index.js") },
});
// The notices of the npm package also cover the crates in the project file reader: the package's command has the same.
const ofPackage = await readFile(join(root, "../npm/NOTICES.txt"), "utf8");
await writeFile(
  join(dist, "NOTICES.txt"),
  `${notices(bundled([metafile]))}\n${"-".repeat(80)}\n\n${ofPackage}`,
);

// The reader of project files, from scripts/build-wasm.sh.
await copyFile(join(root, "wasm/project.wasm"), join(dist, "project.wasm"));

const installed = (name) => createRequire(import.meta.url).resolve(`agent-response/${name}`);

// The pages of all rules that the extension knows. The findings about the project file belong to none, but have a page, too.
const pages = {};
for (const { code, severity, summary } of rules()) {
  const page = await readFile(join(root, `../src/rules/${code}.md`), "utf8");
  pages[code] = { severity, summary, page };
}
pages.config = { page: await readFile(join(root, "../crates/cli/src/config/config.md"), "utf8") };
await writeFile(join(dist, "rules.json"), JSON.stringify(pages));

// What the editor's own JSON support says about fields: hover and completion, but no problems in addition to ours.
await mkdir(join(dist, "schemas"), { recursive: true });
const manifest = JSON.parse(await readFile(join(root, "package.json"), "utf8"));
for (const { url } of manifest.contributes.jsonValidation)
  await copyFile(installed(`schemas/${basename(url)}`), join(root, url));
