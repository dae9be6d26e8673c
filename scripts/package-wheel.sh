#!/usr/bin/env bash
# package-wheel.sh [TARGET]: builds the package for Python for a target as a wheel, in dist. One for Linux runs where glibc is
# 2.17 or newer: zig links with that version, and maturin checks it.
set -euo pipefail
cd "$(dirname "$0")/.."
TARGET=${1:-$(rustc -vV | sed -n 's/^host: //p')}
scripts/setup.sh cargo node wheels
options=()
case $TARGET in *-linux-gnu) options=(--zig --compatibility manylinux2014) ;; esac
cp LICENSE-* python
node scripts/inventory.mjs notices agent-response-python "$TARGET" >python/THIRD-PARTY-NOTICES.txt
rm -f dist/*.whl
cd python
PYTHONPATH=$PWD/../.tools/wheels ../.tools/wheels/bin/maturin build --quiet --release --locked --target "$TARGET" \
  ${options[@]+"${options[@]}"} --target-dir ../target/python --out ../dist
ls ../dist/*.whl
