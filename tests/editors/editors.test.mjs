// The language server in real editors, without a screen: a finding inside the string, after an
// emoji; its fix; a key of the payload completed; the file.
import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { before, describe, test } from "node:test";
import { fileURLToPath } from "node:url";
import { buildSync } from "esbuild";

const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const server = here("../../target/debug/agent-response");
const good = readFileSync(here("../../samples/good/.agent-response-phase8.json"), "utf8");
const NAME = ".agent-response-phase8.json";

/** The sample with an emoji in its payload, and after that, in the same line, a key without a name and a wrong comma. */
const whole = replaced(good, "a request handler with", "a 😀 request handler with");
const broken = replaced(
  replaced(whole, '\\"timeouts\\"]', '\\"timeouts\\",]'),
  '\\"frontmatter_metadata\\": {',
  '\\"\\": {',
);

function replaced(text, before, after) {
  assert.ok(text.includes(before), before);
  return text.replace(before, after);
}

/** What an editor does with a file: what it printed, and the file after that. */
function drive(command, args) {
  const folder = mkdtempSync(join(tmpdir(), "editors-"));
  try {
    cpSync(here("../../samples/good/.agent-request-phase8.json"), join(folder, ".agent-request-phase8.json"));
    const file = join(folder, NAME);
    writeFileSync(file, broken);
    const env = { ...process.env, FILE: file, SERVER: server, HOME: folder, LC_ALL: "C.UTF-8" };
    const run = spawnSync(command, args, { cwd: folder, env, encoding: "utf8", timeout: 120_000 });
    const line = run.stdout.trim().split("\n").at(-1) ?? "";
    assert.equal(run.status, 0, `${line}\n${run.stderr}`);
    const check = spawnSync(server, ["check", "--quiet", file], { cwd: folder, encoding: "utf8" });
    return { steps: JSON.parse(line), text: readFileSync(file, "utf8"), check };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function verify({ steps, text, check }) {
  // Emacs puts the source and the rule before it.
  const comma = steps.opened.find((it) => /Trailing comma; JSON does not allow it$/.test(it.message));
  assert.equal(comma?.marked, ",", JSON.stringify(steps.opened));
  assert.equal(steps.action, "Remove the comma");
  assert.equal(steps.completed, "frontmatter_metadata");
  assert.deepEqual([...steps.saved], []);
  assert.equal(text, whole);
  assert.equal(check.status, 0, check.stdout);
}

/** The files that the tests of the extension have, too. */
async function fixtures() {
  const entry = here("../../vscode-extension/test/fixtures.ts");
  const { outputFiles } = buildSync({ entryPoints: [entry], bundle: true, format: "esm", write: false });
  return import(`data:text/javascript,${encodeURIComponent(outputFiles[0].text)}`);
}

describe("editors", () => {
  before(() => execFileSync(server, ["--version"]));

  test("Neovim shows a finding in the payload, applies its fix and completes a key", () => {
    verify(drive("nvim", ["--headless", "-n", "-u", here("neovim.lua")]));
  });

  test("Neovim tells the story of docs/inside.md", async () => {
    const { story, workspaceFiles } = await fixtures();
    const folder = mkdtempSync(join(tmpdir(), "editors-"));
    try {
      const file = join(folder, ".agent-response-phase7.json");
      const before = workspaceFiles()["story/broken/.agent-response-phase7.json"];
      writeFileSync(file, before);
      writeFileSync(
        join(folder, ".agent-request-phase7.json"),
        workspaceFiles()["story/broken/.agent-request-phase7.json"],
      );
      const env = { ...process.env, FILE: file, SERVER: server, HOME: folder, LC_ALL: "C.UTF-8" };
      const args = ["--headless", "-n", "-u", here("inside.lua")];
      const run = spawnSync("nvim", args, { cwd: folder, env, encoding: "utf8", timeout: 120_000 });
      const { said, error } = JSON.parse(run.stdout.trim().split("\n").at(-1) ?? "");
      assert.equal(error, undefined, `${said.join("\n")}\n${run.stderr}`);
      const saved = readFileSync(file, "utf8");
      assert.equal(JSON.parse(saved).response, story.fixed);
      const rest = (text) => text.replace(/"response": .*/, "");
      assert.equal(rest(saved), rest(before));
      const page = readFileSync(here("../../docs/inside.md"), "utf8");
      assert.equal(/## In Neovim\n[^]*?```text\n([^]*?)\n```/.exec(page)?.[1], said.join("\n"));
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  test("Emacs shows, fixes and completes the same", () => {
    verify(drive("emacs", ["--batch", "-q", "-l", here("emacs.el")]));
  });
});
