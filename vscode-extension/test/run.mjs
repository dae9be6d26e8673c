// All tests of the extension: the adapters here, its size, then the packed extension in a real VS Code, in both of its hosts
// and through its windows. Prints one line `N passed, N failed` for each part.
//
//   node test/run.mjs [unit] [size] [node] [web] [roots] [oldest] [ui] [--all] [--only=PATTERN]
//
// In `web` and `oldest`, only the tests of what may differ there are run; with `--all`, all of them, which takes longer.
// `--only` runs the tests in the extension hosts, and the stories in the windows, whose names match. A test that fails
// is run once more, and counts as failed all the same, except with FLAKY=pass; so is a host that gets stuck.
// UPDATE_PICTURES=1 writes the pictures of the documentation, UPDATE_EXPECT=1 the bundle of texts.
import { execFileSync, spawnSync } from "node:child_process";
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { build } from "esbuild";
import { judge } from "../../scripts/sizes.mjs";
import {
  launchBrowser,
  runExtensionTests,
  runExtensionTestsInOldest,
  startServer,
} from "../../scripts/vscode-host/vscode-host.mjs";

const root = join(import.meta.dirname, "..");
const output = join(root, "test-output"); // pictures and logs to look at
const work = mkdtempSync(join(tmpdir(), "vscode-tests-")); // temporary files of this run
process.once("exit", () => rmSync(work, { recursive: true, force: true }));
const manifest = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
const vsix = join(root, `../dist/agent-response-${manifest.version}.vsix`);
const id = `${manifest.publisher}.${manifest.name}`;
const testsId = "agent-response.agent-response-tests";

/** The functions for editors with their wasm, as the extension has them. */
const inlined = { "agent-response/editor": join(root, "../npm/editor/index.js") };

const only = process.argv.find((it) => it.startsWith("--only="))?.slice("--only=".length) ?? "";
const isAll = process.argv.includes("--all");
const parts = process.argv.slice(2).filter((it) => !it.startsWith("--"));
const inWeb = isAll || only !== "" ? "index" : "web-index"; // the tests for the hosts in a browser
const wanted = (part) => parts.length === 0 || parts.includes(part);
let failures = 0;

// Removes the pictures of the previous run; parts that run on their own keep the logs.
mkdirSync(output, { recursive: true });
if (wanted("ui"))
  for (const it of readdirSync(output).filter((it) => it.endsWith(".png"))) rmSync(join(output, it));
if (wanted("unit")) await unit();
if (wanted("size")) size();
if (["node", "web", "roots", "oldest", "ui"].some(wanted)) await inVsCode();
process.exit(failures > 0 ? 1 : 0);

function report(passed, failed) {
  failures += failed;
  console.log(`${passed} passed, ${failed} failed`);
}

