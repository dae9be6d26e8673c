#!/usr/bin/env bash
# What the hooks of .pre-commit-hooks.yaml run: the command, which is built from this checkout the first time.
# (pre-commit itself would install the package at the root, which is a library.)
set -euo pipefail
root=$(dirname "$(dirname "${BASH_SOURCE[0]}")")
cargo build --quiet --release --locked --manifest-path "$root/Cargo.toml" --target-dir "$root/target" -p agent-response-cli >&2
exec "$root/target/release/agent-response" "$@"
