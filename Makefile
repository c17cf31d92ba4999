# make run    sets everything up and shows kibitz at work; make run ARGS="…" runs any command
# make test   sets everything up and passes all checks; make test-slow those that take minutes
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
ARGS ?= watch connect-four --first alpha-beta:seconds=0.4 --second rb-alpha-beta:seconds=0.4,keep_rate=0.6,deepening_depth=2 --seed 3
READY := $(VENV)/ready-with-tools

.PHONY: run test test-slow lint format bench clean

run: $(VENV)/ready
	$(BIN)/kibitz $(ARGS)

test: lint
	$(BIN)/pytest -n 2

test-slow: lint
	$(BIN)/pytest -n 2 -m slow --timeout 1800

lint: $(READY)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

format: $(READY)
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

bench: $(READY)
	$(BIN)/pip install --quiet --editable ".[peers]"
	$(BIN)/kibitz bench

$(VENV)/ready: pyproject.toml
	test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable .
	touch $@

$(READY): $(VENV)/ready
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable ".[dev]"
	touch $@

clean:
	rm -rf $(VENV) build dist .mypy_cache .pytest_cache .ruff_cache .hypothesis
