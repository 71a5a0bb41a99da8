"""`identify`: the unit's lamps blink a code, so that people can tell it from others."""

from __future__ import annotations

import hashlib
from typing import Final, Literal, Protocol

from showdown_protocol.messages import IdentifyResult
from showdown_unit.scenes import AMBER, DARK, GREEN, MS, RED, Lit, Panel, Scene, Steps

Lamp = Literal["red", "amber", "green"]
Code = tuple[Lamp, ...]

LAMPS: Final[tuple[Lamp, ...]] = ("red", "amber", "green")
LENGTH: Final = 3
"""Lamps of a code: 27 codes."""

DARK_NS: Final = 300 * MS
"""Before each lamp, so that the same one twice is seen to be two."""

LIT_NS: Final = 600 * MS
LAST_NS: Final = 300 * MS

LIMIT_NS: Final = LENGTH * (DARK_NS + LIT_NS) + LAST_NS

_LIT: dict[Lamp, Lit] = {"red": RED, "amber": AMBER, "green": GREEN}


class _Runner(Protocol):
    def make_way(self) -> None: ...

    def idle(self) -> None: ...


class Identify:
    """Plays the code of one serial on the panel. Whatever else the panel shows ends it at once."""

    def __init__(self, panel: Panel, runner: _Runner, serial: str) -> None:
        self._panel = panel
        self._runner = runner
        self._code = code_of(serial)

    def start(self) -> IdentifyResult:
        """Begin, whoever asks having seen that nothing runs; the same answer while it blinks."""
        if self._panel.scene is not Scene.CODE:
            self._runner.make_way()
            self._panel.play(steps_of(self._code), self._runner.idle)
        return IdentifyResult(blinks=self._code, limit_ms=LIMIT_NS // MS)


def code_of(serial: str) -> Code:
    """The lamps of that serial: any two serials differ in 26 of 27 cases."""
    number = int.from_bytes(hashlib.sha256(serial.encode()).digest())
    code = []
    for _ in range(LENGTH):
        number, lamp = divmod(number, len(LAMPS))
        code.append(LAMPS[lamp])
    return tuple(code)


def steps_of(code: Code) -> Steps:
    """What the lamps show, and for how long each time."""
    steps: list[tuple[Lit, int]] = []
    for lamp in code:
        steps += [(DARK, DARK_NS), (_LIT[lamp], LIT_NS)]
    return [*steps, (DARK, LAST_NS)]
