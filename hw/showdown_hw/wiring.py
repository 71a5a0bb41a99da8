"""What a pin factory needs to know of a board beforehand: its inputs, and its outputs at rest."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from showdown_hw.board import Board
from showdown_hw.signals import SIGNALS, Direction

PULLS = {"up": "up", "down": "down", "none": "floating"}
"""A board file's word for a pull, and gpiozero's."""


@dataclass(frozen=True, slots=True)
class Wiring:
    """By BCM number: each input's pull, in gpiozero's words, and each output's level at rest.

    Inputs named here are watched together. An output named here is left driven at that level
    when it is closed, where gpiozero would let it float.
    """

    inputs: Mapping[int, str] = field(default_factory=dict)
    rest: Mapping[int, bool] = field(default_factory=dict)

    @staticmethod
    def of(board: Board) -> Wiring:
        """The wiring of a whole unit."""
        inputs: dict[int, str] = {}
        rest: dict[int, bool] = {}
        for signal, spec in board.pins.items():
            if SIGNALS[signal].direction is Direction.IN:
                inputs[spec.bcm] = PULLS[spec.pull]
            else:
                rest[spec.bcm] = not spec.active_high
        return Wiring(inputs, rest)
