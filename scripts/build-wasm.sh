#!/usr/bin/env bash
# Builds the core for JavaScript into npm/wasm/, as small as it gets. Nothing to do when neither the
# sources, nor the compiler, nor this script have changed.
set -euo pipefail
cd "$(dirname "$0")/.."
OUT=npm/wasm
PATH=$PWD/.tools/bin:$PWD/node_modules/.bin:$PATH

# wasm-pack would answer a missing target with a `rustup target add` of its own, also where the owner
# of the machine wants no downloads. So the target is there before wasm-pack runs, or nothing runs.
scripts/setup-wasm-target.sh

stamp=$({
  find src .cargo/config.toml Cargo.toml Cargo.lock scripts/build-wasm.sh scripts/trim-exports.mjs -type f -print0 2>/dev/null | LC_ALL=C sort -z | xargs -0 sha256sum
  rustc -vV
} | sha256sum)
if [ "$(cat $OUT/.stamp 2>/dev/null)" = "$stamp" ]; then exit 0; fi

# A panic message names the file it comes from. The folder in which cargo keeps the sources of
# dependencies differs between machines, and is nobody's business.
cargo fetch --quiet ${CI:+--locked}
# Where small code is asked for, the compiler makes calls of what is hardly longer than a call. Taking in what costs up to
# this much makes the whole no larger and much faster on small files; at 44 the size begins to grow.
flags=-Cllvm-args=-inline-threshold=36
for dir in "${CARGO_HOME:-$HOME/.cargo}"/registry/src/*/; do flags+=" --remap-path-prefix=${dir%/}=crates"; done
export CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_RUSTFLAGS=$flags
# The linker must not strip: the two tools below read there which instructions are in use.
export CARGO_PROFILE_WASM_RELEASE_STRIP=false

# Built beside its place and moved there whole: a build that fails leaves the last good one.
rm -rf $OUT.new
# --no-opt: wasm-pack would run whatever wasm-opt it finds, or silently none.
wasm-pack --log-level error build --target web --mode no-install --profile wasm-release --no-opt --no-pack --no-gitignore \
  --out-dir $OUT.new --out-name agent_response . -- --quiet --no-default-features --features wasm ${CI:+--locked}

wasm=$OUT.new/agent_response_bg.wasm
before=$(wc -c <$wasm)
node scripts/trim-exports.mjs $wasm $wasm
# The compiler has already chosen size, and what is worth taking into its callers. What wasm-opt would take in beyond that
# packs worse (1 % of the gzip size), and so do values kept in a local rather than computed again (another half): packed, a
# second time costs next to nothing. Functions with one caller stay functions too: put into their callers they make bodies
# with hundreds of locals (5 %), which an engine compiles whole although most of what is in them, the findings, never runs
# (half the time to the first result). The data stays in one piece: cut at its zeros, of which tables are full, it packs
# worse too.
wasm-opt -O3 --one-caller-inline-max-function-size=0 --flexible-inline-max-function-size=0 \
  --skip-pass=local-cse --skip-pass=memory-packing \
  --strip-debug --strip-producers --strip-target-features $wasm -o $wasm.small
mv $wasm.small $wasm
after=$(wc -c <$wasm)
[ "$after" -lt "$before" ] || { echo "build-wasm: wasm-opt made nothing smaller ($before to $after bytes)" >&2; exit 1; }
echo "$stamp" >$OUT.new/.stamp
rm -rf $OUT
mv $OUT.new $OUT
echo "build-wasm: $OUT, $before bytes, after wasm-opt $after"
