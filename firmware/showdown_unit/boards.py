"""The board that a configuration names."""

from __future__ import annotations

from pathlib import Path

from showdown_hw.board import Board
from showdown_hw.errors import BoardError
from showdown_unit.config import Config


def board_of(config: Config) -> Board:
    """By its name, or by a path with a `/`. BoardError says which key of which file is wrong."""
    name = config.hardware.board
    if "/" in name:
        return Board.load(Path(name))
    if name not in Board.names():
        raise BoardError(
            config.sources["hardware.board"],
            "hardware.board",
            f"is {name!r}, which does not ship; there are: {', '.join(Board.names())}. A file of"
            " your own is named by its whole path, with /",
        )
    return Board.named(name)
