# What one does here, each in one word. Everything needed is set up in .venv on the way, and again when pyproject.toml
# changes; no environment has to be active. `make PYTHON=python3.12 ...` chooses another Python for a new .venv.

PYTHON ?= python3
FUZZ_TIME ?= 600
GAME ?= kumata
BIN := .venv/bin
PIP := $(BIN)/python -m pip install -qq --disable-pip-version-check

# Scripts in an environment name its place, so stamps made elsewhere (a moved or copied checkout) do not count.
ifneq ($(shell cat .venv/place 2>/dev/null),$(CURDIR))
STALE := stale
endif

ifneq ($(shell cat .venv-openspiel/place 2>/dev/null),$(CURDIR))
STALE_OPENSPIEL := stale
endif

.DEFAULT_GOAL := help
.PHONY: help install play test lint types fmt games expected pictures openspiel bench fuzz worth faults clean stale
.DELETE_ON_ERROR:

help: ## list these commands
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "make %-9s %s\n", $$1, $$2 }' Makefile

install: .venv/develop ## set up .venv with everything the checks need
	@echo 'Ready: $(BIN)/hoyle'

play: .venv/run ## play Kumata (bots play it when there is no terminal)
	@$(BIN)/hoyle play kumata

test: lint types ## run every check: style, types, tests, and the games' own tests
	$(BIN)/pytest -q -n 2 --hypothesis-profile=ci
	@$(MAKE) --no-print-directory games

lint: .venv/develop ## check style and format of the Python code
	$(BIN)/ruff check -q
	$(BIN)/ruff format -q --check

types: .venv/develop ## check types
	$(BIN)/mypy --no-error-summary

games: .venv/run ## check the format of the games and run their own tests
	$(BIN)/hoyle fmt --check games
	$(BIN)/hoyle test games

fmt: .venv/develop ## format the Python code and the games
	$(BIN)/ruff check -q --fix --exit-zero
	$(BIN)/ruff format -q
	$(BIN)/hoyle fmt games

expected: .venv/develop ## record the expected texts of the tests anew and show what changed
	$(BIN)/pytest -q -n 2 --hypothesis-profile=ci --update-expected
	@git --no-pager diff --stat --patch -- tests
	@git ls-files --others --exclude-standard -- tests | sed 's/^/new: /'

pictures: .venv/develop ## make the pictures of the documentation anew, by the commands in docs/pictures/README.md
	$(BIN)/pytest -q tests/look/test_pictures.py --update-expected
	@git --no-pager diff --stat -- docs/pictures

openspiel: .venv-openspiel/place ## compare every shared game with OpenSpiel, in an environment of its own
	.venv-openspiel/bin/python -m pytest -q tests/openspiel

bench: .venv/run ## measure how fast the games are, against OpenSpiel and against a class written by hand
	@$(MAKE) -s .venv-openspiel/place || echo "OpenSpiel cannot be installed: measuring the rest." >&2
	@$(BIN)/python tests/bench/bench.py --openspiel .venv-openspiel/bin/python

fuzz: .venv/develop ## damage games, then invent some, FUZZ_TIME seconds (600) each, and see that they are played alike
	@$(BIN)/python tests/fuzz/fuzz.py --seconds $(FUZZ_TIME)
	@PYTHONPATH=tests/support $(BIN)/python tests/fuzz/invent.py --seconds $(FUZZ_TIME)

worth: .venv/run ## tell what nothing exercises in GAME (kumata), and what mistakes nobody would notice, in ten minutes
	$(BIN)/hoyle coverage $(GAME)
	$(BIN)/hoyle mutate $(GAME) --time 600

faults: .venv/develop ## plant every fault in tests/games/faults, and record what finds each
	@$(BIN)/python tests/support/planted.py
	@git --no-pager diff --stat -- tests/games/faults docs/explanation/planted-faults.md

clean: ## remove .venv, builds and caches
	rm -rf .venv .venv-openspiel build dist hoyle.egg-info .mypy_cache .pytest_cache .ruff_cache .hypothesis

# The environment itself; the two stamps below say what was installed into it, and when.
.venv/place: $(STALE)
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { \
	  echo "hoyle needs Python 3.11 or newer, and '$(PYTHON)' is $$($(PYTHON) --version 2>&1);" \
	    "name another one: make PYTHON=python3.11" >&2; exit 1; }
	@echo "Setting up .venv ..."
	@$(PYTHON) -m venv --clear .venv
	@echo "$(CURDIR)" > $@

.venv/run: pyproject.toml $(STALE) | .venv/place
	@echo "Installing hoyle into .venv ..."
	@$(PIP) -e .
	@touch $@

.venv/develop: pyproject.toml $(STALE) | .venv/place
	@echo "Installing hoyle and its checks into .venv ..."
	@$(PIP) -e '.[dev]'
	@touch .venv/run $@

.venv-openspiel/place: pyproject.toml $(STALE_OPENSPIEL)
	@echo "Installing OpenSpiel into .venv-openspiel ..."
	@$(PYTHON) -m venv --clear .venv-openspiel
	@.venv-openspiel/bin/python -m pip install -qq --disable-pip-version-check -e '.[verify]' open_spiel
	@echo "$(CURDIR)" > $@
