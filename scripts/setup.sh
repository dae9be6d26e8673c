#!/usr/bin/env bash
# setup.sh [PART...]: installs what is missing, and nothing else; without arguments, every part but `scale`.
#   cargo    Rust, which it does not install
#   compiler a compiler for wasm32-unknown-unknown
#   bindgen  wasm-bindgen, as the program of tools/bindgen
#   wasm     both
#   pack     wasm-pack, which only its test needs
#   node     the packages that package-lock.json names
#   python   what the tests take from PyPI: the packages that requirements.txt names
#   wheels   what only a release takes from PyPI: it links and publishes the wheels
#   scale    what only the tests of tests/scale need, 900 MB: programs for tables from PyPI, and Java for one of them
#   browser  Chromium (CHROMIUM names another one)
#   browsers Firefox (FIREFOX names another one) and WebKitGTK, with a screen for it that nobody sees
#   vscode   a real VS Code that runs in it
#   editors  Neovim and Emacs, with its client for language servers
set -euo pipefail
cd "$(dirname "$0")/.."
. scripts/setup-lib.sh

setup_cargo() { need cargo "install Rust (rustup)"; }

setup_compiler() {
  setup_cargo
  scripts/setup-wasm-target.sh
}

setup_bindgen() {
  setup_cargo
  local lock=tools/bindgen/Cargo.lock version
  version=$(sha256sum $lock tools/bindgen/src/main.rs)
  if [ -x .tools/bin/wasm-bindgen ] && [ "$(cat .tools/bindgen 2>/dev/null)" = "$version" ]; then return; fi
  say "building wasm-bindgen (once; what cargo prints goes to .tools/log)"
  mkdir -p .tools/bin
  cargo build --quiet --locked --manifest-path tools/bindgen/Cargo.toml --target-dir .tools/build >.tools/log 2>&1 ||
    die "cannot build wasm-bindgen (no network?), see .tools/log: $(grep -m1 '^error' .tools/log || tail -1 .tools/log)"
  cp .tools/build/debug/wasm-bindgen .tools/bin/wasm-bindgen
  rm -rf .tools/build
  echo "$version" >.tools/bindgen
}

setup_wasm() {
  setup_cargo
  # At once: the one waits for a download while the other compiles.
  set -m # a process group of its own, so that the compilers end with it
  (setup_bindgen) &
  set +m
  trap "kill -- -$! 2>/dev/null || true" EXIT
  scripts/setup-wasm-target.sh
  wait $!
  trap - EXIT
}

# npm's packages of it download a binary while they are installed.
setup_pack() {
  local version=0.15.1
  setup_cargo
  if [ "$(.tools/bin/wasm-pack --version 2>/dev/null)" = "wasm-pack $version" ]; then return; fi
  say "building wasm-pack $version (once; what cargo prints goes to .tools/log-pack)"
  mkdir -p .tools
  # It runs for a second per build: that it compiles fast matters more than its speed.
  CARGO_PROFILE_RELEASE_OPT_LEVEL=0 CARGO_PROFILE_RELEASE_LTO=off CARGO_PROFILE_RELEASE_CODEGEN_UNITS=256 CARGO_NET_RETRY=1 \
    cargo install --quiet --force --locked --root .tools --target-dir .tools/build-pack --version $version wasm-pack >.tools/log-pack 2>&1 ||
    die "cannot build wasm-pack $version (no network?), see .tools/log-pack: $(grep -m1 '^error' .tools/log-pack || tail -1 .tools/log-pack)"
  rm -rf .tools/build-pack
}

setup_node() {
  need_node
  # npm writes its own record last, so an older lock file is one that is installed.
  local record=node_modules/.package-lock.json
  if [ -e $record ] && ! [ package-lock.json -nt $record ]; then return; fi
  say "npm ci"
  npm_install ci
}

setup_python() { setup_pypi python "check-jsonschema junitparser maturin mypy pre-commit pyright" requirements.txt; }

setup_wheels() { setup_pypi wheels "maturin uv ziglang" requirements-wheels.txt; }

setup_scale() {
  command -v java >/dev/null || apt_install openjdk-17-jre-headless
  setup_pypi scale "chdb dask duckdb pandas polars pyarrow pyspark wasmtime" requirements-scale.txt requirements-spark.txt
}

# Packages from PyPI, in a folder of .tools.
setup_pypi() { # FOLDER NAMES LOCKED [BUILT]
  local place=.tools/$1 wanted
  command -v python3 >/dev/null || apt_install python3 python3-pip
  # Parts of it are compiled for one version of Python.
  wanted=$(python3 --version && cd scripts && cat "${@:3}")
  if [ "$(cat "$place/installed" 2>/dev/null)" = "$wanted" ]; then return; fi
  python3 -c 'import sys; sys.exit(sys.version_info < (3, 11))' || die "$(python3 --version) is too old for the tests: install 3.11 or newer"
  python3 -m pip --version >/dev/null 2>&1 || apt_install python3-pip
  say "pip install $2"
  rm -rf "$place"
  pip_install --target "$place" -r "scripts/$3"
  if [ $# -gt 3 ]; then PYTHONPATH=$PWD/$place pip_install --target "$place" --no-build-isolation --no-binary pyspark -r "scripts/$4"; fi
  echo "$wanted" >"$place/installed"
}

setup_browser() {
  if command -v "${CHROMIUM:-chromium-headless-shell}" >/dev/null; then return; fi
  apt_install chromium-headless-shell
}

setup_browsers() {
  local missing=()
  command -v "${FIREFOX:-firefox-esr}" >/dev/null || missing+=(firefox-esr)
  command -v WebKitWebDriver >/dev/null || missing+=(webkit2gtk-driver)
  command -v Xvfb >/dev/null || missing+=(xvfb)
  if [ ${#missing[@]} -gt 0 ]; then apt_install "${missing[@]}"; fi
}

setup_editors() {
  if ! command -v nvim >/dev/null; then apt_install neovim; fi
  # From version 29 on, Emacs has the client.
  if emacs --batch -q --eval '(progn (package-initialize) (require (quote eglot)))' >/dev/null 2>&1; then return; fi
  apt_install emacs-nox elpa-eglot
}

setup_vscode() {
  need_node
  scripts/vscode-host/install.sh
}

need() { command -v "$1" >/dev/null || die "$1 is missing: $2"; }

need_node() {
  need npm "install Node.js 20 or newer"
  local version
  version=$(node --version)
  version=${version#v}
  [ "${version%%.*}" -ge 20 ] || die "Node.js $version is too old: install 20 or newer"
}

[ $# -gt 0 ] || set -- wasm pack node python browser browsers vscode editors
for part; do
  case $part in
    cargo | compiler | bindgen | wasm | pack | node | python | browser | browsers | vscode | editors | scale | wheels) "setup_$part" ;;
    *) die "there is no part '$part': cargo, compiler, bindgen, wasm, pack, node, python, browser, browsers, vscode, editors, scale, wheels" ;;
  esac
done
