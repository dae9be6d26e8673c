// The set-up scripts on machines that this one is not: every command they call is a stub that notes
// how it was called, in a PATH that holds nothing else.
import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, test } from "node:test";
import { fileURLToPath } from "node:url";

const scripts = fileURLToPath(new URL("..", import.meta.url));
const target = "wasm32-unknown-unknown";
const plainTools =
  "bash cat chmod cmp cp dirname env find grep ln mkdir mktemp mv readlink rm sed sha256sum sort tail xargs wc";

let root;
const at = (path) => join(root, path);

beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), "setup-test-")));
  for (const folder of ["bin", "home", "project", "default", "debian/bin"])
    mkdirSync(at(folder), { recursive: true });
  cpSync(scripts, at("project/scripts"), { recursive: true });
  for (const tool of plainTools.split(" ")) {
    symlinkSync(
      execFileSync("bash", ["-c", `type -P ${tool}`], { encoding: "utf8" }).trim(),
      at(`bin/${tool}`),
    );
  }
  // The active compiler: `sysroot` names the folder it lies in.
  writeFileSync(at("sysroot"), at("default"));
  stub("rustc", `[ "$1" = --print ] && cat ${at("sysroot")}`);
  stub("rustup", links);
  stub("apt-get", "exit 0");
  stub("dpkg", "exit 0");
  stub("id", "echo 0");
  stub("cargo", "exit 1");
  stub("node", "echo v20.0.0");
  stub("npm", "exit 0");
  stub("../debian/bin/rustc", "printf 'release: 1.2.3\\nLLVM version: 22.1\\n'");
});

afterEach(() => rmSync(root, { recursive: true, force: true }));

const toolchains = () => at("home/.rustup/toolchains");
const links = () => `[ "$2" != link ] || { mkdir -p ${toolchains()} && ln -s "$4" "${toolchains()}/$3"; }`;
const targetAdds = () => `mkdir -p ${library("default")} && : >${library("default")}/libstd-1.rlib`;
const library = (sysroot) => at(`${sysroot}/lib/rustlib/${target}/lib`);

function stub(name, body) {
  const text = typeof body === "function" ? body() : body;
  const path = at(join("bin", name));
  writeFileSync(path, `#!/bin/bash\necho "${name.split("/").at(-1)} $*" >>${at("calls")}\n${text}\n`);
  chmodSync(path, 0o755);
}

function addStandardLibrary(sysroot, builtBy) {
  mkdirSync(library(sysroot), { recursive: true });
  writeFileSync(join(library(sysroot), "libstd-1.rlib"), "");
  if (builtBy) writeFileSync(join(library(sysroot), "../built-by"), builtBy);
}

function run(script, { args = [], env = {} } = {}) {
  const { status, stderr } = spawnSync("bash", [at(`project/scripts/${script}`), ...args], {
    env: { PATH: at("bin"), HOME: at("home"), SETUP_PREFIX: at("debian"), ...env },
    encoding: "utf8",
  });
  const calls = existsSync(at("calls")) ? readFileSync(at("calls"), "utf8") : "";
  return { status, lines: stderr.split("\n").filter(Boolean), calls };
}

