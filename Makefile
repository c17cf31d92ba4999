# make run    sets everything up and shows kibitz at work; make run ARGS="…" runs any command
# make test   sets everything up and passes all checks; make test-slow those that take minutes
# make test-offline   passes the tests in a browser with the network cut off
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
ARGS ?= watch connect-four --first alpha-beta:seconds=0.4 --second rb-alpha-beta:seconds=0.4,keep_rate=0.6,deepening_depth=2 --seed 3
READY := $(VENV)/ready-with-tools
SCRIPTS := $(wildcard src/kibitz/page/static/*.js src/kibitz/page/static/*.ts)
TYPESCRIPT := $(VENV)/typescript
TSC := $(TYPESCRIPT)/node_modules/.bin/tsc --allowJs --checkJs --strict --noEmit --target es2022 --module esnext \
	--moduleResolution bundler --lib es2022,dom,dom.iterable
PRETTIER := $(TYPESCRIPT)/node_modules/.bin/prettier --print-width 120 --log-level warn

.PHONY: run test test-slow test-offline lint javascript browser format graph idioms bench clean

run: $(VENV)/ready
	$(BIN)/kibitz $(ARGS)

test: lint browser
	$(BIN)/pytest -n 2

test-slow: lint browser
	$(BIN)/pytest -n 2 -m slow --timeout 1800

test-offline: $(READY) browser
	@for apart in "unshare --net" "unshare --map-root-user --net"; do \
		if $$apart ip link set lo up 2>/dev/null; then \
			exec $$apart sh -c 'ip link set lo up && exec $(BIN)/pytest tests/test_browser.py'; \
		fi; \
	done; echo "the tests without a network were skipped: they need unshare and ip, and the right to use them"

lint: $(READY) javascript
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

javascript:
	@if ! command -v npm >/dev/null; then echo "the JavaScript was not checked: there is no npm"; \
	elif ! $(MAKE) --no-print-directory $(TYPESCRIPT)/ready >/dev/null 2>&1; then \
		echo "the JavaScript was not checked: npm could not install TypeScript and Prettier"; \
	else $(MAKE) --no-print-directory $(TYPESCRIPT)/checked; fi

$(TYPESCRIPT)/ready: Makefile
	mkdir -p $(TYPESCRIPT)
	npm install --prefix $(TYPESCRIPT) --no-save --silent typescript@~6 prettier@3.10.1
	touch $@

$(TYPESCRIPT)/checked: $(SCRIPTS) $(TYPESCRIPT)/ready Makefile
	$(TSC) $(filter %.js,$(SCRIPTS))
	$(PRETTIER) --check $(SCRIPTS)
	@touch $@

# Without a browser its tests are skipped.
browser:
	@for each in $$KIBITZ_BROWSER chromium chromium-browser google-chrome; do \
		command -v "$$each" >/dev/null && exit 0; done; \
	if [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null; then \
		echo "installing Chromium for the tests in a browser"; export DEBIAN_FRONTEND=noninteractive; \
		{ apt-get update && apt-get install -y --no-install-recommends chromium; } >/dev/null 2>&1 \
			|| echo "Chromium could not be installed"; \
	fi

format: $(READY)
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .
	@if ! command -v npm >/dev/null; then echo "the JavaScript was not formatted: there is no npm"; \
	elif ! $(MAKE) --no-print-directory $(TYPESCRIPT)/ready >/dev/null 2>&1; then \
		echo "the JavaScript was not formatted: npm could not install Prettier"; \
	else $(PRETTIER) --write $(SCRIPTS); fi

# Which part imports which, drawn in docs/architecture.md
graph: $(READY)
	$(BIN)/python docs/import_graph.py

# Which idioms of Python compile, listed in docs/idioms.md and docs/write-a-game.md
idioms: $(READY)
	$(BIN)/python docs/idioms_table.py

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
