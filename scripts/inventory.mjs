// The third-party code in what we ship: as notices with the license texts, and as a bill of materials (CycloneDX).
//
// inventory.mjs notices CRATE TARGET: prints the notices of a build of a crate, such as `notices agent-response-cli native`.
import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const root = join(import.meta.dirname, "..");

/**
 * A package in a product.
 * @typedef {{ ecosystem: "cargo" | "npm", name: string, version: string, license: string, folder: string, authors: string[],
 *   hash?: { alg: "SHA-256" | "SHA-512", content: string }, uses: string[] }} Package
 */

const purl = (it) =>
  `pkg:${it.ecosystem}/${it.name.replace("@", "%40")}@${it.version.replaceAll("+", "%2B")}`;

/** The folder of the workspace of a crate. */
const workspace = (name) => (name === "agent-response-python" ? join(root, "crates/python") : root);

/**
 * The crates that a build of one of our crates contains, except ours. Procedural macros run during compilation and are not in
 * it.
 * @returns {Package[]}
 */
export function crates(name, target, ...features) {
  const folder = workspace(name);
  const platform = target === "native" ? hostTarget() : target;
  const { packages } = JSON.parse(
    cargo(folder, "metadata", "--format-version", "1", "--filter-platform", platform, "--all-features"),
  );
  const selection = ["--package", name, ...features.flatMap((it) => ["--features", it])];
  const found = new Map(packages.map((it) => [`${it.name} ${it.version}`, it]));
  const hashes = checksums(folder);
  // Of all resolved crates, the tree has those that are compiled; a line has its depth before the name.
  const args = ["--prefix", "depth", "--no-dedupe", "--format", " {p}"];
  const lines = cargo(
    folder,
    "tree",
    ...selection,
    "--target",
    platform,
    "--edges",
    "normal,no-proc-macro",
    ...args,
  );
  /** @type {Map<string, Set<string>>} */
  const uses = new Map();
  const path = [];
  for (const [, depth, name, version] of lines.matchAll(/^(\d+) (\S+) v(\S+)/gm)) {
    path.length = Number(depth);
    const key = `${name} ${version}`;
    if (!uses.has(key)) uses.set(key, new Set());
    if (path.length > 0) uses.get(path[path.length - 1]).add(key);
    path.push(key);
  }
  for (const key of uses.keys()) if (key.startsWith("agent-response")) uses.delete(key);
  const toPackage = ([key, used]) => {
    const { name, version, license, manifest_path, authors } = found.get(key);
    const content = hashes.get(key);
    return {
      ...{
        ecosystem: /** @type {const} */ ("cargo"),
        name,
        version,
        license: license.replace("/", " OR "),
        authors,
      },
      folder: join(manifest_path, ".."),
      ...(content && { hash: { alg: /** @type {const} */ ("SHA-256"), content } }),
      uses: [...used].map((it) => purl({ ecosystem: "cargo", ...found.get(it) })),
    };
  };
  return [...uses].map(toPackage).sort(byName);
}

function cargo(folder, ...args) {
  return execFileSync("cargo", args, {
    cwd: folder,
    encoding: "utf8",
    maxBuffer: 1 << 28,
    stdio: ["ignore", "pipe", "inherit"],
  });
}

const byName = (a, b) => a.name.localeCompare(b.name, "en") || a.version.localeCompare(b.version, "en");

const hostTarget = () => execFileSync("rustc", ["-vV"], { encoding: "utf8" }).match(/^host: (.*)$/m)[1];

function checksums(folder) {
  const lock = readFileSync(join(folder, "Cargo.lock"), "utf8");
  const rows = lock.matchAll(/^name = "(.*)"\nversion = "(.*)"\n(?:source = .*\n)?checksum = "(.*)"$/gm);
  return new Map([...rows].map(([, name, version, checksum]) => [`${name} ${version}`, checksum]));
}

/**
 * The npm packages that esbuild has put into bundles.
 * @param {import("esbuild").Metafile[]} metafiles @returns {Package[]}
 */
