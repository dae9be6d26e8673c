/** One test for each tool; see run.mjs. */

import assert from "node:assert/strict";
import { cpSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, test as nodeTest } from "node:test";
import { pathToFileURL } from "node:url";
import { build } from "esbuild";
import {
  ANSWER,
  closeBrowser,
  expected,
  here,
  output,
  page,
  program,
  project,
  run,
  started,
  title,
  titleOf,
  tool,
} from "./lib.mjs";

after(closeBrowser);

const wanted = (process.env.MATRIX ?? "").split(",").filter((it) => it !== "");
const test = (/** @type {string} */ name, /** @type {() => void | Promise<void>} */ check) => {
  if (wanted.length === 0 || wanted.some((it) => name.toLowerCase().includes(it.toLowerCase())))
    nodeTest(name, check);
};

const TITLE = "document.title = ";
/** The package's wasm by its address, as bundlers find it. */
const BY_ADDRESS = `import { init, validate, fix } from "agent-response/slim";
await init(new URL("agent-response/agent-response.wasm", import.meta.url));
${TITLE}${ANSWER}({ validate, fix });\n`;
const WORKER = `const worker = new Worker(new URL("./worker.js", import.meta.url), { type: "module" });
worker.onmessage = ({ data }) => { ${TITLE}data };\n`;
const MODULE = page('<script type="module" src="./main.js"></script>');

test("Node, import", () => {
  const folder = project("node-import", { "main.mjs": program() });
  assert.equal(tool(folder, "node", ["main.mjs"]), expected);
});

test("Node, require", () => {
  const folder = project("node-require", {
    "main.cjs": `console.log(${ANSWER}(require("agent-response")));`,
  });
  assert.equal(tool(folder, "node", ["main.cjs"]), expected);
});

test("Node, the command", () => {
  const folder = project("node-command", { ".agent-response.json": "{}" });
  assert.match(
    output(folder, join(run, "node_modules/.bin/agent-response"), ["--version"]),
    /^agent-response \d/,
  );
});

test("TypeScript in three ways of resolving modules", () => {
  const source = `import { validate, type Report } from "agent-response";
    import { init } from "agent-response/slim";
    import { toMonaco } from "agent-response/adapters";
    const report: Report = validate("{}");
    void [init, toMonaco(report)];\n`;
  const folder = project("typescript", { "main.mts": source, "main.cts": source, "main.ts": source });
  const tsc = join(here, "../../node_modules/.bin/tsc");
  const args = [
    "--noEmit",
    "--strict",
    "--skipLibCheck",
    "false",
    "--target",
    "es2022",
    "--types",
    "",
    "--ignoreConfig",
  ];
  output(folder, tsc, [...args, "--module", "nodenext", "main.mts", "main.cts"]);
  output(folder, tsc, [...args, "--module", "node20", "main.mts", "main.cts"]);
  output(folder, tsc, [...args, "--module", "preserve", "--moduleResolution", "bundler", "main.ts"]);
});

test("Vite, page and worker", async () => {
  const { build } = await import("vite");
  for (const [name, main] of [
    ["page", program(TITLE)],
    ["worker", WORKER],
    ["address", BY_ADDRESS],
  ]) {
    const folder = project(`vite-${name}`, {
      "index.html": MODULE,
      "main.js": main,
      "worker.js": program("postMessage"),
    });
    await build({
      root: folder,
      logLevel: "error",
      configFile: false,
      build: { target: "es2022", modulePreload: false, assetsInlineLimit: 0 },
      worker: { format: "es" },
    });
    assert.equal(await titleOf(join(folder, "dist")), expected, name);
  }
});

test("webpack 5, page, worker, address of the wasm, Node", async () => {
  const { default: webpack } = await import("webpack");
  const pack = (/** @type {import("webpack").Configuration} */ configuration) =>
    new Promise((resolve, reject) =>
      webpack({ mode: "production", ...configuration }, (error, stats) => {
        const faults = stats?.toJson({ errors: true, warnings: false }).errors ?? [];
        if (error || faults.length > 0) reject(error ?? new Error(faults.map((it) => it.message).join("\n")));
        else resolve(undefined);
      }),
    );
  for (const [name, main] of [
    ["page", program(TITLE)],
    ["worker", WORKER],
    ["address", BY_ADDRESS],
  ]) {
    const index = page('<script src="./main.js"></script>');
    const folder = project(`webpack-${name}`, {
      "index.js": main,
      "dist/index.html": index,
      "worker.js": program("postMessage"),
    });
    await pack({
      context: folder,
      entry: "./index.js",
      output: { path: join(folder, "dist"), publicPath: "/" },
    });
    assert.equal(await titleOf(join(folder, "dist")), expected, name);
  }
  for (const [name, main] of [
    ["import", program()],
    ["require", `console.log(${ANSWER}(require("agent-response")));`],
  ]) {
    const folder = project(`webpack-node-${name}`, { "index.js": main, "package.json": "{}" });
    await pack({
      context: folder,
      target: "node",
      entry: "./index.js",
      output: { path: join(folder, "dist") },
    });
    assert.equal(tool(folder, "node", ["dist/main.js"]), expected, name);
  }
});

