#!/usr/bin/env bash
# Builds the page into www/dist with a quick build of the WebAssembly, or with the one that is there. Nothing to do when nothing
# that belongs to it has changed.
set -euo pipefail
cd "$(dirname "$0")/.."
scripts/build-wasm.sh binding quick
scripts/build-wasm.sh editor quick
scripts/build-wasm.sh tools quick

# Of what it is built from, including what a build writes beside its sources.
stamp() {
  {
    cat npm/wasm/.stamp npm/wasm-editor/.stamp npm/wasm-tools/.stamp
    find npm payload-schema common www docs samples schemas src/rules src/formats package-lock.json \
      \( -name node_modules -o -name dist -o -name 'wasm*' -o -path npm/editor -o -name 'test*' -o -name dist.stamp \) -prune -o -type f -print0 |
      LC_ALL=C sort -z | xargs -0 sha256sum
  } | sha256sum
}
if [ -e www/dist/index.html ] && [ "$(cat www/dist.stamp 2>/dev/null)" = "$(stamp)" ]; then exit 0; fi
rm -f www/dist.stamp
npm run build --silent --if-present -w agent-response -w agent-response-payload-schema -w agent-response-page >.tools/log-page 2>&1 ||
  { cat .tools/log-page >&2; echo "build-page: failed, see above" >&2; exit 1; }
stamp >www/dist.stamp
