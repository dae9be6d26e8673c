#!/usr/bin/env bash
# Builds and packs the npm package and the extension, and names them in the last two lines.
set -euo pipefail
cd "$(dirname "$0")/.."
scripts/setup.sh wasm node

# Each is one unit of code for the compiler, which uses one core.
scripts/build-wasm.sh binding &
binding=$!
scripts/build-wasm.sh reader
wait $binding
scripts/build-wasm.sh command
scripts/build-wasm.sh editor
scripts/build-wasm.sh tools
npm run build --silent --workspaces --if-present # in the order of package.json: the core first

rm -rf dist
mkdir dist
npm pack --silent --workspace agent-response --pack-destination dist >/dev/null
npm run package --silent --workspace agent-response-vscode

only() { # the one file that matches, or stop
  [ $# = 1 ] && [ -e "$1" ] || { echo "pack: expected one file, found: $*" >&2; exit 1; }
  echo "$1"
}
package=$(only dist/*.tgz)
extension=$(only dist/*.vsix)
printf '%s\n' "package: $package" "extension: $extension"