test("Rollup", async () => {
  const { rollup } = await import("rollup");
  const { nodeResolve } = await import("@rollup/plugin-node-resolve");
  const folder = project("rollup", { "index.js": program(TITLE), "dist/index.html": MODULE });
  const bundle = await rollup({ input: join(folder, "index.js"), plugins: [nodeResolve({ browser: true })] });
  await bundle.write({ file: join(folder, "dist/main.js"), format: "es" });
  assert.equal(await titleOf(join(folder, "dist")), expected);
});

test("esbuild, for browsers and for Node", async () => {
  const folder = project("esbuild", {
    "page.js": program(TITLE),
    "program.js": program(),
    "dist/index.html": MODULE,
  });
  const options = /** @type {const} */ ({ bundle: true, minify: true, logLevel: "error" });
  await build({
    ...options,
    entryPoints: [join(folder, "page.js")],
    outfile: join(folder, "dist/main.js"),
    format: "esm",
  });
  assert.equal(await titleOf(join(folder, "dist")), expected);
  for (const format of /** @type {const} */ (["esm", "cjs"])) {
    const outfile = join(folder, format === "esm" ? "program.mjs" : "program.cjs");
    await build({ ...options, entryPoints: [join(folder, "program.js")], outfile, format, platform: "node" });
    assert.equal(tool(folder, "node", [outfile]), expected);
  }
});

test("Parcel, which adds nothing to the project", async () => {
  const manifest = '{ "name": "parcel-page", "private": true }\n';
  const folder = project("parcel", {
    "index.html": MODULE,
    "main.js": program(TITLE),
    "package.json": manifest,
  });
  tool(folder, "parcel", ["build", "index.html", "--no-cache", "--no-source-maps", "--dist-dir", "dist"]);
  assert.equal(readFileSync(join(folder, "package.json"), "utf8"), manifest);
  assert.equal(await titleOf(join(folder, "dist")), expected);
});

for (const [bundler, flags] of /** @type {[string, string[]][]} */ ([
  ["Turbopack", []],
  ["webpack", ["--webpack"]],
])) {
  test(`Next with ${bundler}: a page of the server, one of the browser, a route, a middleware`, async () => {
    const folder = project(`next-${bundler.toLowerCase()}`, {
      "package.json": '{ "name": "next-app", "private": true }',
      "app/layout.js": 'export default ({ children }) => <html lang="en"><body>{children}</body></html>;\n',
      "app/page.js": `import * as ar from "agent-response";\nexport const dynamic = "force-dynamic";\nexport default () => <p id="answer">{${ANSWER}(ar)}</p>;\n`,
      "app/client/page.js": `"use client";\nimport { useEffect } from "react";\nimport * as ar from "agent-response";
        export default function Page() { useEffect(() => { ${TITLE}${ANSWER}(ar); }, []); return null; }\n`,
      "app/route/route.js": `import * as ar from "agent-response";\nexport const GET = () => new Response(${ANSWER}(ar));\n`,
      "middleware.js": `import * as ar from "agent-response";\nexport const config = { matcher: "/edge" };\nexport default () => new Response(${ANSWER}(ar));\n`,
    });
    const next = join(here, "node_modules/.bin/next");
    output(folder, next, ["build", ...flags]);
    const { found: port, stop } = await started(
      folder,
      next,
      ["start", "-H", "127.0.0.1", "-p", "0"],
      /127\.0\.0\.1:(\d+)/,
    );
    try {
      const address = `http://127.0.0.1:${port}`;
      const text = async (/** @type {string} */ path) => (await fetch(address + path)).text();
      assert.equal(await text("/route"), expected);
      assert.equal(await text("/edge"), expected);
      assert.ok((await text("/")).includes(expected.replaceAll('"', "&quot;")));
      assert.equal(await title(`${address}/client`), expected);
    } finally {
      stop();
    }
  });
}

for (const environment of ["node", "jsdom"]) {
  test(`Jest, ${environment}`, () => {
    const folder = project(`jest-${environment}`, {
      "package.json": JSON.stringify({
        private: true,
        jest: {
          testEnvironment:
            environment === "node" ? "node" : join(here, "node_modules/jest-environment-jsdom"),
          rootDir: ".",
          transform: {},
        },
      }),
      "a.test.js": `const ar = require("agent-response");\ntest("answer", () => expect(${ANSWER}(ar)).toBe(${JSON.stringify(expected)}));\n`,
    });
    tool(folder, "jest", ["--ci", "--watchman=false"]);
  });
}

