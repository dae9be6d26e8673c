#!/usr/bin/env bash
# Builds the command as WebAssembly for Node (the feature `node`) into npm/wasm-command/.
exec "$(dirname "$0")/build-small.sh" node bundler npm/wasm-command/command.wasm --no-typescript
