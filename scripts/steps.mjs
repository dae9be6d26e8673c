// What `make test` runs: two rows at a time, or three that wait for answers, earlier ones first. A row is
//   name        what STEPS selects by, and what the summary shows
//   run         a shell command, started in the top folder
//   kind        "setup": counts only when it fails; "tests": prints how many tests passed and failed,
//               and fails when there were none; otherwise one check
//   needs       names of earlier rows without which it makes no sense
//   after       names of earlier rows that have to end before, in whatever way, if they run at all
//   occupies    what only one row at a time can use: cargo, which uses all cores itself, or the packages of Debian
//   waits       starts many commands and waits for their answers: only others of this kind run beside it
//   alone       nothing runs beside it but a row in the background: it uses all cores itself, or drives a browser or an editor
//   measures    nothing at all runs beside it
//   again       how AGAIN names the tests that ran and failed, when they run once more: "pattern" or "names" (counts.mjs)
//   background  no row needs it soon: it runs beside any of the others, with the time of the cores that they leave
//   named       it runs only if its name begins with a word of STEPS, or a row that does needs it
//   quick       `make quick` runs it, too: true, or the command that it runs instead; without `run`, only `make quick` does
import { existsSync } from "node:fs";

const locked = process.env.CI ? "--locked" : "";
const javascript = ["npm", "npm/command", "payload-schema", "common", "www", "vscode-extension", "pkg-tests"];
const typed = javascript.filter((it) => existsSync(new URL(`../${it}/tsconfig.json`, import.meta.url)));

/** How each runner is told to run only the tests that failed, if any are named. */
const ifAgain = (option) => `\${AGAIN:+${option}}`;
const ONLY = {
  node: ifAgain('"--test-name-pattern=$AGAIN"'),
  cargo: ifAgain("--exact $AGAIN"),
};

/** Every night, each host of VS Code runs all tests, and not only those of what may differ there. */
const all = process.env.ALL === undefined ? "" : "--all";

/** The command that is tested is the one that its tests in Rust use: a release takes ten minutes more to build. */
const command = "AGENT_RESPONSE_COMMAND=$PWD/target/debug/agent-response";

/** The parts that scripts/build-wasm.sh builds. */
const WASM = ["binding", "editor", "tools", "command", "reader"];

