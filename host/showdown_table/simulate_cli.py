"""The command `showdown simulate`."""

from __future__ import annotations

import argparse
from typing import Any


def command(subparsers: Any) -> None:
    """Add the parser of `simulate`."""
    parser = subparsers.add_parser("simulate", help="not there yet")
    parser.set_defaults(run=_run)


def _run(_: argparse.Namespace) -> int:
    print("showdown simulate: not there yet")
    return 2
