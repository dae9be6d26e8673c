// Builds the extension and packs it: dist/agent-response-VERSION.vsix in the top folder.
import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const root = join(import.meta.dirname, "..");
const top = join(root, "..");
const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));

const licenses = ["LICENSE-MIT", "LICENSE-APACHE"].map((name) =>
  readFileSync(join(top, name), "utf8").trim(),
);
const intro = "Licensed under either of the two licenses below, at your option.";
writeFileSync(join(root, "LICENSE.txt"), `${[intro, ...licenses].join(`\n\n${"-".repeat(80)}\n\n`)}\n`);

await import("./build.mjs");
mkdirSync(join(top, "dist"), { recursive: true });
const out = join(top, `dist/agent-response-${version}.vsix`);
const options = ["--no-dependencies", "--allow-missing-repository", "--no-rewrite-relative-links"];
const vsce = join(top, "node_modules/.bin/vsce");
execFileSync(vsce, ["package", ...options, "--out", out], {
  cwd: root,
  stdio: ["ignore", "ignore", "inherit"],
});
console.log(out);
