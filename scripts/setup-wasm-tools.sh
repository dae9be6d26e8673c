#!/usr/bin/env bash
# Builds wasm-bindgen and wasm-pack into .tools/bin, at the versions this project pins.
# Their packages on npm download a binary while installing; crates.io is the one source that
# works wherever cargo works. wasm-bindgen must have the version that Cargo.lock has, exactly.
set -euo pipefail
cd "$(dirname "$0")/.."
. scripts/setup-lib.sh

# An installed one is used if it has this version.
have() { # COMMAND VERSION
  [ "$(.tools/bin/"$1" --version 2>/dev/null)" = "$1 $2" ] || [ "$("$1" --version 2>/dev/null)" = "$1 $2" ]
}

install() { # CRATE VERSION CARGO-ARGUMENTS...
  say "building $1 $2 (once, about two minutes; what it prints goes to .tools/log)"
  cargo install --quiet --force --root .tools --target-dir .tools/build --version "$2" "$1" "${@:3}" >.tools/log 2>&1 ||
    die "cannot build $1 $2 (no network?), see .tools/log: $(grep -m1 '^error' .tools/log || tail -1 .tools/log)"
}

# Either runs for a second per build of ours: that they compile fast matters more than their speed.
export CARGO_PROFILE_RELEASE_OPT_LEVEL=0 CARGO_PROFILE_RELEASE_LTO=off CARGO_PROFILE_RELEASE_DEBUG=0 \
  CARGO_PROFILE_RELEASE_CODEGEN_UNITS=256 CARGO_PROFILE_RELEASE_STRIP=debuginfo CARGO_NET_RETRY=1
mkdir -p .tools
# No --locked for the first: its lock file names a package that not every copy of crates.io has.
have wasm-bindgen 0.2.130 || install wasm-bindgen-cli 0.2.130 --no-default-features --bin wasm-bindgen
have wasm-pack 0.15.1 || install wasm-pack 0.15.1 --locked
rm -rf .tools/build
