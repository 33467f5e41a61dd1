# make run and make test are all that a fresh machine needs; both create .venv themselves.

PYTHON ?= $(shell for each in python3 python3.14 python3.13 python3.12 python3.11; do \
	$$each -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && echo $$each && break; done)
BIN := .venv/bin

.PHONY: run test bench clean

run: .venv/run
	$(BIN)/sigtui --preset rfc9421 --headless

test: .venv/test
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/pytest

bench: .venv/bench
	$(BIN)/python -m tests.bars

clean:
	rm -rf .venv

# Each mark says what .venv holds; test and bench hold more than run.
.venv/run: EXTRAS :=
.venv/test: EXTRAS := [test]
.venv/bench: EXTRAS := [test,bench]

.venv/run .venv/test .venv/bench: pyproject.toml constraints.txt | .venv/bin/python
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --constraint constraints.txt --editable '.$(EXTRAS)'
	@touch $@

.venv/bin/python:
	@test -n "$(PYTHON)" || { echo 'sigtui needs Python 3.11 or newer; if it has another name: make PYTHON=/path/to/python3' >&2; exit 1; }
	$(PYTHON) -m venv .venv
