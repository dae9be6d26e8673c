import assert from "node:assert/strict";
import { test } from "node:test";
import { allOf, counts, failed, havePassed } from "../counts.mjs";

test("node --test, as it prints to a terminal and to a file", () => {
  assert.deepEqual(counts("ℹ tests 4\nℹ pass 3\nℹ fail 1\nℹ cancelled 0\n"), { passed: 3, failed: 1 });
  assert.deepEqual(counts("# tests 4\n# pass 2\n# fail 1\n# cancelled 1\n"), { passed: 2, failed: 2 });
});

test("cargo test adds up its binaries", () => {
  const ok =
    "test result: ok. 5 passed; 0 failed; 1 ignored; 0 measured; 0 filtered out; finished in 0.00s\n";
  const failed = "test result: FAILED. 2 passed; 3 failed; 0 ignored\n";
  assert.deepEqual(counts(ok + failed), { passed: 7, failed: 3 });
});

test("our own line, in colours too", () => {
  assert.deepEqual(counts("\x1b[32m3 passed, 0 failed\x1b[0m\r\n 2 passed, 1 failed\n"), {
    passed: 5,
    failed: 1,
  });
});

test("a runner inside a runner is counted once", () => {
  assert.deepEqual(counts("9 passed, 0 failed\n# pass 1\n# fail 0\n"), { passed: 1, failed: 0 });
});

test("no summary is not the same as no tests", () => {
  assert.equal(counts("all is well, 3 passed"), undefined);
});

test("what failed is named once, by each of the runners", () => {
  const spec = "▶ a file\n  ✔ reads (1.5ms)\n  ✖ writes (12.25ms)\n✖ failing tests:\n\n✖ writes (12.25ms)\n";
  const tap = "ok 1 - reads\nnot ok 2 - writes\n    not ok 1 - a part\n";
  const host = "node: ok reads (3 ms)\nnode: not ok writes\n    Error: no\nui: not ok the hover\n";
  const cargo = "running 2 tests\n.F\n\n---- fix::writes stdout ----\n\nfailures:\n    fix::writes\n";
  const names = (output) => failed(output).map((it) => it.name);
  assert.deepEqual(names(spec), ["writes"]);
  assert.deepEqual(names(tap), ["writes", "a part"]);
  assert.deepEqual(names(host), ["writes", "the hover"]);
  assert.deepEqual(names(cargo), ["fix::writes"]);
  assert.deepEqual(names("test fix::writes ... FAILED\n"), ["fix::writes"]);
  assert.deepEqual(names("\x1b[32m✔ reads (1ms)\x1b[0m\r\n"), []);
});

test("why it failed is what comes after the last of its names", () => {
  const spec = "✖ writes (1ms)\n✔ reads (1ms)\n✖ failing tests:\n\n✖ writes (1ms)\n  Error: no disk\n";
  assert.deepEqual(failed(spec), [{ name: "writes", why: "  Error: no disk" }]);
  const host = "web: not ok writes\nweb:     Error: no disk\nweb: ok reads (3 ms)\n".concat(
    "\nmore\n".repeat(20),
  );
  assert.match(failed(host)[0].why, /^web: {5}Error: no disk\nweb: ok reads/);
  assert.equal(failed(host)[0].why.split("\n").length, 10);
});

test("tests are selected by their names", () => {
  const names = ["reads a/b (twice)", "what's 1+1?"];
  const pattern = new RegExp(allOf(names, "pattern"));
  for (const it of names) {
    assert.match(it, pattern);
    assert.doesNotMatch(`${it} or not`, pattern);
  }
  assert.equal(allOf(["fix::writes", "reads"], "names"), "fix::writes reads");
});

test("a run has passed if it had each of the wanted tests", () => {
  const node = "✔ reads (1.5ms)\n﹣ writes (0.2ms) # skipped\n✔ test/a.test.mjs (3ms)\nℹ pass 2\nℹ fail 0\n";
  assert.ok(havePassed(["reads"], node));
  assert.ok(!havePassed(["reads", "writes"], node));
  assert.ok(!havePassed([], node.replace("fail 0", "fail 1")));
  assert.ok(!havePassed(["reads"], ""));
  const cargo = "test result: ok. 0 passed; 0 failed;\ntest result: ok. 2 passed; 0 failed;\n";
  assert.ok(havePassed(["a", "b::c"], cargo));
  assert.ok(!havePassed(["a"], cargo));
  assert.ok(!havePassed(["a", "b::c", "d"], cargo));
});
