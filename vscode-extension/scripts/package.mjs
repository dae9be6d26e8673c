// Builds the extension, collects in dist/stage/ what is installed, and packs it: dist/agent-response-VERSION.vsix in
// the top folder.
import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { rules } from "agent-response/tools";
import { withPictures } from "./pictures.mjs";

const root = join(import.meta.dirname, "..");
const top = join(root, "..");
const stage = join(root, "dist/stage");
const manifest = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));

await import("./build.mjs");
rmSync(stage, { recursive: true, force: true });
mkdirSync(stage);
const built = [
  "dist/extension.js",
  "dist/schemas.js",
  "dist/project.wasm",
  "dist/rules.json",
  "dist/schemas",
];
const written = ["l10n", "walkthrough", "icon.png", "package.nls.json", "CHANGELOG.md"];
for (const it of [...built, ...written]) cpSync(join(root, it), join(stage, it), { recursive: true });
cpSync(join(root, "dist/NOTICES.txt"), join(stage, "NOTICES.txt"));
writeFileSync(join(stage, "LICENSE.txt"), license());
writeFileSync(
  join(stage, "README.md"),
  withPictures(readFileSync(join(root, "README.md"), "utf8"), manifest),
);
writeFileSync(join(stage, "package.json"), JSON.stringify(withRules(manifest)));

mkdirSync(join(top, "dist"), { recursive: true });
const out = join(top, `dist/agent-response-${manifest.version}.vsix`);
const options = ["--no-dependencies", "--allow-missing-repository", "--no-rewrite-relative-links"];
const vsce = join(top, "node_modules/.bin/vsce");
execFileSync(vsce, ["package", ...options, "--out", out], {
  cwd: stage,
  // The same files yield the same archive: with this time, in the order of their names.
  env: { ...process.env, SOURCE_DATE_EPOCH: "1500000000", TZ: "UTC" },
  stdio: ["ignore", "ignore", "inherit"],
});
console.log(out);

function license() {
  const texts = ["LICENSE-MIT", "LICENSE-APACHE"].map((it) => readFileSync(join(top, it), "utf8").trim());
  const intro = "Licensed under either of the two licenses below, at your option.";
  return `${[intro, ...texts].join(`\n\n${"-".repeat(80)}\n\n`)}\n`;
}

/** The settings complete and check rule names, which come from the package. */
function withRules(manifest) {
  const setting = manifest.contributes.configuration.properties["agentResponse.rules"];
  const severities = setting.additionalProperties;
  const named = rules().map(({ code, summary }) => [code, { ...severities, description: summary }]);
  Object.assign(setting, { properties: Object.fromEntries(named), additionalProperties: false });
  const { devDependencies: _, scripts: __, private: ___, ...kept } = manifest;
  return kept;
}
