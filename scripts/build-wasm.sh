#!/usr/bin/env bash
# build-wasm.sh PART [quick [compile]]: builds a WebAssembly file, with its glue code, into a folder of its own:
#   binding  the functions for programs, in npm/wasm: compiled for speed, as `wasm-pack build` does
#   editor   these and the questions of editors, in npm/wasm-editor: for size, because a page waits for the network first
#   tools    all of these, with the formats in which models call tools, in npm/wasm-tools: for size
#   command  the command for Node, in npm/wasm-command: for size, because Node compiles each function before its first call
#   reader   the reader of project files for the extension, in vscode-extension/wasm: for size
#   columns  the checks of columns for hosts without JavaScript, in target/columns: for speed, without glue code
# `quick` compiles in a third of the time and leaves out the optimizer: for `make run`. With `compile`, that is all: what writes the
# glue code need not be there yet. Nothing to do when neither the sources, nor the compiler, nor this script have changed; a build
# that is not quick serves both.
set -euo pipefail
cd "$(dirname "$0")/.."
PART=$1 QUICK=${2:-} COMPILE=${3:-}
case $PART in
  binding) CRATE=agent-response OUT=npm/wasm FILE=agent_response_bg.wasm GLUE="--target bundler" ;;
  editor) CRATE="agent-response --features editor" OUT=npm/wasm-editor FILE=agent_response_bg.wasm GLUE="--target bundler" ;;
  tools) CRATE="agent-response --features editor,tool-calls" OUT=npm/wasm-tools FILE=agent_response_bg.wasm GLUE="--target bundler" ;;
  command) CRATE=agent-response-cli OUT=npm/wasm-command FILE=command.wasm GLUE="--target bundler --no-typescript" ;;
  reader) CRATE="agent-response-project --features agent-response-project/wasm" OUT=vscode-extension/wasm FILE=project.wasm GLUE="--target web --omit-default-module-path" ;;
  columns) CRATE=agent-response-columns OUT=target/columns FILE=agent-response.wasm GLUE= ;;
  *) echo "build-wasm: there is no part '$PART': binding, editor, tools, command, reader, columns" >&2; exit 2 ;;
esac

. scripts/wasm-compiler.sh
stamp=$({
  find src crates .cargo/config.toml Cargo.toml Cargo.lock scripts/build-wasm.sh -path crates/python -prune -o -type f -print0 | LC_ALL=C sort -z | xargs -0 sha256sum
  rustc -vV
} | sha256sum)
last=$(cat "$OUT/.stamp" 2>/dev/null || true)
if [ "$last" = "$stamp" ] || [ -n "$QUICK" -a "$last" = "$stamp quick" ]; then exit 0; fi

# One quick build, which knows everything, serves programs, editors and tool calls.
if [ "$PART$QUICK" = bindingquick -o "$PART$QUICK" = editorquick ]; then
  scripts/build-wasm.sh tools quick
  rm -rf "$OUT"
  cp -r npm/wasm-tools "$OUT"
  echo "$stamp quick" >"$OUT/.stamp"
  exit 0
fi

# A panic message names the file it comes from. The folder in which cargo keeps the sources of dependencies differs between
# machines and must not be published.
cargo fetch --quiet ${CI:+--locked}
flags=
for dir in "${CARGO_HOME:-$HOME/.cargo}"/registry/src/*/; do flags+=" --remap-path-prefix=${dir%/}=crates"; done
case $PART$QUICK in
  *quick) PROFILE=quick ;;
  # The flags of .cargo/config.toml and the optimizer of Cargo.toml, so that a plain `wasm-pack build` is the same build.
  binding | columns) PROFILE=release optimize=$(sed -n '/^wasm-opt = \[/,/^\]/s/^  "\(.*\)",$/\1/p' Cargo.toml) ;;
  *)
    PROFILE=small optimize="-Os -Os --low-memory-unused --one-caller-inline-max-function-size=0 --flexible-inline-max-function-size=0
      --skip-pass=local-cse --skip-pass=memory-packing --strip-debug --strip-producers --strip-target-features"
    ;;
esac
case $PROFILE in
  release) export CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_RUSTFLAGS=${flags# } ;; # added to those of .cargo/config.toml
  quick) export RUSTFLAGS="-Ctarget-feature=+simd128$flags" ;;                 # instead of them, here and below
  small) export RUSTFLAGS="-Ctarget-feature=+simd128 -Cllvm-args=-inline-threshold=4 -Cllvm-args=-inlinehint-threshold=6$flags" ;;
esac
# The crate of the binding is a `cdylib` by its manifest, for wasm-pack.
cdylib=
[ "$CRATE" = agent-response ] || cdylib="--crate-type cdylib"
cargo rustc --quiet ${CI:+--locked} --lib --profile $PROFILE --target wasm32-unknown-unknown --package $CRATE $cdylib
[ -z "$COMPILE" ] || exit 0
name=${CRATE%% *}

# Built next to its place and then moved there, so that a failed build leaves the last good one.
rm -rf "$OUT.new"
built=target/wasm32-unknown-unknown/$PROFILE/${name//-/_}.wasm
if [ -n "$GLUE" ]; then
  .tools/bin/wasm-bindgen "$built" --out-dir "$OUT.new" --out-name agent_response $GLUE
else
  mkdir -p "$OUT.new"
  cp "$built" "$OUT.new/agent_response_bg.wasm"
fi
if [ -n "$QUICK" ]; then
  mv "$OUT.new/agent_response_bg.wasm" "$OUT.new/built"
else
  node_modules/.bin/wasm-opt $optimize -o "$OUT.new/built" "$OUT.new/agent_response_bg.wasm"
  rm "$OUT.new/agent_response_bg.wasm"
fi
mv "$OUT.new/built" "$OUT.new/$FILE"
echo "$stamp${QUICK:+ quick}" >"$OUT.new/.stamp"
rm -rf "$OUT"
mv "$OUT.new" "$OUT"
echo "build-wasm: $PART${QUICK:+, quick}: $(wc -c <"$OUT/$FILE") bytes"
