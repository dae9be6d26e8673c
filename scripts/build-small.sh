#!/usr/bin/env bash
# build-small.sh FEATURE TARGET FILE [OPTION...]: builds the crate with one feature as WebAssembly that is small rather than
# fast, as FILE in a folder of its own, with the options for wasm-bindgen. Nothing to do when neither the sources, nor the
# compiler, nor this script have changed.
set -euo pipefail
cd "$(dirname "$0")/.."
PATH=$PWD/.tools/bin:$PWD/node_modules/.bin:$PATH
FEATURE=$1 TARGET=$2 OUT=$(dirname "$3") FILE=$(basename "$3")
shift 3

scripts/setup-wasm-target.sh
stamp=$({
  find src Cargo.toml Cargo.lock scripts/build-small.sh -type f -print0 | LC_ALL=C sort -z | xargs -0 sha256sum
  echo "$FEATURE $TARGET $FILE $*"
  rustc -vV
} | sha256sum)
if [ "$(cat "$OUT/.stamp" 2>/dev/null)" = "$stamp" ]; then exit 0; fi

# These replace those of .cargo/config.toml, which are for the speed of the library. Little is inlined, here and below, because
# Node compiles each function before its first call. As in wasm-pack.sh, no message names a folder of this machine.
cargo fetch --quiet ${CI:+--locked}
flags="-Ctarget-feature=+simd128 -Cllvm-args=-inline-threshold=25 -Cllvm-args=-inlinehint-threshold=30"
for dir in "${CARGO_HOME:-$HOME/.cargo}"/registry/src/*/; do flags+=" --remap-path-prefix=${dir%/}=crates"; done
RUSTFLAGS=$flags cargo build --quiet ${CI:+--locked} --lib --profile node --target wasm32-unknown-unknown \
  --no-default-features --features "$FEATURE"

rm -rf "$OUT.new"
wasm-bindgen --target "$TARGET" "$@" --out-dir "$OUT.new" target/wasm32-unknown-unknown/node/agent_response.wasm
wasm-opt -Os --one-caller-inline-max-function-size=0 --flexible-inline-max-function-size=0 \
  --strip-debug --strip-producers --strip-target-features -o "$OUT.new/$FILE" "$OUT.new/agent_response_bg.wasm"
rm "$OUT.new/agent_response_bg.wasm"
echo "$stamp" >"$OUT.new/.stamp"
rm -rf "$OUT"
mv "$OUT.new" "$OUT"
echo "build-small: $OUT, $(wc -c <"$OUT/$FILE") bytes"
