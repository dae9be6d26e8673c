# Sourced: a compiler for wasm32-unknown-unknown for this script and what it starts. Where rustup must not download, that is
# Debian's; everything else is compiled with the compiler that you use.
scripts/setup-wasm-target.sh
if ! compgen -G "$(rustc --print sysroot)/lib/rustlib/wasm32-unknown-unknown/lib/libstd-*.rlib" >/dev/null; then
  export RUSTUP_TOOLCHAIN=debian-web
fi
