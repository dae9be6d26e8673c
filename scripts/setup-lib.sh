# Helpers of the set-up scripts; sourced.
PREFIX=${SETUP_PREFIX:-/usr} # where Debian's packages lie; the test of the set-up moves it

say() { echo "setup: $*" >&2; }
die() { say "$*"; exit 1; }

# Installs Debian packages that are not there yet. The lock may be held by another run: wait for it.
apt_install() {
  local apt=(apt-get -qq -o Acquire::Retries=1 -o Acquire::http::Timeout=20 -o DPkg::Lock::Timeout=300)
  if dpkg -s "$@" >/dev/null 2>&1; then return; fi
  command -v apt-get >/dev/null || die "$* is missing, and this is not Debian: install it yourself"
  [ "$(id -u)" = 0 ] || die "Debian's $* is missing: run this as root once, or apt-get install $*"
  say "apt-get install $*"
  export DEBIAN_FRONTEND=noninteractive
  "${apt[@]}" update >/dev/null 2>&1 || die "apt-get update failed (no network?), $* is missing"
  "${apt[@]}" install -y --no-install-recommends "$@" >/dev/null 2>&1 || die "apt-get install $* failed"
}

# npm with no network tries every package again and again, for minutes: without an answer to one
# question it is told to take what it has kept.
npm_install() { # NPM-ARGUMENTS...
  local answer offline=--prefer-offline error
  answer=$(npm ping --fetch-retries=0 --loglevel=error 2>&1 >/dev/null) ||
    case $answer in *EAI_AGAIN* | *ENOTFOUND* | *ECONN* | *ENET* | *ETIMEDOUT*) offline=--offline ;; esac
  error=$(npm "$@" $offline --ignore-scripts --no-audit --no-fund --loglevel=error 2>&1 >/dev/null) ||
    die "npm $1 failed$([ $offline = --offline ] && echo ' (no network)'): $(grep -v 'error code' <<<"$error" | grep -m1 ' [a-z]* [a-z]')"
}

# Wheels only: nothing is compiled, and no code of a package runs. Without a network pip tells of each
# try before it says that it has found nothing.
pip_install() { # PIP-ARGUMENTS...
  local error reason=
  error=$(PIP_REQUIRE_VIRTUALENV=0 python3 -m pip install --quiet --retries 1 --timeout 20 --no-input --disable-pip-version-check \
    --require-hashes --no-deps --only-binary :all: "$@" 2>&1 >/dev/null) || {
    [[ $error != *"Retrying ("* ]] || reason=' (no network)'
    die "pip install failed$reason: $(grep -m1 '^ERROR' <<<"$error" || tail -1 <<<"$error")"
  }
}
