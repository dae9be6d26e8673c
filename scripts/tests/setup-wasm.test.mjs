// Where the standard library for WebAssembly comes from.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, test } from "node:test";
import {
  addStandardLibrary,
  at,
  library,
  links,
  run,
  stub,
  target,
  targetAdds,
  toolchains,
} from "./setup-machine.mjs";

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
