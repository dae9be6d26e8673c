// Bundles the extension into dist/: one file for the node host and the web host, and the pages of the rules.
import { copyFile, mkdir } from "node:fs/promises";
import { createRequire } from "node:module";
import { join } from "node:path";
import { build } from "esbuild";

const root = join(import.meta.dirname, "..");
const dist = join(root, "dist");

await mkdir(dist, { recursive: true });
await build({
  entryPoints: [join(root, "src/extension.ts")],
  outfile: join(dist, "extension.js"),
  bundle: true,
  minify: true,
  format: "cjs",
  target: "es2022",
  // The condition `browser` has the wasm inside and asks for nothing of Node: the same file runs in both hosts.
  platform: "browser",
  external: ["vscode"],
  legalComments: "none",
  logLevel: "warning",
});
await copyFile(createRequire(import.meta.url).resolve("agent-response/rules.json"), join(dist, "rules.json"));
