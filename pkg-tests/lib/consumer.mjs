/** The packed package in its own folder, as in a program that depends on it. */

import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, realpathSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

export const here = join(dirname(fileURLToPath(import.meta.url)), "..");
export const root = join(here, "..");

/** Packs the package and installs it, without a network, into a new folder. */
export function installPackage() {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "agent-response-consumer-")));
  npm(["pack", "--silent", "--workspace", "agent-response", "--pack-destination", folder], root);
  const tarball = readdirSync(folder).find((it) => it.endsWith(".tgz"));
  if (!tarball) throw new Error("npm pack made no tarball");
  writeFileSync(
    join(folder, "package.json"),
    JSON.stringify({ name: "consumer", private: true, type: "module" }),
  );
  npm(
    ["install", "--offline", "--ignore-scripts", "--no-audit", "--no-fund", "--silent", `./${tarball}`],
    folder,
  );
  writeFileSync(join(folder, "esm.mjs"), 'export * from "agent-response";\n');
  writeFileSync(join(folder, "editor.mjs"), 'export * from "agent-response/editor";\n');
  writeFileSync(join(folder, "tools.mjs"), 'export * from "agent-response/tools";\n');
  writeFileSync(join(folder, "slim.mjs"), 'export * from "agent-response/slim";\n');
  return folder;
}

/** The folder that `run.mjs` created. */
export function consumer() {
  const folder = process.env.AGENT_RESPONSE_CONSUMER;
  if (!folder) throw new Error("start the tests with `npm test -w agent-response-pkg-tests`");
  return folder;
}

/** The tarball in that folder. */
export function tarball() {
  const name = readdirSync(consumer()).find((it) => it.endsWith(".tgz"));
  return readFileSync(join(consumer(), /** @type {string} */ (name)));
}

/** A file of the installed package. */
export const installed = (/** @type {string[]} */ ...path) =>
  join(consumer(), "node_modules/agent-response", ...path);

/**
 * The installed package, imported by its name.
 * @returns {Promise<typeof import("agent-response")>}
 */
export const load = () => import(pathToFileURL(join(consumer(), "esm.mjs")).href);

/**
 * The same with the formats in which models call tools.
 * @returns {Promise<typeof import("agent-response/tools")>}
 */
export const loadTools = () => import(pathToFileURL(join(consumer(), "tools.mjs")).href);

/**
 * The same with the functions for editors.
 * @returns {Promise<typeof import("agent-response/editor")>}
 */
export const loadEditor = () => import(pathToFileURL(join(consumer(), "editor.mjs")).href);

/**
 * The package without its wasm; `copy` makes it a separate module.
 * @returns {Promise<typeof import("agent-response/slim")>}
 */
export const loadSlim = (copy = "") => import(pathToFileURL(installed("dist/slim.js")).href + copy);

/** Runs a program with Node in the consumer's folder, and returns what it prints. */
export function runNode(/** @type {string[]} */ args, /** @type {string} */ input = "") {
  return execFileSync(process.execPath, args, { cwd: consumer(), input, encoding: "utf8" });
}

function npm(/** @type {string[]} */ args, /** @type {string} */ cwd) {
  execFileSync("npm", args, { cwd, stdio: ["ignore", "ignore", "inherit"] });
}
