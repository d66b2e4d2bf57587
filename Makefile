# make build   exports of source/ in out/
# make test    everything that has to hold before a change lands
# make docs    write the generated pages anew

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin

.PHONY: build test lint types tests docs docs-check clean

build: $(VENV)/run
	$(BIN)/kfexport build

test: lint types docs-check tests

lint: $(VENV)/dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

types: $(VENV)/dev
	$(BIN)/mypy

tests: $(VENV)/dev $(VENV)/junit-10.xsd
	$(BIN)/pytest -n auto

docs: $(VENV)/dev
	$(BIN)/python -m docs.generate

docs-check: $(VENV)/dev
	$(BIN)/python -m docs.generate --check

# What the package needs to run.
$(VENV)/run: pyproject.toml
	$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "kfexport needs Python 3.11 or newer; name one with make PYTHON=…")'
	test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --upgrade 'pip>=25.1'
	$(BIN)/python -m pip install --quiet --editable .
	touch $@

# What the tests need as well. Anki's backend is not to be had for every machine; the tests that need it then skip.
$(VENV)/dev: $(VENV)/run
	$(BIN)/python -m pip install --quiet --group dev
	$(BIN)/python -m pip install --quiet --group anki || echo "Anki's backend could not be installed: its tests are skipped."
	touch $@

# The schema that the JUnit report is held against.
$(VENV)/junit-10.xsd: $(VENV)/dev tests/junit_schema.py
	$(BIN)/python tests/junit_schema.py

clean:
	rm -rf $(VENV) dist out/moodle out/qti21 out/anki out/canvas
