"""A sub-command as another package would add it."""

from __future__ import annotations

import argparse


def command(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add `score`."""
    parser = subparsers.add_parser("score", help="keep the score")
    parser.add_argument("--points", type=int)
    parser.set_defaults(run=_run)


def _run(args: argparse.Namespace) -> int:
    print(f"{args.points} at {args.port}")
    return int(args.points)
