#!/usr/bin/env bash
# build-python.sh [PROFILE]: builds the package for Python as a wheel, in target/python/wheels, and installs it into
# target/python/site, where tests find it. PROFILE is one of crates/python/Cargo.toml: release, the default, or quick.
set -euo pipefail
cd "$(dirname "$0")/.."
profile=${1:-release}
scripts/setup.sh cargo python
place=$PWD/target/python
rm -rf "$place/wheels" "$place/site"
mkdir -p "$place"
cp LICENSE-* python
node scripts/inventory.mjs notices agent-response-python native >python/THIRD-PARTY-NOTICES.txt
if ! (cd python && "../.tools/python/bin/maturin" build --profile "$profile" --locked --target-dir "$place" --out "$place/wheels") \
  >"$place/log" 2>&1; then
  cat "$place/log" >&2
  exit 1
fi
python3 -m pip install --quiet --root-user-action ignore --disable-pip-version-check --no-index --no-deps --target "$place/site" "$place"/wheels/*.whl
ls "$place"/wheels/*.whl
