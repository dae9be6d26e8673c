/** Programs that use the package, the tools that they are built with, and the browser that they run in. */

import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { dirname, extname, join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath, pathToFileURL } from "node:url";
import { launchBrowser } from "../../scripts/browser.mjs";

export const here = dirname(fileURLToPath(import.meta.url));
export const run = join(here, "run");

const TEXT = '{"status": "success", "result": "{\\"sections\\": [\\"examples\\", ]}"}';

/** The expression that every program has to evaluate to the same value; `ar` is the package. */
export const ANSWER = `((ar) => {
  const text = ${JSON.stringify(TEXT)};
  const { valid, format, diagnostics } = ar.validate(text, { fileName: ".agent-response.json" });
  const fixed = ar.fix(text, { fileName: ".agent-response.json" }).text.replaceAll(" ", "");
  return JSON.stringify([valid, format.id, diagnostics.map((it) => [it.code, it.from, it.to]), fixed]);
})`;

const ar = await import(pathToFileURL(join(run, "node_modules/agent-response/dist/index.js")).href);
/** @type {string} */
// biome-ignore lint/security/noGlobalEval: the same text goes into the programs
export const expected = eval(ANSWER)(ar);
assert.match(expected, /^\[false,"agent-response",\[\["/);

/** A module that passes the answer to `then`, such as `console.log`. */
export const program = (then = "console.log") =>
  `import * as ar from "agent-response";\n${then}(${ANSWER}(ar));\n`;

/** A separate folder with these files. */
export function project(/** @type {string} */ name, /** @type {Record<string, string>} */ files) {
  const folder = join(run, name);
  rmSync(folder, { recursive: true, force: true });
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  return folder;
}

const environment = {
  ...process.env,
  CI: "1",
  NO_COLOR: "1",
  NEXT_TELEMETRY_DISABLED: "1",
  DO_NOT_TRACK: "1",
};

/** Runs a command of the matrix and returns what it prints, or fails with its output. */
export function tool(/** @type {string} */ folder, /** @type {string} */ name, /** @type {string[]} */ args) {
  const command = name === "node" ? process.execPath : join(here, "node_modules/.bin", name);
  return output(folder, command, args);
}

export function output(
  /** @type {string} */ cwd,
  /** @type {string} */ command,
  /** @type {string[]} */ args,
) {
  const { status, stdout, stderr, error } = spawnSync(command, args, {
    cwd,
    encoding: "utf8",
    env: environment,
  });
  assert.equal(status, 0, `${command} ${args.join(" ")}: ${error ?? ""}\n${stdout}\n${stderr}`);
  return stdout.trim();
}

/** Starts a server, and returns its address or its port once it prints one that `pattern` matches. */
export async function started(
  /** @type {string} */ cwd,
  /** @type {string} */ command,
  /** @type {string[]} */ args,
  /** @type {RegExp} */ pattern,
) {
  const child = spawn(command, args, {
    cwd,
    env: environment,
    stdio: ["ignore", "pipe", "pipe"],
    detached: true,
  });
  const stop = () => {
    if (child.pid && child.exitCode === null) process.kill(-child.pid, "SIGKILL");
  };
  let log = "";
  const found = new Promise((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr])
      createInterface(stream).on("line", (line) => {
        log += `${line}\n`;
        const match = line.match(pattern);
        if (match) resolve(match[1] ?? match[0]);
      });
    child.on("exit", () => reject(new Error(`${command} ended: ${log}`)));
  });
  try {
    return { found: /** @type {string} */ (await found), stop };
  } catch (error) {
    stop();
    throw error;
  }
}

const TYPES = /** @type {Record<string, string>} */ ({
  ".css": "text/css",
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript",
  ".mjs": "text/javascript",
  ".wasm": "application/wasm",
});
const POLICY =
  "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; connect-src 'self'";

/** @type {ReturnType<typeof launchBrowser> | undefined} */
let browser;
export const closeBrowser = async () => (await browser)?.close();

/** Opens a page of a folder under a strict policy, and returns the title that it gets. */
export async function titleOf(/** @type {string} */ folder, path = "index.html") {
  const server = createServer((request, response) => {
    const name = decodeURIComponent(new URL(request.url ?? "/", "http://localhost").pathname);
    try {
      const body = readFileSync(join(folder, name === "/" ? path : name));
      const type = TYPES[extname(name === "/" ? path : name)] ?? "text/plain";
      response.writeHead(200, { "content-type": type, "content-security-policy": POLICY }).end(body);
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", () => resolve(undefined)));
  const { port } = /** @type {import("node:net").AddressInfo} */ (server.address());
  try {
    return await title(`http://127.0.0.1:${port}/`);
  } finally {
    server.close();
  }
}

/** Opens a page, and returns the title that it gets. */
export async function title(/** @type {string} */ address) {
  browser ??= launchBrowser();
  const page = await (await browser).newPage();
  /** @type {string[]} */
  const faults = [];
  page.on("pageerror", (error) => faults.push(error.message));
  page.on("console", (message) => message.type() === "error" && faults.push(message.text()));
  try {
    await page.goto(address);
    await page
      .waitForFunction(() => document.title.startsWith("["), undefined, { timeout: 60_000 })
      .catch((error) => assert.fail(`${error.message}\n${faults.join("\n")}`));
    return await page.title();
  } finally {
    await page.close();
  }
}

/** A page with one script. */
export const page = (/** @type {string} */ script) =>
  `<!doctype html><meta charset="utf-8"><link rel="icon" href="data:,"><title>t</title><body>${script}</body>`;
