// addresses.mjs [REPOSITORY]: writes the address of the repository into the manifests of what is published. Without an
// argument, it uses the one in addresses.json; while that is empty, no manifest has an address, and all works without.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** Packages for npm and for the editor, and the folder that each comes from. */
const MANIFESTS = ["npm", "vscode-extension"];

/** Crates that are published. */
export const CRATES = [
  "Cargo.toml",
  "crates/project/Cargo.toml",
  "crates/readers/Cargo.toml",
  "crates/cli/Cargo.toml",
];

export function setAddresses(root, repository) {
  const url = repository.replace(/(\.git|\/)$/, "");
  if (!/^https:\/\/[^\s/]+\/\S+$/.test(url))
    throw new Error(`${repository} is not the address of a repository, such as https://host/owner/name`);
  for (const directory of MANIFESTS) {
    const path = join(root, directory, "package.json");
    const { name, version, ...rest } = JSON.parse(readFileSync(path, "utf8"));
    const addresses = {
      repository: { type: "git", url: `git+${url}.git`, directory },
      homepage: `${url}#readme`,
      bugs: `${url}/issues`,
    };
    writeFileSync(path, `${JSON.stringify({ name, version, ...rest, ...addresses }, null, 2)}\n`);
  }
  for (const file of CRATES) {
    const path = join(root, file);
    const text = readFileSync(path, "utf8").replace(/^repository = .*\n/m, "");
    writeFileSync(
      path,
      text.replace(/^license\.workspace = .*$/m, (line) => `${line}\nrepository = "${url}"`),
    );
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const root = join(import.meta.dirname, "..");
  const known = JSON.parse(readFileSync(join(root, "addresses.json"), "utf8")).repository;
  const repository = known || process.argv[2] || "";
  try {
    if (repository === "") console.log("addresses: addresses.json has none, so nothing was changed");
    else setAddresses(root, repository);
  } catch (error) {
    console.error(`addresses: ${error.message}`);
    process.exitCode = 2;
  }
}
