#!/usr/bin/env bash
# Builds the binding for the npm package into npm/wasm/. Nothing to do when neither the sources, nor the compiler, nor
# this script have changed.
set -euo pipefail
cd "$(dirname "$0")/.."
OUT=npm/wasm

scripts/setup-wasm-target.sh
stamp=$({
  find src .cargo/config.toml Cargo.toml Cargo.lock scripts/build-wasm.sh scripts/wasm-pack.sh -type f -print0 | LC_ALL=C sort -z | xargs -0 sha256sum
  rustc -vV
} | sha256sum)
if [ "$(cat $OUT/.stamp 2>/dev/null)" = "$stamp" ]; then exit 0; fi

# Built next to its place and then moved there, so that a failed build leaves the last good one.
rm -rf $OUT.new
scripts/wasm-pack.sh bundler $OUT.new
echo "$stamp" >$OUT.new/.stamp
rm -rf $OUT
mv $OUT.new $OUT
echo "build-wasm: $OUT, $(wc -c <$OUT/agent_response_bg.wasm) bytes"