describe("the wasm target", () => {
  const setup = (options) => run("setup-wasm-target.sh", options);
  const noDownloads = { env: { RUSTUP_AUTO_INSTALL: "0" } };

  test("is left alone when it is there", () => {
    addStandardLibrary("default");
    const { status, lines, calls } = setup();
    assert.deepEqual({ status, lines }, { status: 0, lines: [] });
    assert.doesNotMatch(calls, /rustup|apt-get/);
  });

  test("comes from rustup", () => {
    stub("rustup", targetAdds);
    const { status, calls } = setup();
    assert.equal(status, 0);
    assert.match(calls, new RegExp(`^rustup target add ${target}$`, "m"));
    assert.doesNotMatch(calls, /apt-get|override/);
  });

  test("comes from Debian where rustup must not download, and nothing else is compiled with it", () => {
    addStandardLibrary("debian");
    const { status, calls } = setup(noDownloads);
    assert.equal(status, 0);
    assert.doesNotMatch(calls, /rustup (target|toolchain install|update)/);
    assert.match(calls, /^rustup toolchain link debian-web /m);
    assert.doesNotMatch(calls, /rustup (default|override)/);
    assert.equal(realpathSync(join(toolchains(), "debian-web")), at("debian"));
    // Only what sources this is.
    const chosen = execFileSync("bash", ["-c", '. scripts/wasm-compiler.sh; echo "$RUSTUP_TOOLCHAIN"'], {
      cwd: at("project"),
      env: { PATH: at("bin"), HOME: at("home"), SETUP_PREFIX: at("debian"), ...noDownloads.env },
      encoding: "utf8",
    });
    assert.equal(chosen, "debian-web\n");
  });

  test("comes from Debian when rustup fails", () => {
    addStandardLibrary("debian");
    stub("rustup", () => `[ "$1" != target ] || exit 1; ${links()}`);
    assert.equal(setup().status, 0);
  });

  test("installs what of Debian's packages is missing", () => {
    addStandardLibrary("debian");
    stub("dpkg", "exit 1");
    const { status, calls } = setup(noDownloads);
    assert.equal(status, 0);
    assert.match(calls, /^apt-get .* install .*rustc-web/m);
    assert.match(calls, /^apt-get .* install .*lld-22$/m);
  });

  test("is built again for another compiler", () => {
    addStandardLibrary("debian", "release: 1.2.2\n");
    mkdirSync(at("debian/src/rustc-1.2.3/library"), { recursive: true });
    writeFileSync(at("debian/src/rustc-1.2.3/library/Cargo.toml"), "");
    stub("../debian/bin/cargo", "echo no space left; exit 1");
    const { status, lines } = setup(noDownloads);
    assert.equal(status, 1);
    assert.match(lines.at(-1), /cannot build the standard library/);
    assert.ok(
      existsSync(join(library("debian"), "libstd-1.rlib")),
      "the old one stays until the new one is there",
    );
  });

  test("says in one line that the network is missing", () => {
    stub("dpkg", "exit 1");
    stub("apt-get", "exit 100");
    const { status, lines } = setup(noDownloads);
    assert.equal(status, 1);
    assert.match(lines.at(-1), /apt-get update failed \(no network\?\)/);
    assert.equal(lines.filter((it) => /failed|missing/.test(it)).length, 1);
  });

  test("says in one line that the rights are missing", () => {
    stub("dpkg", "exit 1");
    stub("id", "echo 1000");
    const { status, lines, calls } = setup(noDownloads);
    assert.equal(status, 1);
    assert.equal(lines.length, 1);
    assert.match(lines[0], /run this as root once, or apt-get install rustc-web/);
    assert.doesNotMatch(calls, /apt-get/);
  });

  test("says in one line what to do where there is no Debian", () => {
    rmSync(at("bin/apt-get"));
    const { status, lines } = setup(noDownloads);
    assert.equal(status, 1);
    assert.deepEqual(lines, [
      `setup: the target ${target} is missing: run 'rustup target add ${target}' with a network`,
    ]);
  });

  test("is never left to wasm-pack, which would let rustup download it", () => {
    stub("wasm-pack", "exit 0");
    stub("cargo", "exit 0");
    rmSync(at("bin/apt-get"));
    const { status, calls } = run("wasm-pack.sh", { args: ["web", "out"], ...noDownloads });
    assert.equal(status, 1);
    assert.doesNotMatch(calls, /wasm-pack|rustup target/);
  });
});

describe("the packages of npm", () => {
  const setup = () => run("setup.sh", { args: ["node"] });
  const file = (path, seconds) => {
    mkdirSync(at("project/node_modules"), { recursive: true });
    writeFileSync(at(`project/${path}`), "");
    utimesSync(at(`project/${path}`), seconds, seconds);
  };

  test("are installed from the lock file", () => {
    file("package-lock.json", 1);
    const { status, calls } = setup();
    assert.equal(status, 0);
    assert.match(calls, /^npm ci .*--ignore-scripts/m);
  });

  test("are installed again when the lock file is newer", () => {
    file("node_modules/.package-lock.json", 1);
    file("package-lock.json", 2);
    assert.match(setup().calls, /^npm ci/m);
  });

  test("are left alone otherwise", () => {
    file("package-lock.json", 1);
    file("node_modules/.package-lock.json", 2);
    assert.doesNotMatch(setup().calls, /^npm/m);
  });

  test("fail with what npm says, in one line", () => {
    file("package-lock.json", 1);
    stub(
      "npm",
      "[ $1 != ping ] || exit 0; printf 'npm error code ENOTFOUND\\nnpm error network request failed\\nnpm error more\\n' >&2; exit 1",
    );
    const { status, lines } = setup();
    assert.equal(status, 1);
    assert.deepEqual(lines, ["setup: npm ci", "setup: npm ci failed: npm error network request failed"]);
  });

  test("come from what npm has kept when there is no network, and that is said", () => {
    file("package-lock.json", 1);
    stub("npm", "printf 'npm error code ENOTFOUND\\nnpm error no such host\\n' >&2; exit 1");
    const { status, lines, calls } = setup();
    assert.equal(status, 1);
    assert.match(calls, /^npm ci --offline/m);
    assert.deepEqual(lines, ["setup: npm ci", "setup: npm ci failed (no network): npm error no such host"]);
  });

  test("need Node 20", () => {
    stub("node", "echo v18.20.1");
    const { status, lines } = setup();
    assert.equal(status, 1);
    assert.deepEqual(lines, ["setup: Node.js 18.20.1 is too old: install 20 or newer"]);
  });
});

