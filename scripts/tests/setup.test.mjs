// What else the set-up installs, and what its parts are.
import assert from "node:assert/strict";
import { readFileSync, rmSync } from "node:fs";
import { describe, test } from "node:test";
import { fileURLToPath } from "node:url";
import { at, run, stub } from "./setup-machine.mjs";

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
      "setup: there is no part 'everything': cargo, compiler, bindgen, wasm, pack, node, python, browser, browsers, vscode, editors, scale, wheels",
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
