# make run and make test are all that a fresh machine needs; both create .venv themselves.

PYTHON ?= $(shell for each in python3 python3.14 python3.13 python3.12 python3.11; do \
	$$each -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && echo $$each && break; done)
BIN := .venv/bin

# make run opens the app, or measures where there is no terminal to draw on (a pipe, CI); make test checks;
# make bench proves the figures that sigtui has to reach; make screenshots takes those of the README anew.
.PHONY: run test bench screenshots clean

run: .venv/run
	@if [ -t 0 ] && [ -t 1 ] && [ -t 2 ] && [ "$$TERM" != dumb ]; \
	then $(BIN)/sigtui; else $(BIN)/sigtui --preset rfc9421 --headless; fi

test: .venv/test
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/pytest -n auto

bench: .venv/test
	$(BIN)/python -m tests.bars

screenshots: .venv/test
	$(BIN)/python -m tests.screenshots

clean:
	rm -rf .venv

# Each mark says what .venv holds; test holds more than run.
.venv/run: EXTRAS :=
.venv/test: EXTRAS := [test]

.venv/run .venv/test: pyproject.toml constraints.txt | .venv/bin/python
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --constraint constraints.txt --editable '.$(EXTRAS)'
	@touch $@

.venv/bin/python:
	@test -n "$(PYTHON)" || { echo 'sigtui needs Python 3.11 or newer; if it has another name: make PYTHON=/path/to/python3' >&2; exit 1; }
	$(PYTHON) -m venv .venv || { rm -rf .venv; echo 'no virtual environment: on Debian and Ubuntu, apt install python3-venv' >&2; exit 1; }
