"""The command `showdown play`."""

from __future__ import annotations

import argparse
from typing import Any


def command(subparsers: Any) -> None:
    """Add the parser of `play`."""
    parser = subparsers.add_parser("play", help="not there yet")
    parser.set_defaults(run=_run)


def _run(_: argparse.Namespace) -> int:
    print("showdown play: not there yet")
    return 2