describe("the packages of PyPI", () => {
  const setup = () => run("setup.sh", { args: ["python"] });
  const lines = ["setup: pip install check-jsonschema junitparser maturin mypy pre-commit pyright"];
  /** A Python of this version, whose named parts do what the test says. */
  const python = (version, { old = "exit 0", pip = "exit 0", install = "mkdir -p .tools/python" } = {}) =>
    stub(
      "python3",
      `case "$*" in --version) echo Python ${version} ;; -c*) ${old} ;; *--version) ${pip} ;; *) ${install} ;; esac`,
    );
  const installs = ({ calls }) => calls.match(/^python3 -m pip install/gm)?.length ?? 0;

  test("are installed into the project, with their hashes, and once", () => {
    python("3.11.2");
    assert.deepEqual({ ...setup(), calls: "" }, { status: 0, lines, calls: "" });
    const again = setup();
    assert.deepEqual([again.status, again.lines, installs(again)], [0, [], 1]);
    assert.match(
      again.calls,
      /^python3 .* --require-hashes --no-deps --only-binary :all: --target \.tools\/python -r scripts\/requirements\.txt$/m,
    );
    assert.doesNotMatch(again.calls, /apt-get/);
  });

  test("are installed again for another Python, and for other versions of them", () => {
    python("3.11.2");
    setup();
    python("3.12.0");
    assert.equal(installs(setup()), 2);
    writeFileSync(at("project/scripts/requirements.txt"), "check-jsonschema==99\n");
    assert.equal(installs(setup()), 3);
    assert.equal(installs(setup()), 3);
  });

  test("fail with what pip says, in one line, and are tried again", () => {
    for (const [said, told] of [
      ["ERROR: there is no such wheel\\nmore", ": ERROR: there is no such wheel"],
      ["WARNING: Retrying (Retry(total=0\\nERROR: nothing found\\n", " (no network): ERROR: nothing found"],
      ["/usr/bin/python3: No module named pip", ": /usr/bin/python3: No module named pip"],
    ]) {
      python("3.11.2", { install: `mkdir -p .tools/python; printf '${said}' >&2; exit 1` });
      const result = setup();
      assert.deepEqual([result.status, result.lines], [1, [...lines, `setup: pip install failed${told}`]]);
    }
    python("3.11.2");
    assert.equal(setup().status, 0);
  });

  test("need Python 3.11", () => {
    python("3.9.2", { old: "exit 1" });
    const { status, lines } = setup();
    assert.equal(status, 1);
    assert.deepEqual(lines, ["setup: Python 3.9.2 is too old for the tests: install 3.11 or newer"]);
  });

  test("come with Debian's pip where there is none", () => {
    stub("dpkg", "exit 1");
    python("3.11.2", { pip: "exit 1" });
    assert.match(setup().calls, /^apt-get .* install .*python3-pip$/m);
    rmSync(at("project/.tools"), { recursive: true });
    stub("id", "echo 1000");
    const { status, lines } = setup();
    assert.equal(status, 1);
    assert.deepEqual(lines, [
      "setup: Debian's python3-pip is missing: run this as root once, or apt-get install python3-pip",
    ]);
  });

  test("come with Debian's Python where there is none", () => {
    stub("dpkg", "exit 1");
    stub("id", "echo 1000");
    assert.match(setup().lines.join(), /^setup: Debian's python3 python3-pip is missing: run this as root/);
    rmSync(at("bin/apt-get"));
    assert.match(setup().lines.join(), /^setup: python3 python3-pip is missing, and this is not Debian/);
  });
});

describe("what the tests of scale need", () => {
  const setup = () => run("setup.sh", { args: ["scale"] });
  const python = `case "$*" in --version) echo Python 3.11.2 ;; -*) ;; *) mkdir -p .tools/scale; echo "with $PYTHONPATH" >>${"$"}{0%/*}/../calls ;; esac`;

  test("is installed with its hashes, Spark from its source with what is locked, and once", () => {
    stub("python3", python.replace("-*)", "-c*|*--version)"));
    stub("java", "");
    const { status, lines, calls } = setup();
    assert.deepEqual(
      [status, lines],
      [0, ["setup: pip install chdb dask duckdb pandas polars pyarrow pyspark wasmtime"]],
    );
    const wheels = "--require-hashes --no-deps --only-binary :all: --target \\.tools/scale";
    assert.match(calls, new RegExp(`${wheels} -r scripts/requirements-scale\\.txt$`, "m"));
    assert.match(
      calls,
      new RegExp(
        `${wheels} --no-build-isolation --no-binary pyspark -r scripts/requirements-spark\\.txt\nwith /.*/\\.tools/scale$`,
        "m",
      ),
    );
    assert.doesNotMatch(calls, /apt-get/);
    assert.doesNotMatch(setup().calls.slice(calls.length), /pip install/);
  });

  test("comes with Debian's Java where there is none", () => {
    stub("python3", python);
    stub("dpkg", "exit 1");
    assert.match(setup().calls, /^apt-get .* install .*openjdk-17-jre-headless$/m);
  });

  test("is no part of the whole set-up", () => {
    assert.doesNotMatch(readFileSync(at("project/scripts/setup.sh"), "utf8"), /^.*set -- .*scale/m);
  });
});

describe("the rest of the set-up", () => {
  test("takes a browser that is there", () => {
    stub("chromium-headless-shell", "");
    assert.equal(run("setup.sh", { args: ["browser"] }).calls, "");
  });

  test("installs a browser that is not", () => {
    stub("dpkg", "exit 1");
    assert.match(
      run("setup.sh", { args: ["browser"] }).calls,
      /^apt-get .* install .*chromium-headless-shell$/m,
    );
  });

  test("installs what is missing of the other browsers, and takes the one that is named", () => {
    for (const it of ["WebKitWebDriver", "a-firefox"]) stub(it, "");
    stub("dpkg", "exit 1");
    const setup = (env) => run("setup.sh", { args: ["browsers"], env });
    const { calls } = setup({ FIREFOX: "a-firefox" });
    assert.match(calls, /^apt-get .* install .*-recommends xvfb$/m);
    stub("Xvfb", "");
    assert.equal(setup({ FIREFOX: "a-firefox" }).calls, calls);
    stub("id", "echo 1000");
    const { status, lines } = setup({ FIREFOX: "another-firefox" });
    assert.equal(status, 1);
    assert.deepEqual(lines, [
      "setup: Debian's firefox-esr is missing: run this as root once, or apt-get install firefox-esr",
    ]);
  });

  test("knows its parts", () => {
    const { status, lines } = run("setup.sh", { args: ["everything"] });
    assert.equal(status, 1);
    assert.deepEqual(lines, [
      "setup: there is no part 'everything': cargo, compiler, bindgen, wasm, pack, node, python, browser, browsers, vscode, editors, scale",
    ]);
  });

  test("says what to install where there is no Rust", () => {
    rmSync(at("bin/cargo"));
    for (const part of ["cargo", "compiler", "bindgen", "wasm", "pack"]) {
      const { status, lines } = run("setup.sh", { args: [part] });
      assert.equal(status, 1);
      assert.deepEqual(lines, ["setup: cargo is missing: install Rust (rustup)"]);
    }
  });

  test("is asked for by each target that needs something", () => {
    const makefile = readFileSync(fileURLToPath(new URL("../../Makefile", import.meta.url)), "utf8");
    assert.match(makefile, /^check:.*\n(\t@test .*\n)?\t@scripts\/setup\.sh cargo\n\t@cargo /m);
  });
});
