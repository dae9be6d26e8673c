#!/usr/bin/env bash
# Builds what it shows, quickly rather than small: the command, which checks the sample files, and the page, which it serves.
# SERVE=0 ends before the page; PORT moves it.
set -euo pipefail
cd "$(dirname "$0")/.."
scripts/setup.sh cargo

# The command needs nothing that has to be installed: it compiles while the rest is downloaded, and first.
build_page() {
  renice -n 10 $BASHPID >/dev/null
  scripts/setup.sh node &
  local node=$!
  scripts/setup.sh bindgen &
  local bindgen=$!
  scripts/setup.sh compiler
  scripts/build-wasm.sh tools quick compile
  wait $node
  wait $bindgen
  scripts/build-page.sh
}
set -m # a process group of its own, so that it ends with this script
build_page &
page=$!
set +m
trap "kill -- -$page 2>/dev/null || true" EXIT

cargo build --quiet ${CI:+--locked} -p agent-response-cli
status=0
findings=$(target/debug/agent-response check samples 2>&1) || status=$?
# The samples have findings on purpose: that is exit code 1.
[ "$status" -le 1 ] || { printf '%s\nrun: the command ended with exit code %s\n' "$findings" "$status" >&2; exit "$status"; }
printf '\n%s\n\n%s\n\n' "agent-response check samples" "$findings"

wait $page
trap - EXIT
echo "The command is target/debug/agent-response; 'make package' builds what is shipped, with the extension."
[ "${SERVE:-1}" = 0 ] || exec node scripts/serve.mjs www/dist "${PORT:-8321}"