async function unit() {
  const names = readdirSync(join(root, "test/unit")).filter((it) => it.endsWith(".test.ts"));
  // A process takes longer to start than the tests of a file take: two run all of them.
  const halves = [0, 1].map((half) => {
    const entry = join(work, `unit-${half}.ts`);
    const files = names.filter((_, index) => index % 2 === half).map((it) => join(root, "test/unit", it));
    writeFileSync(entry, files.map((it) => `import ${JSON.stringify(it)};\n`).join(""));
    return { in: entry, out: `unit-${half}` };
  });
  await build({
    entryPoints: halves,
    outdir: join(work, "unit"),
    outExtension: { ".js": ".mjs" },
    bundle: true,
    format: "esm",
    platform: "node",
    alias: { vscode: join(root, "test/unit/vscode.ts"), ...inlined },
    logLevel: "warning",
    // The stand-in has only as much of VS Code as the tests use.
    logOverride: { "import-is-undefined": "silent" },
  });
  const bundle = join(work, "unit/extension.cjs");
  await build({
    entryPoints: { extension: join(root, "src/extension.ts"), schemas: join(root, "src/schemaWorker.ts") },
    outdir: join(work, "unit"),
    outExtension: { ".js": ".cjs" },
    bundle: true,
    format: "cjs",
    platform: "browser",
    external: ["vscode", "node:worker_threads"],
    define: { "import.meta.url": "undefined", "self.location": "undefined" },
    alias: inlined,
    logLevel: "warning",
  });
  const files = halves.map((it) => join(work, "unit", `${it.out}.mjs`));
  const cases = join(root, "../tests/config/cases.json");
  const schemas = join(root, "../tests/payload-schema/cases.json");
  const env = {
    ...process.env,
    CONFIG_CASES: cases,
    SCHEMA_CASES: schemas,
    EXTENSION_ROOT: root,
    EXTENSION_BUNDLE: bundle,
    SCHEMA_WORKER: join(work, "unit/schemas.cjs"),
  };
  const run = spawnSync(process.execPath, ["--test", "--test-reporter=tap", ...files], {
    encoding: "utf8",
    env,
  });
  const count = (word) => Number(new RegExp(`^# ${word} (\\d+)$`, "m").exec(run.stdout)?.[1] ?? 0);
  if (run.status !== 0)
    console.log(`${run.stdout}${run.stderr}`.replace(/^# (?:pass|fail|cancelled) .*\n/gm, ""));
  report(count("pass"), Math.max(count("fail") + count("cancelled"), run.status === 0 ? 0 : 1));
}

function size() {
  packIfOld();
  const { kept, text } = judge("extension", statSync(vsix).size);
  console.log(text);
  report(kept ? 1 : 0, kept ? 0 : 1);
}

async function inVsCode() {
  packIfOld();
  const { rootFiles, workspaceFiles } = await bundled("test/fixtures.ts");
  const tests = await testsExtension();
  // One server for everything. A setting turns workspace trust on or off, and a new page reads it again.
  const server = await startServer({
    vsix: [vsix],
    trust: true,
    log: join(output, `server-${parts.join("-")}.log`),
  });
  const browser = await launchBrowser();
  const prepare = (name, host, settings, files = workspaceFiles()) => {
    writeSettings(server, { ...kinds(host), "security.workspace.trust.enabled": false, ...settings });
    return writeWorkspace(join(work, "workspaces", name), files);
  };
  try {
    if (wanted("node")) await api("node", prepare("node", "workspace", {}));
    // The second host in an untrusted folder: everything but schemas has to work there too.
    if (wanted("web"))
      await api("web", prepare("web", "web", { "security.workspace.trust.enabled": true }), inWeb);
    if (wanted("roots")) {
      const folder = prepare("roots", "workspace", {}, rootFiles());
      await api("roots", join(folder, "several.code-workspace"), "roots-index");
    }
    if (wanted("oldest")) await oldest();
    if (wanted("ui")) {
      const { runUi } = await import("./ui/ui.mjs");
      const result = await runUi({
        browser,
        server,
        tests,
        output,
        only,
        prepare: () => prepare("ui", "workspace", { "editor.hover.above": false, "files.autoSave": "off" }),
      });
      report(result.passed, result.failed);
    }
  } finally {
    await browser.close();
    await server.stop();
  }

  function api(label, workspace, entry = "index") {
    const options = { workspace, extension: tests, tests: join(tests, entry) };
    return run(label, (more) => runExtensionTests(browser, server, { ...options, ...more }));
  }

  /** The oldest version in `engines` of package.json, without a disk, as in a virtual workspace. */
  function oldest() {
    const extension = join(work, "unpacked");
    cpSync(join(root, "dist/stage"), extension, { recursive: true });
    const workspace = writeWorkspace(join(work, "workspaces/oldest"), workspaceFiles());
    const options = { workspace, extension, testsExtension: tests, tests: join(tests, inWeb) };
    return run("oldest", (more) => runExtensionTestsInOldest(browser, { ...options, ...more }));
  }
}

/** Runs the tests of one host; a host that gets stuck is started once more, as a test that fails is run once more. */
async function run(label, start) {
  const first = await attempt(label, start);
  if (!first.isStuck) return report(first.passed, first.failed);
  const second = await attempt(`${label}, once more`, start);
  const isFlaky = process.env.FLAKY === "pass" && second.failed === 0;
  report(second.passed, second.failed + (isFlaky ? 0 : 1));
}

async function attempt(label, start) {
  let [passed, failed] = [0, 1];
  const print = (line) => {
    const counts = /^(\d+) passed, (\d+) failed$/.exec(line);
    if (counts) [passed, failed] = [Number(counts[1]), Number(counts[2])];
    else console.log(`${label}: ${line}`);
  };
  const log = join(output, `${label.replace(/\W+/g, "-")}.log`);
  try {
    const result = await start({ print, timeout: 180_000 });
    writeFileSync(log, result.output);
    if (result.external.length > 0) {
      failed++;
      console.log(`${label}: not ok no request leaves this machine\n    ${result.external.join(" ")}`);
    }
    return { passed, failed, isStuck: false };
  } catch (error) {
    writeFileSync(log, error.message);
    const lines = error.message.split("\n").filter((it) => it.trim() !== "");
    const end = lines.slice(1).slice(-6);
    console.log(`${label}: not ok the tests of this host get on\n    ${[lines[0], ...end].join("\n    ")}`);
    return { passed: 0, failed: 1, isStuck: true };
  }
}

function packIfOld() {
  const sources = [
    "src",
    "wasm",
    "scripts",
    "l10n",
    "walkthrough",
    "../payload-schema/src",
    "../common",
  ].flatMap((it) => readdirSync(join(root, it), { recursive: true }).map((name) => join(root, it, name)));
  const core = join(root, "../node_modules/agent-response/dist");
  const texts = ["package.json", "package.nls.json", "README.md", "CHANGELOG.md"];
  sources.push(...texts.map((it) => join(root, it)), ...readdirSync(core).map((it) => join(core, it)));
  const newest = Math.max(...sources.map((it) => statSync(it).mtimeMs));
  if (existsSync(vsix) && existsSync(join(root, "dist/stage")) && statSync(vsix).mtimeMs > newest) return;
  execFileSync(process.execPath, [join(root, "scripts/package.mjs")], { stdio: "inherit" });
}

/** Tests run in an extension of their own, in the same host as the installed one. */
async function testsExtension() {
  const folder = join(work, "tests-extension");
  mkdirSync(folder, { recursive: true });
  const [publisher, name] = testsId.split(".");
  const { engines, capabilities } = manifest;
  const own = {
    publisher,
    name,
    version: "0.0.1",
    engines,
    capabilities,
    main: "./main.js",
    browser: "./main.js",
  };
  writeFileSync(join(folder, "package.json"), JSON.stringify(own));
  writeFileSync(join(folder, "main.js"), "exports.activate = () => {};\n");
  await build({
    entryPoints: ["index", "web-index", "roots-index", "ui-index"].map((it) =>
      join(root, `test/api/${it}.ts`),
    ),
    outdir: folder,
    bundle: true,
    format: "cjs",
    platform: "browser",
    external: ["vscode"],
    alias: inlined,
    define: {
      ONLY: JSON.stringify(only),
      FLAKY_PASSES: JSON.stringify(process.env.FLAKY === "pass"),
      "import.meta.url": "undefined",
    },
    logLevel: "warning",
  });
  return folder;
}

async function bundled(file) {
  const outfile = join(work, "bundled.mjs");
  await build({ entryPoints: [join(root, file)], outfile, bundle: true, format: "esm", platform: "node" });
  return import(outfile);
}

function kinds(host) {
  return { "remote.extensionKind": { [id]: [host], [testsId]: [host] } };
}

function writeSettings(server, changes) {
  const file = join(server.userData, "User/settings.json");
  writeFileSync(file, JSON.stringify({ ...JSON.parse(readFileSync(file, "utf8")), ...changes }, null, 2));
}

function writeWorkspace(folder, files) {
  for (const [path, text] of Object.entries(files)) {
    const file = join(folder, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
  return folder;
}
