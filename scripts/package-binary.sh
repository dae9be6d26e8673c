#!/usr/bin/env bash
# package-binary.sh [TARGET]: builds the command for a target and packs it with its licenses into
# dist/agent-response-VERSION-TARGET.tar.gz (.zip for Windows), next to its checksum.
set -euo pipefail
cd "$(dirname "$0")/.."
TARGET=${1:-$(rustc -vV | sed -n 's/^host: //p')}
NAME=agent-response-$(node scripts/version.mjs)-$TARGET
EXE=
case $TARGET in *windows*) EXE=.exe ;; esac

# The last build for this target is where Cargo puts it, also when it is that of this machine.
cargo build --quiet --profile dist ${CI:+--locked} --target "$TARGET" -p agent-response-cli
rm -rf "dist/$NAME"*
mkdir -p "dist/$NAME"
cp "target/$TARGET/dist/agent-response$EXE" README.md CHANGELOG.md LICENSE-MIT LICENSE-APACHE "dist/$NAME"
node scripts/inventory.mjs notices agent-response-cli "$TARGET" >"dist/$NAME/THIRD-PARTY-NOTICES.txt"

cd dist
case $TARGET in
  *windows*) archive=$NAME.zip && 7z a -bso0 "$archive" "$NAME" ;;
  *) archive=$NAME.tar.gz && tar czf "$archive" "$NAME" ;;
esac
rm -r "$NAME"
node -e '
  const { createHash } = require("node:crypto"), [file] = process.argv.slice(1);
  console.log(createHash("sha256").update(require("node:fs").readFileSync(file)).digest("hex") + "  " + file);
' "$archive" >"$archive.sha256"
echo "dist/$archive"
