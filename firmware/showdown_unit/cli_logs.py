"""`showdown-unit logs`: what the system's log has of the unit."""

from __future__ import annotations

import argparse


def command(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add it to the commands of `showdown-unit`."""
    _ = commands
