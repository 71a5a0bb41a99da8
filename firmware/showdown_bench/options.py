"""The options of `showdown-unit bench`."""

from __future__ import annotations

import argparse
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Literal

from showdown_bench.players import SCRIPTS, Book, scripted, seeded
from showdown_bench.robots import BOTH
from showdown_unit.config import ConfigError, parse_override


@dataclass(frozen=True, slots=True, kw_only=True)
class Options:
    """What the bench was asked for. `state` None: a folder of its own, removed at the end."""

    name: str | None = None
    link: Path | None = None
    players: Literal["robots", "none", "left", "right"] = "robots"
    seed: int = 1
    script: str | None = None
    unasked: bool = False
    headless: bool = False
    plain: bool = False
    ascii: bool = False
    trace: Path | None = None
    state: Path | None = None
    config: Path | None = None
    overrides: Mapping[str, object] = field(default_factory=dict)

    @property
    def sides(self) -> frozenset[str]:
        """Where robots play."""
        return {"robots": BOTH, "none": frozenset[str]()}.get(
            self.players, frozenset({self.players})
        )

    @property
    def book(self) -> Book:
        """What the robots play, where there are any."""
        return seeded(self.seed) if self.script is None else scripted(self.script)


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add the bench's options to a parser; `read` takes what it parsed."""
    parser.add_argument(
        "--name",
        metavar="NAME",
        help="what `showdown --unit NAME` calls it; without it a name of its own, see "
        "`showdown units`",
    )
    parser.add_argument(
        "--link",
        type=Path,
        metavar="PATH",
        help="a symbolic link to the unit's PTY, for `showdown --port PATH`; "
        "without it the link lies in the state folder; the path is printed",
    )
    parser.add_argument(
        "--players",
        choices=("robots", "none", "left", "right"),
        default="robots",
        help="which paddles robots work: both, none, or one side's (default: %(default)s)",
    )
    parser.add_argument(
        "--seed",
        type=_natural,
        default=1,
        metavar="N",
        help="what the robots do: the same number, the same play (default: %(default)s)",
    )
    parser.add_argument(
        "--script",
        choices=sorted(SCRIPTS),
        help="let the robots play a fixed script instead of a seed's",
    )
    parser.add_argument(
        "--unasked",
        action="store_true",
        help="robots also begin showdowns by the timer button where no host has been for 10 s; "
        "a host that comes meanwhile is told BUSY",
    )
    parser.add_argument("--headless", action="store_true", help="draw nothing on the terminal")
    parser.add_argument(
        "--plain",
        action="store_true",
        help="draw one line instead of the picture, and take no keys",
    )
    parser.add_argument(
        "--ascii", action="store_true", help="draw the picture with ASCII characters alone"
    )
    parser.add_argument(
        "--trace",
        type=Path,
        metavar="FILE",
        help="append every pin change to FILE as `ns signal value`, before it is applied",
    )
    parser.add_argument(
        "--state",
        type=Path,
        metavar="DIR",
        help="keep the journal in DIR; without it in a folder that is removed at the end",
    )
    parser.add_argument("--config", type=Path, metavar="FILE", help="a unit's configuration file")
    parser.add_argument(
        "--set",
        dest="overrides",
        type=_override,
        action="append",
        default=[],
        metavar="KEY=VALUE",
        help="one key of the configuration, as `referee.count_s=0.5`; may be repeated",
    )


def read(args: argparse.Namespace) -> Options:
    """The options out of a parsed command line."""
    given = {f.name: getattr(args, f.name) for f in fields(Options)}
    return Options(**given | {"overrides": dict(args.overrides)})


def _natural(text: str) -> int:
    try:
        number = int(text)
    except ValueError:
        msg = f"{text!r} is no whole number"
        raise argparse.ArgumentTypeError(msg) from None
    if number < 0:
        msg = f"is {number}, must not be negative"
        raise argparse.ArgumentTypeError(msg)
    return number


def _override(text: str) -> tuple[str, object]:
    try:
        return parse_override(text)
    except ConfigError as error:
        raise argparse.ArgumentTypeError(str(error)) from error
