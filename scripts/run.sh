#!/usr/bin/env bash
# Builds everything, shows what the command says about the sample files, and serves the page.
# SERVE=0 ends before the page; PORT moves it.
set -euo pipefail
cd "$(dirname "$0")/.."
scripts/package.sh

echo
echo "agent-response check samples"
status=0
target/release/agent-response check samples || status=$?
# The samples have findings on purpose: that is exit code 1.
[ "$status" -le 1 ] || { echo "run: the command ended with exit code $status" >&2; exit "$status"; }

echo
echo "The extension, to install with 'code --install-extension': $(echo dist/*.vsix)"
[ "${SERVE:-1}" = 0 ] || exec node scripts/serve.mjs www/dist "${PORT:-8321}"