export function bundled(metafiles) {
  const files = metafiles.flatMap((it) => Object.keys(it.inputs));
  const names = files.map((it) => it.match(/^.*node_modules\/((?:@[^/]+\/)?[^/]+)/)?.[1]);
  const lock = JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8")).packages;
  return [...new Set(names)]
    .filter((it) => it !== undefined && it !== "agent-response")
    .map((name) => {
      const folder = join(root, "node_modules", name);
      const { version, license, author } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
      const integrity = lock[`node_modules/${name}`]?.integrity?.match(/^sha512-(.*)$/)?.[1];
      const content = integrity && Buffer.from(integrity, "base64").toString("hex");
      const authors = [typeof author === "object" ? author.name : author].filter((it) => it !== undefined);
      return {
        ...{ ecosystem: /** @type {const} */ ("npm"), name, version, license, folder, authors, uses: [] },
        ...(content && { hash: { alg: /** @type {const} */ ("SHA-512"), content } }),
      };
    })
    .sort(byName);
}

/** Each package once. @param {Package[]} packages */
export const merged = (packages) => [...new Map(packages.map((it) => [purl(it), it])).values()].sort(byName);

/** The notices for some packages. @param {Package[]} packages */
export function notices(packages) {
  const byText = new Map();
  for (const it of packages) {
    const text = licenseText(it);
    byText.set(text, [...(byText.get(text) ?? []), it]);
  }
  const parts = [...byText].map(([text, those]) => {
    const names = those.map((it) => `${it.name} ${it.version} (${it.license})`);
    return `${names.join("\n")}\n\n${text}`;
  });
  const intro = `Third-party notices

This product contains code of the packages below, and of the Rust standard library (MIT OR Apache-2.0, The Rust Project
Developers). Each is used under its license; of alternatives, under the one whose text follows.`;
  return `${[intro, ...parts].join(`\n\n${"-".repeat(80)}\n\n`)}\n`;
}

/** The text of the license under which a package is used: MIT where that is possible. @param {Package} it */
function licenseText(it) {
  const files = readdirSync(it.folder, { withFileTypes: true })
    .flatMap((file) => (file.isFile() && /^(licen[sc]e|copying)/i.test(file.name) ? [file.name] : []))
    .sort();
  const isMit = (file) => /mit/i.test(file);
  const chosen = files.some(isMit) && !it.license.includes("AND") ? files.filter(isMit) : files;
  if (chosen.length > 0)
    return chosen
      .map((file) => readFileSync(join(it.folder, file), "utf8").replaceAll("\r\n", "\n").trim())
      .join("\n\n");
  const owner =
    it.authors.length > 0 ? it.authors.join(", ").replaceAll(/ <[^>]*>/g, "") : `the authors of ${it.name}`;
  const text = readFileSync(join(root, "LICENSE-MIT"), "utf8").trim();
  if (/\bMIT\b/.test(it.license)) return text.replace(/^Copyright .*$/m, `Copyright (c) ${owner}`);
  const apache = readFileSync(join(root, "LICENSE-APACHE"), "utf8").trim();
  if (/\bApache-2\.0\b/.test(it.license)) return `Copyright ${owner}\n\n${apache}`;
  throw new Error(`${it.name} ${it.version} has no text of its license, ${it.license}`);
}

/** The bill of materials of one of our products, in CycloneDX 1.6. @param {Package[]} packages */
export function billOfMaterials({ name, version }, packages) {
  const own = {
    type: "library",
    "bom-ref": `pkg:npm/${name}@${version}`,
    name,
    version,
    purl: `pkg:npm/${name}@${version}`,
  };
  const license = [{ expression: "MIT OR Apache-2.0" }];
  const component = (it) => ({
    ...{ type: "library", "bom-ref": purl(it), name: it.name, version: it.version, scope: "required" },
    ...(it.hash && { hashes: [it.hash] }),
    licenses: [{ expression: it.license }],
    purl: purl(it),
  });
  const known = new Set(packages.map(purl));
  const used = new Set(packages.flatMap((it) => it.uses));
  const direct = packages.map(purl).filter((it) => !used.has(it));
  return {
    $schema: "http://cyclonedx.org/schema/bom-1.6.schema.json",
    bomFormat: "CycloneDX",
    specVersion: "1.6",
    version: 1,
    metadata: { component: { ...own, licenses: license } },
    components: packages.map(component),
    dependencies: [
      { ref: own["bom-ref"], dependsOn: direct },
      ...packages.map((it) => ({
        ref: purl(it),
        dependsOn: [...new Set(it.uses)].filter((use) => known.has(use)).sort(),
      })),
    ],
  };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [kind, name, target = "native"] = process.argv.slice(2);
  if (kind !== "notices" || name === undefined) {
    console.error("usage: inventory.mjs notices CRATE [TARGET]");
    process.exit(2);
  }
  process.stdout.write(notices(crates(name, target)));
}
