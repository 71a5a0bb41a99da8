"""The command `showdown score`."""

from __future__ import annotations

import argparse
from typing import Any


def command(subparsers: Any) -> None:
    """Add the parser of `score`."""
    parser = subparsers.add_parser("score", help="not there yet")
    parser.set_defaults(run=_run)


def _run(_: argparse.Namespace) -> int:
    print("showdown score: not there yet")
    return 2
