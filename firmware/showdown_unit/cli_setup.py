"""`showdown-unit setup`: the lines of the boot partition that the unit needs."""

from __future__ import annotations

import argparse


def command(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add it to the commands of `showdown-unit`."""
    _ = commands
