# Everything a new machine needs is set up by the first target that needs it.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
SETUP := $(VENV)/.setup-$(shell cat requirements.lock pyproject.toml 2>/dev/null | sha256sum | cut -c1-12)
READY := $(VENV)/.ready-$(shell cat play.lock pyproject.toml 2>/dev/null | sha256sum | cut -c1-12)
PYTEST := $(BIN)/python -m pytest

.DEFAULT_GOAL := help
.PHONY: help setup play play-terminal web screenshots pictures test quick check bench prove docs lock clean

help:  ## what can be made
	@grep -hE '^[a-z]+:.*##' $(MAKEFILE_LIST) | sed 's/:.*## /\t/' | expand -t 14

setup: $(SETUP)  ## a virtual environment with everything pinned in requirements.lock

$(SETUP): requirements.lock pyproject.toml
	@echo "Setting up $(VENV) (once) ..."
	@test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements.lock
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation -e .
	@rm -f $(VENV)/.setup-* && touch $@

# Whoever only plays waits for a third of it; where all is set up already, nothing is missing.
$(READY): play.lock pyproject.toml
	@test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	@test -e $(SETUP) || { echo "Setting up $(VENV) for playing (once) ..."; \
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-compile --require-hashes -r play.lock && \
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation -e .; }
	@rm -f $(VENV)/.ready-* && touch $@

play:  ## the browser at a table against bots; without Node 20 the terminal (GAME=talon to choose one)
	@if command -v npm > /dev/null; then $(MAKE) --silent --no-print-directory -j 2 $(READY) $(NODE_MODULES) && \
	$(MAKE) --silent --no-print-directory web && exec $(BIN)/bestiary serve --open; \
	else $(MAKE) --silent --no-print-directory $(READY) && echo "Node 20 is missing, so the page cannot be built; the game starts in the terminal." && \
	exec $(BIN)/bestiary play $(GAME); fi

play-terminal: $(READY)  ## a game against bots in the terminal (GAME=talon to choose one)
	@$(BIN)/bestiary play $(GAME)

# The page is built anew when one of its sources is newer than it.
PAGE := src/bestiary/server/built/index.html
PAGE_SOURCES := $(shell find web/src web/public web/tools -type f -not -path 'web/src/types/*') web/index.html \
	web/package-lock.json web/vite.config.ts $(wildcard src/bestiary/engine/views.py src/bestiary/games/*/view.py src/bestiary/games/*/book.py src/bestiary/server/protocol.py)
NODE_MODULES := web/node_modules/.package-lock.json

web: $(PAGE)  ## the page, built into the package

$(NODE_MODULES): web/package-lock.json
	@echo "Installing what the page is built with (once) ..."
	@cd web && npm install --no-save --no-audit --no-fund --no-update-notifier --loglevel=error
	@touch $@

$(PAGE): $(READY) $(NODE_MODULES) $(PAGE_SOURCES)
	@echo "Building the page ..."
	@cd web && npm run --silent types && npm run --silent build -- --logLevel warn

screenshots: $(SETUP) $(PAGE)  ## every page and state at three widths in both themes, into build/screenshots (STATES="home" for some)
	@$(BIN)/python bench/screenshots.py $(STATES)

pictures: $(SETUP) $(PAGE)  ## the pictures of the README and the documentation, anew
	@$(BIN)/python bench/screenshots.py --pictures

# The suite in four parts side by side, a process each; tests/conftest.py says what belongs to which.
PARTS := -o console_output_style=classic --dist each $(addprefix --tx popen//env:BESTIARY_TESTS=,\
	small large plain//env:NUMBA_DISABLE_JIT=1 served//env:NUMBA_DISABLE_JIT=1)

export WITHOUT  # what tests leave out: make test WITHOUT=postgresql,redis,chromium
CHECKED := $(VENV)/.checked

test: $(SETUP) $(PAGE)  ## the checks and the whole test suite, side by side
	@$(BIN)/python bench/services.py
	@$(MAKE) --no-print-directory check > $(CHECKED) 2>&1 & checking=$$!; started=$$(date +%s); \
	$(PYTEST) $(PARTS) --durations=20; code=$$?; wait $$checking || code=1; cat $(CHECKED); \
	echo "make test took $$(($$(date +%s) - started)) seconds after set-up"; exit $$code

# What is most often changed, on plain rules: nothing waits for the compiler.
CORE := tests/engine $(addprefix tests/,talon/test_scenarios.py talon/test_pots.py talon/test_gamble.py \
	talon/test_refusals.py claw/test_claw_scenarios.py claw/test_claw_rulings.py claw/test_claw_refusals.py \
	prey/test_prey_scenarios.py prey/test_prey_refusals.py beasts/test_beasts_round.py beasts/test_beasts_travel.py \
	beasts/test_beasts_hunts.py beasts/test_beasts_wars.py)

quick: $(SETUP) check  ## the checks and the core of the tests, in under a minute
	@NUMBA_DISABLE_JIT=1 $(PYTEST) -n 2 $(CORE)

check: $(SETUP) $(PAGE)  ## ruff, mypy --strict, import-linter, svelte-check
	@$(BIN)/ruff check src tests bench docs examples
	@$(BIN)/mypy src docs/example tests/bots/bare_position.py
	@out=$$($(BIN)/lint-imports --no-cache 2>&1) || { echo "$$out"; exit 1; }
	@cd web && npm run --silent check

bench: $(SETUP)  ## throughput beside peers in one run; writes docs/peers.md
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r bench/requirements.lock
	@$(BIN)/python bench/peers.py
	@$(BIN)/python bench/search.py

prove: $(SETUP) $(PAGE)  ## the long figures (hours), GAMES="prey claw" for some, MOST=1000 for fewer games, CLUSTER=address; writes docs/proof.md
	@$(PYTEST) -m prove tests
	@$(BIN)/python bench/prove.py $(GAMES) $(if $(CLUSTER),--cluster $(CLUSTER)) $(if $(MOST),--most $(MOST))

docs: $(SETUP)  ## the documentation, into site/
	@$(BIN)/mkdocs build --strict

# What the tests need; playing needs less.
EXTRAS := cluster dev gymnasium lab openspiel pettingzoo server train tune
PIN := $(BIN)/uv pip compile --quiet --generate-hashes --no-emit-index-url --no-header --no-annotate --universal --python-version 3.11

lock: $(SETUP)  ## pin dependencies anew
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check uv
	@$(PIN) $(addprefix --extra ,$(EXTRAS)) pyproject.toml bench/build.in -o requirements.lock
	@$(PIN) --extra server pyproject.toml bench/build.in -c requirements.lock -o play.lock
	@$(PIN) --extra peers pyproject.toml -c requirements.lock -o bench/requirements.lock

clean:  ## remove what was built
	@rm -rf $(VENV) site web/node_modules src/bestiary/server/built .mypy_cache .ruff_cache .pytest_cache .hypothesis
