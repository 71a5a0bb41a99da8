# Everything a newcomer or CI runs. One environment, .venv/, made on first use.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/.made
DRAWN := $(VENV)/.drawings

.DEFAULT_GOAL := help
.PHONY: help demo test prove check bench schematics fab rig fairness deb deb-test format clean

help: ## this list
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 12

$(STAMP): pyproject.toml
	@sh tools/needs.sh "$(PYTHON)"
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[dev]'
	@touch $@

demo: $(STAMP) ## five showdowns by robots over a PTY, records in build/demo.jsonl
	$(BIN)/python tools/demo.py

test: $(STAMP) ## all tests, seeded samples of everything, under three minutes
	$(BIN)/python tools/test.py

check: $(STAMP) ## format, lint, types, who imports whom
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports --no-cache

prove: $(STAMP) ## the large counts; prints counts, seeds and time
	$(BIN)/python tools/prove.py

bench: $(STAMP) ## speed and memory, as ratios and counts, with the machine
	$(BIN)/python tools/bench.py

schematics: schematics-needs $(DRAWN) ## draw schematics, board, wiring, parts and pictures anew, and check them
	$(BIN)/python tools/schematics.py

fab: schematics-needs $(DRAWN) ## gerbers and drill file, STL files, parts list: into build/fab
	$(BIN)/python -m showdown_drawings fab build/fab

# KiCad, OpenSCAD and the like are Debian's; the extra packages come into .venv at the first use.
.PHONY: schematics-needs
schematics-needs:
	@sh tools/schematics_needs.sh

$(DRAWN): $(STAMP)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[dev,drawings]'
	@touch $@

rig: $(STAMP) rig-system ## real GPIO devices in QEMU, and the package under systemd: built on first use (as root)
	$(BIN)/python -m pytest -q -m rig --durations=12 tests/rig

bench-rig: $(STAMP) rig-system ## boot to ready, memory and idle wake-ups of the installed service
	PYTHONPATH=tests $(BIN)/python -m rig.system_bench

.PHONY: rig-system bench-rig
rig-system: $(STAMP)
	PYTHONPATH=tests $(BIN)/python -m rig.build
	$(BIN)/python tools/deb.py --arch amd64
	PYTHONPATH=tests $(BIN)/python -m rig.system_parts

fairness: $(STAMP) ## near-simultaneous presses before the unit and naive programs; DUELS=20 a cell, WRITE=1
	PYTHONPATH=tests $(BIN)/python -m rig.build
	PYTHONPATH=tests $(BIN)/python -m rig.fairness

deb: $(STAMP) ## the Debian package for a Pi, into build/deb; ARCH=amd64 for other machines
	$(BIN)/python tools/deb.py --arch $(or $(ARCH),arm64)

deb-test: $(STAMP) ## the package's life in emulated arm64 systems, as root on Debian 12 or 13
	ARCH=$(ARCH) $(BIN)/python -m pytest -q -x tests/packaging/deb_life.py

format: $(STAMP) ## put the sources into the project's format
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

clean: ## remove the environment and what was built
	rm -rf $(VENV) build .mypy_cache .ruff_cache .pytest_cache .hypothesis
