#!/usr/bin/env bash
# Builds everything that is shipped, and names it in the last three lines.
set -euo pipefail
cd "$(dirname "$0")/.."
scripts/setup.sh wasm node

cargo build --quiet --profile dist ${CI:+--locked} -p agent-response-cli &
command=$!
scripts/pack.sh
wait $command
echo "command: target/dist/agent-response"
