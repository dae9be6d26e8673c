// addresses.mjs [REPOSITORY]: writes the address of the repository into the manifests of what is published. Without an
// argument, it uses the one in addresses.json; while that is empty, no manifest has an address, and all works without.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** Packages for npm and for the editor, and the folder that each comes from. */
const MANIFESTS = ["npm", "vscode-extension"];

/** The manifests in TOML of what is published, and the key of the address in each. */
export const KEYS = {
  "Cargo.toml": "repository",
  "crates/project/Cargo.toml": "repository",
  "crates/readers/Cargo.toml": "repository",
  "crates/cli/Cargo.toml": "repository",
  "python/pyproject.toml": "urls.Repository",
};

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
  for (const [file, key] of Object.entries(KEYS)) {
    const path = join(root, file);
    const lines = readFileSync(path, "utf8").split("\n");
    const others = lines.filter((it) => !it.startsWith(`${key} = `));
    const places = [/^license\.workspace = /, /^license = /].map((it) =>
      others.findIndex((line) => it.test(line)),
    );
    const license = places.find((it) => it >= 0) ?? -1;
    others.splice(license + 1, 0, `${key} = "${url}"`);
    writeFileSync(path, others.join("\n"));
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
