"""`showdown-unit safe`: every output switched off, for when the daemon has ended."""

from __future__ import annotations

import argparse


def command(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add it to the commands of `showdown-unit`."""
    _ = commands
