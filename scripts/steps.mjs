// What `make test` runs, in order. A row is
//   name   what STEPS selects by, and what the summary shows
//   run    a shell command, started in the top folder
//   needs  names of earlier rows without which it makes no sense
//   kind   "setup": counts only when it fails; "tests": prints how many tests passed and failed,
//          and fails when there were none; otherwise one check
import { existsSync } from "node:fs";

const locked = process.env.CI ? "--locked" : "";
const javascript = ["npm", "npm/command", "payload-schema", "www", "vscode-extension", "pkg-tests"];
const typed = javascript.filter((it) => existsSync(new URL(`../${it}/tsconfig.json`, import.meta.url)));

export const steps = [
  { name: "set up wasm", kind: "setup", run: "scripts/setup.sh wasm" },
  { name: "set up node", kind: "setup", run: "scripts/setup.sh node" },
  { name: "set up python", kind: "setup", run: "scripts/setup.sh python" },
  { name: "set up browser", kind: "setup", run: "scripts/setup.sh browser" },
  { name: "set up vscode", kind: "setup", run: "scripts/setup.sh vscode" },
  { name: "set up editors", kind: "setup", run: "scripts/setup.sh editors" },

  { name: "scripts", kind: "tests", run: "node --test --test-reporter=spec scripts/tests/*.test.mjs" },
  {
    name: "biome",
    needs: ["set up node"],
    run: `biome ci --colors=off --error-on-warnings ${javascript.join(" ")} scripts src/surface *.json`,
  },

  { name: "cargo fmt", run: "cargo fmt --check" },
  { name: "cargo clippy", run: `cargo clippy --quiet ${locked} --all-targets --all-features -- -D warnings` },
  {
    name: "cargo clippy wasm",
    needs: ["set up wasm"],
    run: `cargo clippy --quiet ${locked} --target wasm32-unknown-unknown --features editor -- -D warnings`,
  },
  { name: "cargo check msrv", run: "scripts/check-msrv.sh" },
  { name: "cargo check core", run: `cargo check --quiet ${locked} --lib --no-default-features` },
  { name: "cargo test", kind: "tests", run: `cargo test --quiet ${locked} --all-features` },

  // The language server in Neovim and Emacs, in the command that the tests before have built.
  {
    name: "editors",
    kind: "tests",
    needs: ["set up editors", "set up node"],
    run: `cargo test --quiet ${locked} --all-features --test cli --no-run && node --test --test-reporter=spec tests/editors/editors.test.mjs`,
  },

  { name: "wasm", needs: ["set up wasm", "set up node"], run: "scripts/build-wasm.sh" },
  { name: "wasm size", needs: ["wasm"], run: "node scripts/wasm-size.mjs" },
  { name: "package", needs: ["wasm"], run: "scripts/package.sh" },
  // The crate for those who build it themselves, compared with the command that the package step has built.
  {
    name: "wasm-pack",
    kind: "tests",
    needs: ["package"],
    run: "node --test --test-reporter=spec scripts/wasm-pack.test.mjs",
  },
  ...typed.map((it) => ({ name: `tsc ${it}`, needs: ["package"], run: `tsc --noEmit --project ${it}` })),

  // The tests of npm/ are those of pkg-tests/, which use what is packed as others do.
  {
    name: "pkg-tests",
    kind: "tests",
    needs: ["package", "set up python", "set up browser"],
    run: "npm test --silent -w agent-response-pkg-tests",
  },
  // What only the native command has is in the module `native`.
  {
    name: "command in Node",
    kind: "tests",
    needs: ["package"],
    run: `AGENT_RESPONSE_NODE=$PWD/npm/dist/command.js cargo test --quiet ${locked} --all-features --test cli -- --skip native::`,
  },
  // Bundlers, test runners and other engines: some minutes, so only by name.
  ...((process.env.STEPS ?? "").includes("matrix")
    ? [
        {
          name: "matrix",
          kind: "tests",
          needs: ["package", "set up browser"],
          run: "node pkg-tests/matrix/run.mjs",
        },
      ]
    : []),
  {
    name: "page",
    kind: "tests",
    needs: ["package", "set up browser"],
    run: "npm test --silent -w agent-response-page",
  },
  {
    name: "extension",
    kind: "tests",
    needs: ["package", "set up browser", "set up vscode"],
    run: "npm test --silent -w agent-response-vscode",
  },
];
