// version.mjs [VERSION]: prints the version of the project, or sets it wherever it is written.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** Where the version is written: the text before it, and it; once in a file, or at every match of a `g` pattern. */
const PLACES = [
  ["Cargo.toml", /^(\[workspace\.package\]\nversion = ")([^"]*)/m],
  ["Cargo.toml", /^(agent-response(?:-\w+)? = \{.* version = "=)([^"]*)/gm],
  ["Cargo.lock", /^(name = "agent-response(?:-\w+)?"\nversion = ")([^"]*)/gm],
  ["crates/python/Cargo.toml", /^(version = ")([^"]*)/m],
  ["crates/python/Cargo.lock", /^(name = "agent-response(?:-\w+)?"\nversion = ")([^"]*)/gm],
  ["CHANGELOG.md", /^(## )(.*)/m],
  ["vscode-extension/CHANGELOG.md", /^(## )(.*)/m],
  ["action.yml", /^( {4}description: Version of the npm package\n {4}default: )(.*)/m],
  ["docs/ci.md", /(agent-response@v?|rev: v)(\d+\.\d+\.\d+(?:-[0-9A-Za-z.-]+)?)/g],
  ...["npm", "www", "vscode-extension", "pkg-tests"].flatMap((folder) => [
    [`${folder}/package.json`, /^( {2}"version": ")([^"]*)/m],
    [
      "package-lock.json",
      new RegExp(`^( {4}"${folder}": \\{\\n(?: {6}.*\\n)*? {6}"version": ")([^"]*)`, "m"),
    ],
  ]),
  // These two use the package.
  ...["www", "vscode-extension"].flatMap((folder) => [
    [`${folder}/package.json`, /^( {4}"agent-response": ")([^"]*)/m],
    [
      "package-lock.json",
      new RegExp(`^( {4}"${folder}": \\{\\n(?: {6}.*\\n)*? {8}"agent-response": ")([^"]*)`, "m"),
    ],
  ]),
];

/** The heading of changes in a changelog that have no version yet. */
const UNRELEASED = "Unreleased";

/** Each place with the version that it has. */
export function versions(root) {
  return PLACES.flatMap(([file, pattern]) => {
    const text = readFileSync(join(root, file), "utf8");
    const found = pattern.global ? [...text.matchAll(pattern)] : [text.match(pattern) ?? []];
    if (found.length === 0 || found[0].length === 0)
      throw new Error(`${file}: no version, where ${pattern} is expected`);
    return found.map(([, , version]) => ({ file, version }));
  });
}

/** Sets the version everywhere. A changelog must have a section about it, under its number or under "Unreleased". */
export function setVersion(root, version) {
  if (!/^\d+\.\d+\.\d+(-[0-9A-Za-z.-]+)?$/.test(version))
    throw new Error(`${version} is not a version, such as 0.2.0`);
  for (const { file, version: there } of versions(root))
    if (file.endsWith("CHANGELOG.md") && there !== version && there !== UNRELEASED)
      throw new Error(`${file} has no section about ${version}: add one with the heading "## ${UNRELEASED}"`);
  for (const [file, pattern] of PLACES) {
    const path = join(root, file);
    const text = readFileSync(path, "utf8");
    writeFileSync(
      path,
      text.replace(pattern, (_, before) => before + version),
    );
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const root = join(import.meta.dirname, "..");
  try {
    if (process.argv[2] !== undefined) setVersion(root, process.argv[2]);
    console.log(versions(root)[0].version);
  } catch (error) {
    console.error(`version: ${error.message}`);
    process.exitCode = 2;
  }
}
