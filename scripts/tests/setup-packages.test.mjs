// The packages of npm and PyPI that the set-up installs.
import assert from "node:assert/strict";
import { mkdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { describe, test } from "node:test";
import { at, run, stub } from "./setup-machine.mjs";

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
