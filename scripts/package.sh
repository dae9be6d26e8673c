#!/usr/bin/env bash
# Builds everything that is shipped, and names it in the last three lines.
set -euo pipefail
cd "$(dirname "$0")/.."
scripts/setup.sh wasm node

# It uses the folder that Cargo locks for the command, so it comes first.
scripts/build-wasm.sh
# The other builds are one unit of code each for the compiler, which uses one core: two at a time.
cargo build --quiet --release ${CI:+--locked} &
command=$!
scripts/pack.sh
wait $command
echo "command: target/release/agent-response"
