#!/usr/bin/env bash
# Brings a compiler that builds for wasm32-unknown-unknown, which wasm-compiler.sh then chooses:
#   1. the active compiler has the target already: nothing to do;
#   2. rustup: `rustup target add`, unless RUSTUP_AUTO_INSTALL=0 (the owner of the machine wants
#      no toolchain downloads); never under `timeout`: rustup does not roll back when killed;
#   3. Debian as root: Debian's rustc-web, and the standard library built from its source package.
set -euo pipefail
cd "$(dirname "$0")/.."
. scripts/setup-lib.sh
TARGET=wasm32-unknown-unknown
STD=$PREFIX/lib/rustlib/$TARGET

sysroot() { rustc --print sysroot 2>/dev/null || true; }
has_std() { compgen -G "$1/lib/rustlib/$TARGET/lib/libstd-*.rlib" >/dev/null; }
# A standard library is usable by the very compiler that built it: an upgrade rebuilds it.
std_is_current() { has_std "$PREFIX" && { [ ! -e "$STD/built-by" ] || cmp -s <("$PREFIX/bin/rustc" -vV) "$STD/built-by"; }; }
is_active() { local root; root=$(sysroot); [ -n "$root" ] && has_std "$root" && { [ "$root" != "$PREFIX" ] || std_is_current; }; }
# Debian's, for rustup by a name; without rustup it has to be the active one.
is_linked() { command -v rustup >/dev/null && [ "$(readlink "${RUSTUP_HOME:-$HOME/.rustup}/toolchains/debian-web")" = "$PREFIX" ]; }
ready() { is_active || { is_linked && std_is_current; }; }

build_std() {
  local release tmp
  release=$("$PREFIX/bin/rustc" -vV | sed -n 's/^release: //p')
  say "building the standard library for $TARGET (once, about two minutes)"
  tmp=$(mktemp -d)
  trap "rm -rf '$tmp'" EXIT
  cp -r "$PREFIX/src/rustc-$release/library" "$tmp/library"
  # Two members exist for tests only, and what they need is not in the package.
  sed -i -e '/"coretests",/d' -e '/"alloctests",/d' "$tmp/library/Cargo.toml"
  mkdir "$tmp/library/.cargo"
  printf '[source.crates-io]\nreplace-with = "vendored"\n[source.vendored]\ndirectory = "vendor"\n' >"$tmp/library/.cargo/config.toml"
  # The metadata variable puts a hash into the file names, as in an official build; the default
  # linker of the target needs no setting.
  (cd "$tmp/library" && env -u RUSTC_WRAPPER -u CARGO_BUILD_TARGET -u CARGO_ENCODED_RUSTFLAGS PATH="$PREFIX/bin:/bin" \
    RUSTC_BOOTSTRAP=1 __CARGO_DEFAULT_LIB_METADATA=agent-response \
    RUSTFLAGS="-Zforce-unstable-if-unmarked --remap-path-prefix=$tmp/library=/rustc/library" \
    cargo build --quiet --offline -Zavoid-dev-deps --profile dist --target $TARGET --target-dir "$tmp/target" \
    --manifest-path sysroot/Cargo.toml --features "panic-unwind backtrace compiler-builtins-mem") >"$tmp/log" 2>&1 ||
    { tail -20 "$tmp/log" >&2; die "cannot build the standard library for $TARGET"; }
  mkdir -p "$tmp/new/lib"
  cp "$tmp/target/$TARGET"/dist/deps/lib*.rlib "$tmp/new/lib/"
  rm -f "$tmp"/new/lib/libsysroot-*.rlib
  "$PREFIX/bin/rustc" -vV >"$tmp/new/built-by"
  rm -rf "$STD.new" && mv "$tmp/new" "$STD.new" # beside its place first: the last step is a rename
  rm -rf "$STD" && mv "$STD.new" "$STD"
}

if ready; then exit 0; fi

if command -v rustup >/dev/null && [ "$(sysroot)" != "$PREFIX" ] && [ "${RUSTUP_AUTO_INSTALL:-1}" != 0 ]; then
  say "rustup target add $TARGET"
  if rustup target add $TARGET && is_active; then exit 0; fi
  say "rustup could not add $TARGET; trying Debian's packages"
fi

command -v apt-get >/dev/null || die "the target $TARGET is missing: run 'rustup target add $TARGET' with a network"
apt_install rustc-web cargo-web rust-web-src rust-web-llvm rust-web-clippy rustfmt-web
# The target's default linker is a link into lld of the same LLVM, which no package depends on.
llvm=$("$PREFIX/bin/rustc" -vV | sed -n 's/^LLVM version: \([0-9]*\).*/\1/p')
[ -e "$PREFIX/bin/rust-lld" ] || apt_install "lld-$llvm"
std_is_current || build_std

if command -v rustup >/dev/null && ! is_linked; then rustup toolchain link debian-web "$PREFIX"; fi
ready || die "$PREFIX/bin/rustc is not the compiler that is active here (is RUSTUP_TOOLCHAIN set?)"
