/** The tarball: what is in it, how large it is, what publint and arethetypeswrong say. */

import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { pathToFileURL } from "node:url";
import { brotliCompressSync, gzipSync } from "node:zlib";
import { checkPackage, createPackageFromTarballData } from "@arethetypeswrong/core";
import Ajv from "ajv";
import { publint } from "publint";
import { formatMessage } from "publint/utils";
import { judge } from "../../scripts/sizes.mjs";
import { installed, root, tarball } from "../lib/consumer.mjs";

const manifest = JSON.parse(readFileSync(installed("package.json"), "utf8"));
const files = readdirSync(installed(), { recursive: true, withFileTypes: true })
  .filter((it) => it.isFile())
  .map((it) => `${it.parentPath ?? it.path}/${it.name}`.slice(installed().length + 1));

test("publint, strict, has no complaint", async () => {
  const { messages } = await publint({ pkgDir: installed(), strict: true, pack: false });
  assert.deepEqual(
    messages.map((it) => formatMessage(it, manifest)),
    [],
  );
});

test("arethetypeswrong has no complaint", async () => {
  const result = await checkPackage(createPackageFromTarballData(new Uint8Array(tarball())));
  assert.ok(result.types, "no types");
  assert.deepEqual("problems" in result ? result.problems : [], []);
});

test("only what is meant is in the package", () => {
  const unexpected = files.filter(
    (it) =>
      !/^(package\.json|README\.md|NOTICES\.txt|sbom\.cdx\.json|LICENSE-(MIT|APACHE)|dist\/[\w.-]+|dist\/script\/(agent-response\.js|package\.json)|dist\/schemas\/[\w.-]+\.schema\.json)$/.test(
        it,
      ),
  );
  assert.deepEqual(unexpected, []);
  assert.ok(!files.some((it) => it.endsWith(".map")));
});

test("no dependencies, no scripts that run at install, no addresses", () => {
  for (const key of [
    "dependencies",
    "peerDependencies",
    "optionalDependencies",
    "repository",
    "homepage",
    "bugs",
  ]) {
    assert.equal(manifest[key], undefined, key);
  }
  for (const name of ["preinstall", "install", "postinstall", "prepare"])
    assert.equal(manifest.scripts?.[name], undefined);
  assert.equal(manifest.license, "MIT OR Apache-2.0");
  assert.equal(manifest.sideEffects, false);
});

test("every address in exports exists, and every file of dist is reachable", () => {
  // The types of the formats are also part of the index, and those of formats with calls of tools part of `tools`.
  const reachable = new Set(["dist/script/package.json", "dist/formats.d.cts", "dist/tool-calls.d.cts"]);
  (function walk(/** @type {unknown} */ it) {
    if (typeof it === "object" && it) Object.values(it).forEach(walk);
    else if (typeof it === "string") reachable.add(it.replace("./", ""));
  })([manifest.exports, manifest.bin]);
  // The command reads these files.
  for (const it of ["dist/command.wasm", "dist/schemas.cjs"]) reachable.add(it);
  const exact = [...reachable].filter((it) => !it.includes("*"));
  assert.deepEqual(
    exact.filter((it) => !files.includes(it)),
    [],
  );
  const hidden = files.filter(
    (it) => it.startsWith("dist/") && !reachable.has(it) && !it.startsWith("dist/schemas/"),
  );
  assert.deepEqual(hidden, []);
});

/** What knows all rules and formats. */
const widest = () =>
  /** @type {Promise<typeof import("agent-response/tools")>} */ (
    import(pathToFileURL(installed("dist/tools.js")).href)
  );

test("formats.json has the page of every format", async () => {
  const pages = JSON.parse(readFileSync(installed("dist/formats.json"), "utf8"));
  const { formats } = await widest();
  assert.deepEqual(
    Object.keys(pages),
    formats().map((it) => it.id),
  );
  for (const [id, { page }] of Object.entries(pages)) assert.ok(page.startsWith(`# ${id}\n`), id);
});

test("rules.json has the page of every rule", async () => {
  const pages = JSON.parse(readFileSync(installed("dist/rules.json"), "utf8"));
  const { rules } = await widest();
  assert.deepEqual(
    Object.keys(pages),
    rules().map((it) => it.code),
  );
  for (const { code, severity, summary } of rules()) {
    assert.deepEqual([pages[code].severity, pages[code].summary], [severity, summary]);
    assert.ok(pages[code].page.startsWith(`# ${code}\n`), code);
  }
});

const read = (/** @type {string} */ name) => readFileSync(installed("dist", name));
const gzip = (/** @type {Buffer} */ bytes) => gzipSync(bytes, { level: 9 }).length;

/** @type {[Parameters<typeof judge>[0], () => number][]} */
const measures = [
  ["wasm", () => gzip(read("agent-response.wasm"))],
  ["editor", () => gzip(read("editor.wasm"))],
  ["tools", () => gzip(read("tools.wasm"))],
  ["entry", () => gzip(read("index.js"))],
  ["script", () => gzip(read("script/agent-response.js"))],
  ["glue", () => gzip(read("slim.js"))],
  ["tarball", () => tarball().length],
];
for (const [name, measure] of measures) {
  test(`size: ${name}`, (it) => {
    const { kept, text } = judge(name, measure());
    it.diagnostic(text);
    assert.ok(kept, text);
  });
}

test("brotli, for those who serve it", (it) => {
  it.diagnostic(
    `wasm ${brotliCompressSync(read("agent-response.wasm")).length}, browser.js ${brotliCompressSync(read("index.js")).length} bytes`,
  );
});

test("the notices name what the bill of materials lists, and its form is that of CycloneDX", async () => {
  const bill = JSON.parse(readFileSync(installed("sbom.cdx.json"), "utf8"));
  const notices = readFileSync(installed("NOTICES.txt"), "utf8");
  const names = bill.components.map((/** @type {{ name: string }} */ it) => it.name);
  for (const name of ["wasm-bindgen", "serde", "clap", "fflate"]) assert.ok(names.includes(name), name);
  for (const { name, version, licenses } of bill.components)
    assert.ok(notices.includes(`\n${name} ${version} (${licenses[0].expression})\n`), name);
  assert.equal(bill.metadata.component.version, manifest.version);
  const schemas = join(root, "node_modules/@cyclonedx/cyclonedx-library/res/schema");
  const schema = (/** @type {string} */ name) =>
    JSON.parse(readFileSync(join(schemas, `${name}.SNAPSHOT.schema.json`), "utf8"));
  const ajv = new Ajv({ strict: false, validateFormats: false });
  for (const name of ["spdx", "jsf-0.82"])
    ajv.addSchema(schema(name), `http://cyclonedx.org/schema/${name}.SNAPSHOT.schema.json`);
  const isBill = ajv.compile(schema("bom-1.6"));
  const isValid = (/** @type {object} */ it) => Boolean(isBill(it));
  assert.ok(isValid(bill), JSON.stringify(isBill.errors));
  assert.ok(!isValid({ ...bill, components: [{ name: "x" }] }));
  const refs = new Set([
    bill.metadata.component["bom-ref"],
    ...bill.components.map((/** @type {{ "bom-ref": string }} */ it) => it["bom-ref"]),
  ]);
  for (const { ref, dependsOn } of bill.dependencies)
    for (const it of [ref, ...dependsOn]) assert.ok(refs.has(it), it);
});
