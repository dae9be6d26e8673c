#!/usr/bin/env bash
# Builds everything that is shipped, and names it in the last four lines.
set -euo pipefail
cd "$(dirname "$0")/.."
scripts/setup.sh wasm node

cargo build --quiet --profile dist ${CI:+--locked} -p agent-response-cli &
command=$!
scripts/pack.sh
scripts/build-wasm.sh columns
cp target/columns/agent-response.wasm dist/
wait $command
echo "command: target/dist/agent-response"
echo "columns: dist/agent-response.wasm"
