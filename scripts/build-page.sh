#!/usr/bin/env bash
# Builds the binding once more, for the page, into www/wasm/: slower than that of the npm package, but a quarter smaller, and
# a page waits for the network first. The page takes the glue from the npm package, so both have to have the same.
set -euo pipefail
cd "$(dirname "$0")/.."
scripts/build-small.sh wasm bundler www/wasm/agent-response.wasm --no-typescript
cmp www/wasm/agent_response_bg.js npm/wasm/agent_response_bg.js ||
  { echo "build-page: the glue of the npm package does not fit the wasm of the page" >&2; exit 1; }
