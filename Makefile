# `make run` and `make test` are the two that matter. Each target first installs what it needs and
# lacks; see scripts/setup.sh.
.PHONY: help setup run test quick check package bench version

help: ## list the targets
	@sed -n 's/^\([a-z]*\):.*## /\1|/p' Makefile | awk -F'|' '{ printf "make %-10s %s\n", $$1, $$2 }'

setup: ## install everything that any target needs
	@scripts/setup.sh

run: ## build the command and the page, check the samples, serve the page (SERVE=0: do not serve, PORT=8321)
	@scripts/run.sh

test: ## run every check and test (STEPS=clippy,page: only those and what they need)
	@node scripts/test.mjs

quick: ## what an edit breaks most often, in a minute: format, lints, types, core tests with fewer texts, unit tests
	@node scripts/test.mjs quick

check: ## check files with the command: make check FILES="a.json b.json"
	@test -n "$(FILES)" || { echo 'usage: make check FILES="a.json b.json"' >&2; exit 2; }
	@scripts/setup.sh cargo
	@cargo build --quiet -p agent-response-cli
	@target/debug/agent-response check $(FILES)

package: ## build what is shipped: npm package, extension, command
	@scripts/package.sh

bench: ## measure the package against others
	@scripts/package.sh
	@npm run bench --silent --workspace agent-response-pkg-tests

version: ## set the version everywhere: make version V=0.2.0
	@node scripts/version.mjs $(V)
