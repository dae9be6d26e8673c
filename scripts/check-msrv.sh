#!/usr/bin/env bash
# check-msrv.sh [--install]: compiles library, command and tests with the oldest compiler that Cargo.toml promises. Where that
# compiler is not installed, nothing is checked, unless it may be installed.
set -euo pipefail
cd "$(dirname "$0")/.."
VERSION=$(sed -n 's/^rust-version = "\(.*\)"/\1/p' Cargo.toml)

if [ "${1:-}" = --install ]; then rustup toolchain install "$VERSION" --profile minimal --no-self-update; fi
toolchain=$(rustup toolchain list 2>/dev/null | sed 's/ .*//' | grep -E "^$VERSION(\.[0-9]+)?-" | head -1 || true)
if [ -z "$toolchain" ]; then
  echo "check-msrv: Rust $VERSION is not installed, so nothing was checked"
  exit 0
fi
# Apart from the other builds: another compiler would make all of theirs again.
export CARGO_TARGET_DIR=target/msrv CARGO_PROFILE_DEV_DEBUG=0 CARGO_PROFILE_TEST_DEBUG=0
cargo "+$toolchain" check --quiet ${CI:+--locked} --workspace --all-targets
echo "check-msrv: Rust $VERSION compiles library, command and tests"
