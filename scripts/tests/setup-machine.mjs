// A machine that this one is not, for the set-up scripts: every command they call is a stub that notes how it was called, in a
// PATH that holds nothing else. There is a new one for each test.
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
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach } from "node:test";
import { fileURLToPath } from "node:url";

const scripts = fileURLToPath(new URL("..", import.meta.url));
export const target = "wasm32-unknown-unknown";
const plainTools =
  "bash cat chmod cmp cp dirname env find grep ln mkdir mktemp mv readlink rm sed sha256sum sort tail xargs wc";

let root;
export const at = (path) => join(root, path);

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

export const toolchains = () => at("home/.rustup/toolchains");
export const links = () =>
  `[ "$2" != link ] || { mkdir -p ${toolchains()} && ln -s "$4" "${toolchains()}/$3"; }`;
export const targetAdds = () => `mkdir -p ${library("default")} && : >${library("default")}/libstd-1.rlib`;
export const library = (sysroot) => at(`${sysroot}/lib/rustlib/${target}/lib`);

export function stub(name, body) {
  const text = typeof body === "function" ? body() : body;
  const path = at(join("bin", name));
  writeFileSync(path, `#!/bin/bash\necho "${name.split("/").at(-1)} $*" >>${at("calls")}\n${text}\n`);
  chmodSync(path, 0o755);
}

export function addStandardLibrary(sysroot, builtBy) {
  mkdirSync(library(sysroot), { recursive: true });
  writeFileSync(join(library(sysroot), "libstd-1.rlib"), "");
  if (builtBy) writeFileSync(join(library(sysroot), "../built-by"), builtBy);
}

export function run(script, { args = [], env = {} } = {}) {
  const { status, stderr } = spawnSync("bash", [at(`project/scripts/${script}`), ...args], {
    env: { PATH: at("bin"), HOME: at("home"), SETUP_PREFIX: at("debian"), ...env },
    encoding: "utf8",
  });
  const calls = existsSync(at("calls")) ? readFileSync(at("calls"), "utf8") : "";
  return { status, lines: stderr.split("\n").filter(Boolean), calls };
}