test("Vitest", () => {
  const folder = project("vitest", {
    "a.test.js": `import * as ar from "agent-response";\nimport { expect, test } from "vitest";\ntest("answer", () => expect(${ANSWER}(ar)).toBe(${JSON.stringify(expected)}));\n`,
  });
  tool(folder, "vitest", ["run", "--root", "."]);
});

test("Deno, with a folder of npm packages and without a permission", () => {
  const folder = project("deno", {
    "main.mjs": program(),
    "main.cjs": `console.log(${ANSWER}(require("agent-response")));`,
  });
  for (const [file, ...permissions] of [["main.mjs"], ["main.cjs", "--allow-read"]])
    assert.equal(
      tool(folder, "deno", [
        "run",
        "--no-remote",
        "--no-prompt",
        "--node-modules-dir=manual",
        ...permissions,
        file,
      ]),
      expected,
    );
});

test("Bun, run and bundled", () => {
  const bun = join(here, "node_modules/@oven/bun-linux-x64/bin/bun");
  const folder = project("bun", {
    "main.mjs": program(),
    "main.cjs": `console.log(${ANSWER}(require("agent-response")));`,
  });
  for (const file of ["main.mjs", "main.cjs"]) assert.equal(output(folder, bun, [file]), expected);
  output(folder, bun, ["build", "main.mjs", "--target=node", "--outfile=out/main.mjs"]);
  assert.equal(tool(folder, "node", ["out/main.mjs"]), expected);
});

test("workerd", async () => {
  const main = `import * as ar from "agent-response";\nexport default { fetch: () => new Response(${ANSWER}(ar)) };\n`;
  const folder = project("workerd", { "main.js": main });
  // As wrangler does it: the wasm stays a separate module.
  await build({
    entryPoints: [join(folder, "main.js")],
    outfile: join(folder, "out.js"),
    bundle: true,
    format: "esm",
    conditions: ["workerd"],
    logLevel: "error",
    external: ["*.wasm"],
  });
  const config = `using Workerd = import "/workerd/workerd.capnp";
    const config :Workerd.Config = (
      services = [(name = "main", worker = (compatibilityDate = "2026-01-01", modules = [
        (name = "main", esModule = embed "out.js"),
        (name = "agent-response.wasm", wasm = embed "agent-response.wasm"),
      ]))],
      sockets = [(name = "http", address = "127.0.0.1:0", http = (), service = "main")],
    );\n`;
  writeFileSync(join(folder, "config.capnp"), config);
  cpSync(
    join(run, "node_modules/agent-response/dist/agent-response.wasm"),
    join(folder, "agent-response.wasm"),
  );
  const workerd = join(here, "node_modules/@cloudflare/workerd-linux-64/bin/workerd");
  const { found: port, stop } = await started(
    folder,
    workerd,
    ["serve", "config.capnp", "--control-fd=1"],
    /"port":(\d+)/,
  );
  try {
    assert.equal(await (await fetch(`http://127.0.0.1:${port}/`)).text(), expected);
  } finally {
    stop();
  }
});

test("workers without a bundler, as modules and classic, under a strict policy", async () => {
  const dist = join(run, "node_modules/agent-response/dist");
  const classic = `importScripts("/agent-response.js");\npostMessage(${ANSWER}(agentResponse));\n`;
  const start = (/** @type {string} */ type) =>
    `new Worker("/worker.js", { type: "${type}" }).onmessage = ({ data }) => { ${TITLE}data };\n`;
  const read = (/** @type {string} */ path) => readFileSync(join(dist, path), "utf8");
  for (const [type, files] of /** @type {[string, Record<string, string>][]} */ ([
    [
      "module",
      {
        "worker.js": program("postMessage").replace("agent-response", "/package.js"),
        "package.js": read("index.js"),
      },
    ],
    ["classic", { "worker.js": classic, "agent-response.js": read("script/agent-response.js") }],
  ])) {
    const folder = project(`worker-${type}`, { "index.html": MODULE, "main.js": start(type), ...files });
    assert.equal(await titleOf(folder), expected, type);
  }
});

test("every file that the package names can be imported by its address", () => {
  const folder = project("addresses", {
    "main.mjs": `console.log(import.meta.resolve("agent-response/agent-response.wasm"));`,
  });
  assert.equal(
    tool(folder, "node", ["main.mjs"]),
    pathToFileURL(join(run, "node_modules/agent-response/dist/agent-response.wasm")).href,
  );
});
