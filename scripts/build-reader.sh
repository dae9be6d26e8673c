#!/usr/bin/env bash
# Builds the reader of project files (the feature `editor`) into vscode-extension/wasm/.
exec "$(dirname "$0")/build-small.sh" editor web vscode-extension/wasm/project.wasm --omit-default-module-path
