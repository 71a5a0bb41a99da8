"""What goes between the two processes of the drawn bench: lines of JSON on a socket pair.

One process is the unit, the other draws. Looks go one way, what people do the other way.
"""

from __future__ import annotations

from typing import Literal

import msgspec

from showdown_picture.drawing import Part
from showdown_picture.view import View


class Look(msgspec.Struct, frozen=True):
    """What is to be drawn. `robots`: the sides they play on."""

    view: View
    robots: tuple[str, ...]


class Act(msgspec.Struct, frozen=True):
    """What somebody does at the keyboard or with the mouse.

    `tap`: down for `ms`; `down`: until `up`, and at least that long; `robot`: the robot of that
    side comes or goes.
    """

    do: Literal["tap", "down", "up", "toggle", "robot"]
    part: Part
    ms: int = 0


def line(message: Look | Act) -> bytes:
    """A message as a line."""
    return msgspec.json.encode(message) + b"\n"


class Lines:
    """Bytes in, whole lines out."""

    def __init__(self) -> None:
        self._rest = b""

    def feed(self, data: bytes) -> list[bytes]:
        """The lines that are whole now."""
        *whole, self._rest = (self._rest + data).split(b"\n")
        return whole


def look_of(text: bytes) -> Look:
    """A look out of its line."""
    return msgspec.json.decode(text, type=Look)


def act_of(text: bytes) -> Act:
    """An act out of its line."""
    return msgspec.json.decode(text, type=Act)
