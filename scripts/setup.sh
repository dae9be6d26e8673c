#!/usr/bin/env bash
# setup.sh [PART...]: installs what is missing, and nothing else; without arguments, every part.
#   cargo    Rust, which it does not install
#   compiler a compiler for wasm32-unknown-unknown
#   tools    wasm-bindgen and wasm-pack
#   wasm     both
#   node     the packages that package-lock.json names
#   python   check-jsonschema, junitparser and pre-commit, with the packages that requirements.txt names
#   browser  Chromium (CHROMIUM names another one)
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

setup_tools() {
  setup_cargo
  scripts/setup-wasm-tools.sh
}

setup_wasm() {
  setup_cargo
  # At once: the one waits for a download while the other compiles.
  set -m # a process group of its own, so that the compilers end with it
  scripts/setup-wasm-tools.sh &
  set +m
  trap "kill -- -$! 2>/dev/null || true" EXIT
  scripts/setup-wasm-target.sh
  wait $!
  trap - EXIT
}

setup_node() {
  need_node
  # npm writes its own record last, so an older lock file is one that is installed.
  local record=node_modules/.package-lock.json
  if [ -e $record ] && ! [ package-lock.json -nt $record ]; then return; fi
  say "npm ci"
  npm_install ci
}

setup_python() {
  local place=.tools/python wanted
  command -v python3 >/dev/null || apt_install python3 python3-pip
  # Parts of it are compiled for one version of Python.
  wanted=$(python3 --version && cat scripts/requirements.txt)
  if [ "$(cat $place/installed 2>/dev/null)" = "$wanted" ]; then return; fi
  python3 -c 'import sys; sys.exit(sys.version_info < (3, 11))' || die "$(python3 --version) is too old for the tests: install 3.11 or newer"
  python3 -m pip --version >/dev/null 2>&1 || apt_install python3-pip
  say "pip install check-jsonschema junitparser pre-commit"
  rm -rf $place
  pip_install --target $place -r scripts/requirements.txt
  echo "$wanted" >$place/installed
}

setup_browser() {
  if command -v "${CHROMIUM:-chromium}" >/dev/null; then return; fi
  apt_install chromium
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

[ $# -gt 0 ] || set -- wasm node python browser vscode editors
for part; do
  case $part in
    cargo | compiler | tools | wasm | node | python | browser | vscode | editors) "setup_$part" ;;
    *) die "there is no part '$part': cargo, compiler, tools, wasm, node, python, browser, vscode, editors" ;;
  esac
done
