# The commands of a developer's day. `make play` and `make test` do all the set-up there is:
# a machine with Python 3.11 or newer, make and a network is enough.

PYTHON ?= $(shell for p in python3.13 python3.12 python3.11 python3.14 python3 python; do \
	command -v $$p >/dev/null 2>&1 && $$p -c 'import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 11))' >/dev/null 2>&1 && echo $$p && break; done)
VENV := .venv
BIN := $(VENV)/bin
PEERS := .venv-peers
# Packages are compiled when they are first imported: most of their modules never are.
PIP_FLAGS := --quiet --disable-pip-version-check --no-compile --constraint constraints.txt
# Two more than the two cores that we count on: the tests of servers and pages spend much of their time waiting.
JOBS ?= 4
# Tests differ a thousandfold in length: who has none left takes some from the others.
PYTEST = $(BIN)/python -m pytest -n $(JOBS) --dist worksteal
# Steps that do not need each other run side by side, each one's output in one piece where this make can do that.
BESIDE = $(MAKE) --no-print-directory --jobs=3 $(if $(filter output-sync,$(.FEATURES)),--output-sync=target)
# Tests start many interpreters. Each would compile every module again where the environment says to keep no bytecode.
export PYTHONDONTWRITEBYTECODE :=

.DEFAULT_GOAL := help
.PHONY: help play test test-long bench format warm warm-tests pages site pictures check set-up style pages-checked packages clean

help: ## what there is to do
	@awk -F ':.*## ' '/^[a-z-]+:.*## / {printf "  make %-10s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

play: warm pages ## set up what is missing, and play in the browser
	@$(BIN)/quincunx serve

test: check ## set up what the tests need, and run every check
	$(PYTEST) -m "not long"

test-long: check $(VENV)/.programs-long ## the long checks too, compiled and in plain Python
	$(PYTEST)
	NUMBA_DISABLE_JIT=1 $(PYTEST) -m "not long"

check: | $(VENV)/bin/python
	@$(BESIDE) set-up
	@$(BESIDE) warm-tests pages-checked style

set-up: $(VENV)/.test $(VENV)/.programs packages

style:
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

pages-checked: pages
	@$(BIN)/python tools/build_pages.py --check

bench: $(VENV)/.test $(VENV)/.programs warm $(PEERS)/.installed ## measure speed, side by side with peers
	$(BIN)/python -m benchmarks.run --peers $(PEERS)/bin/python

format: $(VENV)/.test ## put the code in order
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

warm: $(VENV)/.play
	@$(BIN)/quincunx warm

warm-tests: warm
	@$(BIN)/python -m tests.warm

pages: $(VENV)/.play ## build the pages, if they have changed
	@$(BIN)/python tools/build_pages.py

site: $(VENV)/.play ## the site for a plain web space, in dist/site
	@$(BIN)/python tools/build_site.py

pictures: $(VENV)/.test $(VENV)/.programs warm pages ## take the README's pictures again
	@$(BIN)/python -m tools.pictures

clean: ## remove what was set up
	rm -rf $(VENV) $(PEERS) web/node_modules src/quincunx/server/pages .mypy_cache .pytest_cache .ruff_cache .hypothesis

$(VENV)/bin/python:
	@test -n "$(PYTHON)" || { echo "Quincunx needs Python 3.11 or newer with its venv module (on Debian: python3 and python3-venv)."; exit 1; }
	@echo "Setting up Quincunx in $(VENV), once: a minute or two."
	@$(PYTHON) -m venv $(VENV)

$(VENV)/.play: pyproject.toml constraints.txt | $(VENV)/bin/python
	@$(BIN)/python -m pip install $(PIP_FLAGS) --editable .
	@touch $@

$(VENV)/.test: pyproject.toml constraints.txt | $(VENV)/bin/python
	@$(BIN)/python -m pip install $(PIP_FLAGS) --editable '.[test]'
	@touch $(VENV)/.play $@

$(VENV)/.programs: tools/setup_programs.sh | $(VENV)/bin/python
	@sh tools/setup_programs.sh
	@touch $@

$(VENV)/.programs-long: tools/setup_programs.sh | $(VENV)/bin/python
	@sh tools/setup_programs.sh long
	@touch $@

packages: | $(VENV)/bin/python
	@$(BIN)/python tools/build_pages.py --packages
	@$(BIN)/python tools/browser_packages.py

$(PEERS)/.installed: benchmarks/peers/requirements.txt
	@test -n "$(PYTHON)" && $(PYTHON) -m venv $(PEERS)
	@$(PEERS)/bin/python -m pip install --quiet --disable-pip-version-check --requirement benchmarks/peers/requirements.txt
	@touch $@
