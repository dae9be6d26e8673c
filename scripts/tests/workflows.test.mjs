// What the workflows, the action and the examples in the documentation run can only be what was reviewed, and a token
// reaches only the step that needs it.
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { load } from "js-yaml";

const root = join(import.meta.dirname, "../..");
const read = (path) => readFileSync(join(root, path), "utf8");
const under = (folder, ending) =>
  readdirSync(join(root, folder)).flatMap((it) => (it.endsWith(ending) ? `${folder}/${it}` : []));

const workflows = under(".github/workflows", ".yml").map((name) => ({ name, text: read(name) }));
const examples = under("docs", ".md").flatMap((name) =>
  [...read(name).matchAll(/^```yaml\n(# \.github\/workflows\/.*\n[\s\S]*?)^```$/gm)].map(([, text]) => ({
    name,
    text,
  })),
);

const PINNED = /uses: [\w-]+\/[\w./-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/;
const HAS_TOKEN = /\$\{\{[^}]*(?:\bsecrets\b|token\b)/i;

/** What is wrong with a workflow or an action, a line for each fault. */
function faults(text) {
  const { permissions, env = {}, jobs = {}, runs } = load(text);
  const all = Object.entries(runs ? { action: runs } : jobs);
  const steps = all.flatMap(([job, { steps }]) =>
    (steps ?? []).map((it, idx) => [`${job}, step ${idx + 1}`, it]),
  );
  const found = [];
  // The version is in a comment, which YAML does not have. This action's own commit is only known after its release.
  for (const [line] of text.matchAll(/^.*\buses:.*$/gm))
    if (!PINNED.test(line) && !line.includes("uses: OWNER/agent-response@"))
      found.push(`not pinned by its commit, with the version behind it: ${line.trim()}`);
  if (!runs && JSON.stringify(permissions) !== '{"contents":"read"}')
    found.push("the permissions of all jobs are not only `contents: read`");
  for (const [place, it] of [["all jobs", { env }], ...all])
    for (const [name, value] of Object.entries(it.env ?? {}))
      if (HAS_TOKEN.test(value)) found.push(`${place}: the token ${name} reaches every step`);
  for (const [place, { uses = "", with: inputs = {}, run = "" }] of steps) {
    if (uses.startsWith("actions/checkout@") && inputs["persist-credentials"] !== false)
      found.push(`${place}: the checkout keeps its credentials`);
    if (run.includes("${{")) found.push(`${place}: an expression becomes part of the script`);
  }
  return found;
}

/** What is taken from a registry in whatever version is newest there. */
const unlocked = (text) =>
  text.match(/\bnpx\b.*|\bnpm (?:i|install|exec)\b(?!.*@).*|\bcargo install\b(?!.*--locked --version).*/g) ??
  [];

test("workflows pin what they run, and keep tokens where they are needed", () => {
  assert.ok(workflows.length >= 3);
  for (const { name, text } of workflows) assert.deepEqual([...faults(text), ...unlocked(text)], [], name);
  const action = read("action.yml");
  assert.deepEqual([...faults(action), ...unlocked(action)], []);
});

test("so do the examples", () => {
  assert.ok(examples.length >= 3);
  for (const { name, text } of examples) assert.deepEqual(faults(text), [], name);
});

test("each fault would be found", () => {
  const sound = read(".github/workflows/release.yml");
  assert.deepEqual(faults(sound), []);
  const spoil = (from, to) => {
    const text = sound.replace(from, to);
    assert.notEqual(text, sound, `${from}`);
    return [...faults(text), ...unlocked(text)];
  };
  for (const [fault, from, to] of [
    [/^not pinned/, /@[0-9a-f]{40} # /, "@"],
    [/^not pinned/, / # v\d.*/, ""],
    [/^not pinned/, /@[0-9a-f]{40} # .*/, "@v4"],
    [/contents: read/, "\n  contents: read\n", "\n  contents: write\n"],
    [/contents: read/, "permissions:\n  contents: read\n", ""],
    [/^test: the token X/, "CHROMIUM: /usr/bin/google-chrome", `X: \${{ secrets.X }}`],
    [/^test: the token X/, "CHROMIUM: /usr/bin/google-chrome", `X: \${{ github.token }}`],
    [/^all jobs: the token X/, "jobs:\n", `env:\n  X: \${{ secrets['X'] }}\njobs:\n`],
    [/^test, step 1: the checkout/, "persist-credentials: false", "persist-credentials: true"],
    [/^test, step 1: the checkout/, / +with:\n +persist-credentials: false\n/, ""],
    [/^test, step 4: an expression/, "run: .ci/run", `run: echo \${{ github.ref_name }}`],
    [/^npx --yes vsce/, "node_modules/.bin/vsce", "npx --yes vsce@3"],
    [/^npm install ovsx/, "npm ci", "npm install ovsx"],
    [/^cargo install x/, "run: .ci/run", "run: cargo install x"],
  ]) {
    const found = spoil(from, to);
    assert.ok(found.length > 0 && found.every((it) => fault.test(it)), `${fault}: ${found}`);
  }
});
