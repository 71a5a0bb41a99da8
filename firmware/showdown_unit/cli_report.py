"""`showdown-unit report`: one file with what somebody needs who is to help."""

from __future__ import annotations

import argparse


def command(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add it to the commands of `showdown-unit`."""
    _ = commands
