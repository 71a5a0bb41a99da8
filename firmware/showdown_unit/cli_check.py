"""The command `showdown-unit check`: the preflight, for people or as JSON."""

from __future__ import annotations

import argparse
import json
import shlex
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path

from showdown_unit.check import Finding, Level, all_well, findings
from showdown_unit.check_machine import read_machine
from showdown_unit.config import Config

FAILED = 1


def add_options(parser: argparse.ArgumentParser) -> None:
    """The words of the command."""
    parser.add_argument("--json", action="store_true", help="the findings as one JSON object")


def run(args: argparse.Namespace, config: Config | None, problem: str | None) -> int:
    """Look and tell; 0 when nothing failed, else 1. `problem`: why there is no configuration."""
    found = [_of_config(config, problem)]
    if config is not None:
        found += findings(config, read_machine(config))
    well = all_well(found)
    if args.json:
        print(json.dumps({"ok": well, "findings": [asdict(finding) for finding in found]}))
    else:
        for finding in found:
            print(text_of(finding))
        print(f"\n{last_words(found, args.config)}")
    return 0 if well else FAILED


def text_of(finding: Finding) -> str:
    """One or two lines."""
    line = f"{finding.level:4}  {finding.about}: {finding.what}"
    return f"{line}\n      -> {finding.mend}" if finding.mend else line


def last_words(found: Sequence[Finding], config: Path | None) -> str:
    """What to do now. `config` is the file that was named."""
    failed = sum(finding.level is Level.FAIL for finding in found)
    if failed:
        return f"{failed} failed: mend from the top"
    option = f" --config {shlex.quote(str(config))}" if config else ""
    return f"all well: next, showdown-unit selftest{option}"


def _of_config(config: Config | None, problem: str | None) -> Finding:
    if config is None:
        mend = "correct the file; docs/config.md has every key"
        return Finding("config", Level.FAIL, problem or "cannot be read", mend)
    files = sorted(set(config.sources.values()) - {"default"})
    return Finding("config", Level.OK, ", ".join(files) or "no file: every key at its default")
