#!/usr/bin/env bash
# Builds everything that is shipped, and names it in the last three lines.
set -euo pipefail
cd "$(dirname "$0")/.."
scripts/setup.sh wasm node

scripts/build-wasm.sh
# Each of the next four is one unit of code for the compiler, which uses one core: two at a time. `make test` has built them.
cargo build --quiet --release ${CI:+--locked} &
native=$!
scripts/build-command.sh
scripts/build-page.sh
scripts/build-reader.sh
wait $native
npm run build --silent --workspaces --if-present # in the order of package.json: the core first

rm -rf dist
mkdir dist
npm pack --silent --workspace agent-response --pack-destination dist >/dev/null
npm run package --silent --workspace agent-response-vscode

only() { # the one file that matches, or stop
  [ $# = 1 ] && [ -e "$1" ] || { echo "package: expected one file, found: $*" >&2; exit 1; }
  echo "$1"
}
package=$(only dist/*.tgz)
extension=$(only dist/*.vsix)
command=$(only target/release/agent-response)
printf '%s\n' "package: $package" "extension: $extension" "command: $command"
