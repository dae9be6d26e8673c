#!/usr/bin/env bash
# wasm-pack.sh TARGET OUT [OPTION...]: what `wasm-pack build --target TARGET` makes of the crate, into OUT, on any machine the same.
# How it is compiled is in .cargo/config.toml and Cargo.toml, so that a plain `wasm-pack build` is the same build.
set -euo pipefail
cd "$(dirname "$0")/.."
PATH=$PWD/.tools/bin:$PWD/node_modules/.bin:$PATH

# wasm-pack would answer a missing target with a `rustup target add` of its own, also where the owner
# of the machine wants no downloads. So the target is there before wasm-pack runs, or nothing runs.
. scripts/wasm-compiler.sh
# Without it wasm-pack leaves out the optimizer, and says nothing.
command -v wasm-opt >/dev/null || { echo "wasm-pack: wasm-opt is missing: run scripts/setup.sh node" >&2; exit 1; }

# As in build-wasm.sh.
cargo fetch --quiet ${CI:+--locked}
flags=
for dir in "${CARGO_HOME:-$HOME/.cargo}"/registry/src/*/; do flags+=" --remap-path-prefix=${dir%/}=crates"; done
export CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_RUSTFLAGS=${flags# }

wasm-pack --log-level error build --mode no-install --target "$1" --out-dir "$2" "${@:3}" . -- --quiet ${CI:+--locked}
