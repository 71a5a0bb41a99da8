"""`showdown-unit status`: what the running unit says of itself, for people."""

from __future__ import annotations

import argparse


def command(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add it to the commands of `showdown-unit`."""
    _ = commands