export const steps = [
  { name: "set up compiler", kind: "setup", run: "scripts/setup.sh compiler", occupies: ["debian"] },
  { name: "set up node", kind: "setup", run: "scripts/setup.sh node" },
  { name: "set up bindgen", kind: "setup", run: "scripts/setup.sh bindgen", occupies: ["cargo"] },
  { name: "set up python", kind: "setup", run: "scripts/setup.sh python", occupies: ["debian"] },
  { name: "set up browser", kind: "setup", run: "scripts/setup.sh browser", occupies: ["debian"] },
  { name: "set up browsers", kind: "setup", run: "scripts/setup.sh browsers", occupies: ["debian"] },
  { name: "set up vscode", kind: "setup", run: "scripts/setup.sh vscode" },
  { name: "set up editors", kind: "setup", run: "scripts/setup.sh editors", occupies: ["debian"] },

  // In `make quick`, instead of all of these: what its rows read of other parts, from a build of any kind.
  {
    name: "set up quick",
    kind: "setup",
    quick: `set -e
scripts/setup.sh node
if ! [ -e npm/dist/index.js -a -e vscode-extension/wasm/project.wasm ]; then
  scripts/setup.sh wasm
  scripts/build-page.sh
  scripts/build-wasm.sh reader quick
fi`,
  },
  {
    name: "scripts",
    kind: "tests",
    needs: ["set up node"],
    again: "pattern",
    run: `node --test --test-reporter=spec ${ONLY.node} scripts/tests/*.test.mjs`,
  },
  {
    name: "biome",
    needs: ["set up node"],
    quick: true,
    run: `biome ci --colors=off --error-on-warnings ${javascript.join(" ")} scripts src crates python *.json`,
  },

  { name: "cargo fmt", quick: true, run: "cargo fmt --all --check" },
  // Each is one unit of code for the compiler, which uses one core.
  ...WASM.map((part) => ({
    name: `wasm of the ${part}`,
    needs: ["set up compiler", "set up bindgen", "set up node"],
    after: ["biome"], // which reads all folders
    run: `scripts/build-wasm.sh ${part}`,
  })),
  { name: "wasm size", needs: ["wasm of the binding"], run: "node scripts/wasm-size.mjs" },
  {
    name: "cargo build command",
    occupies: ["cargo"],
    run: `cargo test-command --quiet ${locked} --no-run`,
  },
  {
    name: "package",
    needs: WASM.map((part) => `wasm of the ${part}`),
    occupies: ["cargo"],
    run: "scripts/pack.sh",
  },
  {
    name: "cargo build core tests",
    occupies: ["cargo"],
    background: true,
    run: `cargo test-core --quiet ${locked} --no-run`,
  },
  {
    name: "set up pack",
    kind: "setup",
    occupies: ["cargo"],
    background: true,
    run: "scripts/setup.sh pack",
  },
  // The crate for those who build it themselves, compared with the command.
  {
    name: "wasm-pack",
    kind: "tests",
    needs: ["package", "set up pack", "cargo build command"],
    occupies: ["cargo"],
    background: true,
    run: `${command} node --test --test-reporter=spec scripts/wasm-pack.test.mjs`,
  },
  {
    name: "cargo clippy",
    occupies: ["cargo"],
    background: true,
    quick: true,
    run: `cargo clippy --quiet ${locked} --workspace --all-targets -- -D warnings`,
  },
  {
    name: "cargo clippy wasm",
    needs: ["set up compiler"],
    occupies: ["cargo"],
    background: true,
    run: `. scripts/wasm-compiler.sh && cargo clippy --quiet ${locked} --lib --target wasm32-unknown-unknown -p agent-response -p agent-response-cli -p agent-response-project -p agent-response-columns --features agent-response/editor,agent-response-project/wasm -- -D warnings`,
  },
  ...typed.map((it) => ({
    name: `tsc ${it}`,
    needs: ["package"],
    after: ["set up quick"],
    quick: true,
    run: `tsc --noEmit --project ${it}`,
  })),

  // They wait for what they test to be idle, so that none fails because another one takes its time.
  ...[
    ["extension", "unit size node"],
    ["extension on the web", "web oldest"],
    ["extension in windows", "roots ui"],
  ].map(([name, parts]) => ({
    name,
    kind: "tests",
    needs: ["package", "set up browser", "set up vscode"],
    waits: true,
    run: `npm test --silent -w agent-response-vscode -- ${parts} ${all}`, // it runs a failed test once more itself
  })),
  {
    name: "extension without an editor",
    kind: "tests",
    needs: ["set up quick"],
    quick: "npm test --silent -w agent-response-vscode -- unit",
  },
  {
    name: "page without a browser",
    kind: "tests",
    needs: ["set up quick"],
    quick: "cd www && node test/run.mjs unit",
  },
  {
    name: "page",
    kind: "tests",
    needs: ["package", "set up browser"],
    waits: true,
    again: "pattern",
    run: `cd www && node test/run.mjs rest ${ONLY.node}`, // the package step has built it
  },
  // The page, the element and the package in Firefox and WebKitGTK, both at once.
  {
    name: "browsers",
    kind: "tests",
    needs: ["package", "set up browsers"],
    waits: true,
    again: "pattern",
    run: `cd www && node test/run.mjs browsers ${ONLY.node}`,
  },
  // The language server in Neovim and Emacs, in the command that was built for the tests.
  {
    name: "editors",
    kind: "tests",
    needs: ["set up editors", "set up node", "cargo build command"],
    alone: true,
    again: "pattern",
    run: `node --test --test-reporter=spec ${ONLY.node} tests/editors/editors.test.mjs`,
  },
  {
    name: "cargo test command",
    kind: "tests",
    needs: ["cargo build command"],
    alone: true,
    again: "names",
    run: `cargo test-command --quiet ${locked} --no-fail-fast -- ${ONLY.cargo}`,
  },
  // What only the native command has is in the module `native`.
  {
    name: "command in Node",
    kind: "tests",
    needs: ["cargo build command", "package"],
    waits: true,
    again: "names",
    run: `AGENT_RESPONSE_NODE=$PWD/npm/dist/command.js cargo test-command --quiet ${locked} --test cli --no-fail-fast -- --skip native:: ${ONLY.cargo}`,
  },
  // The tests of npm/ are those of pkg-tests/, which use what is packed as others do.
  {
    name: "pkg-tests",
    kind: "tests",
    needs: ["package", "cargo build command", "cargo build core tests", "set up python", "set up browser"],
    waits: true,
    again: "pattern",
    run: `${command} npm test --silent -w agent-response-pkg-tests -- rest ${ONLY.node}`,
  },
  {
    name: "cargo test units",
    kind: "tests",
    occupies: ["cargo"],
    quick: true,
    again: "names",
    run: `cargo test-units --quiet ${locked} --no-fail-fast -- ${ONLY.cargo}`,
  },
  {
    name: "cargo test core",
    kind: "tests",
    needs: ["cargo build core tests"],
    alone: true,
    measures: true,
    // Beside other rows, nothing is measured.
    quick: "cargo test-core --quiet -- --skip linear:: --skip time_grows",
    again: "names",
    run: `cargo test-core --quiet ${locked} --no-fail-fast -- ${ONLY.cargo}`,
  },
  // The package for Python: what is in Rust, what type checkers say of it, and its results next to those of the npm package.
  {
    name: "cargo clippy python",
    occupies: ["cargo"],
    background: true,
    run: `manifest="--manifest-path crates/python/Cargo.toml" && cargo fmt $manifest --check && cargo clippy --quiet ${locked} $manifest --target-dir target/python -- -D warnings`,
  },
  {
    name: "wheel",
    needs: ["set up python"],
    occupies: ["cargo"],
    background: true,
    run: "scripts/build-python.sh quick",
  },
  {
    name: "python types",
    needs: ["wheel"],
    run: "cd python && export PYTHONPATH=../.tools/python && python3 -m mypy && node ../.tools/python/pyright/dist/index.js",
  },
  {
    name: "python",
    kind: "tests",
    needs: ["wheel", "package"],
    run: "PYTHONPATH=target/python/site python3 python/tests",
  },
  // Columns in the programs that have them, the examples of docs/scale.md, a cluster: what they need is 900 MB, so only by name.
  {
    name: "scale set up",
    kind: "setup",
    occupies: ["debian"],
    named: true,
    run: "scripts/setup.sh scale",
  },
  {
    name: "scale build",
    needs: ["set up python"],
    after: ["wheel", "python"], // which have another build in its place
    occupies: ["cargo"],
    named: true,
    run: "scripts/build-python.sh",
  },
  {
    name: "scale",
    kind: "tests",
    needs: ["scale set up", "scale build"],
    alone: true,
    named: true,
    run: "PYTHONPATH=target/python/site:.tools/scale python3 tests/scale",
  },
  {
    name: "cargo test emit",
    kind: "tests",
    needs: ["set up python"], // the readers are compared with Python
    occupies: ["cargo"],
    run: `cargo test-emit --quiet ${locked}`,
  },
  {
    name: "package speed",
    kind: "tests",
    needs: ["package"],
    alone: true,
    measures: true,
    again: "pattern",
    run: `npm test --silent -w agent-response-pkg-tests -- speed ${ONLY.node}`,
  },
  // Bundlers, test runners and other engines: some minutes, so only by name.
  {
    name: "matrix",
    kind: "tests",
    needs: ["package", "cargo build command", "set up browser"],
    waits: true,
    named: true,
    run: `${command} node pkg-tests/matrix/run.mjs`,
  },
  {
    name: "page speed",
    kind: "tests",
    needs: ["package", "set up browser"],
    alone: true,
    measures: true,
    again: "pattern",
    run: `cd www && node test/run.mjs speed ${ONLY.node}`,
  },
];
