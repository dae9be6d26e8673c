#!/usr/bin/env bash
# Builds everything that is shipped, and names it in the last three lines.
set -euo pipefail
cd "$(dirname "$0")/.."
scripts/setup.sh wasm node

# Each build is one unit of code for the compiler, which uses one core: two at a time.
cargo build --quiet --release ${CI:+--locked} &
command=$!
scripts/pack.sh
wait $command
echo "command: target/release/agent-response"
