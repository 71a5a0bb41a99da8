"""A board: which signal is on which pin, and how the launcher is driven. Read from TOML, checked.

Anything unknown, doubled, reserved or unfit is refused; nothing is ignored or corrected.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from importlib import resources
from pathlib import Path
from types import MappingProxyType
from typing import Literal, cast

from showdown_hw.errors import BoardError
from showdown_hw.signals import (
    HARDWARE_PWM,
    HEADER,
    PULLED_UP_AT_RESET,
    RESERVED,
    SIGNALS,
    USABLE,
    Direction,
)
from showdown_hw.toml_table import Table

Pull = Literal["up", "down", "none"]


@dataclass(frozen=True, slots=True)
class PinSpec:
    """One signal's pin: BCM number, the level that means active, and an input's internal pull."""

    bcm: int
    active_high: bool
    pull: Pull = "none"


@dataclass(frozen=True, slots=True)
class LauncherSpec:
    """Pulse widths of the three positions (µs, at 50 Hz) and the longest powered time (ms)."""

    park_us: int
    left_us: int
    right_us: int
    limit_ms: int


@dataclass(frozen=True, slots=True)
class Board:
    """A checked board. `pins` has every required signal; optional ones may be absent."""

    name: str
    file: str
    pins: Mapping[str, PinSpec]
    launcher: LauncherSpec

    @staticmethod
    def load(path: str | Path) -> Board:
        """Read a board file; BoardError names file, key, value and what is allowed."""
        try:
            text = Path(path).read_text(encoding="utf-8")
        except (OSError, UnicodeDecodeError) as error:
            raise BoardError(str(path), "", f"cannot be read: {error}") from error
        return Board.parse(text, str(path))

    @staticmethod
    def named(name: str) -> Board:
        """A board that ships with this package, as `default`."""
        file = resources.files(__package__) / "boards" / f"{name}.toml"
        if name not in Board.names():
            known = ", ".join(Board.names())
            raise BoardError(f"board {name!r}", "", f"does not ship; there are: {known}")
        return Board.parse(file.read_text(encoding="utf-8"), f"{name}.toml")

    @staticmethod
    def names() -> list[str]:
        """The boards that ship with this package."""
        folder = resources.files(__package__) / "boards"
        files = (file.name for file in folder.iterdir())
        return sorted(name.removesuffix(".toml") for name in files if name.endswith(".toml"))

    @staticmethod
    def parse(text: str, file: str) -> Board:
        """A board from TOML text; `file` is what its errors call it."""
        try:
            raw = tomllib.loads(text)
        except ValueError as error:  # also of a number with thousands of digits
            raise BoardError(file, "", f"is not TOML: {error}") from error
        except RecursionError as error:
            raise BoardError(file, "", "is nested too deeply") from error
        top = Table(file, "", raw)
        top.only("name", "pins", "launcher")
        name = top.text("name")
        pins = _pins(top.table("pins"))
        launcher = _launcher(top.table("launcher"))
        return Board(name, file, MappingProxyType(pins), launcher)


def _pins(table: Table) -> dict[str, PinSpec]:
    table.only(*SIGNALS)
    pins: dict[str, PinSpec] = {}
    for signal, kind in SIGNALS.items():
        if kind.required or signal in table:
            pins[signal] = _pin(signal, table.table(signal))
    users: dict[int, str] = {}
    for signal, spec in pins.items():
        if spec.bcm in users:
            free = _list(set(USABLE) - {other.bcm for other in pins.values()})
            raise table.error(
                f"{signal}.bcm",
                f"is {spec.bcm}, which {users[spec.bcm]} uses already; free are {free}",
            )
        users[spec.bcm] = signal
    return pins


def _pin(signal: str, entry: Table) -> PinSpec:
    direction = SIGNALS[signal].direction
    pull: Pull = "none"
    if direction is Direction.IN:
        entry.only("bcm", "active", "pull")
        pull = cast("Pull", entry.choice("pull", "up", "down", "none"))
    else:
        entry.only("bcm", "active")
    bcm = entry.integer("bcm", min(HEADER), max(HEADER))
    active_high = entry.choice("active", "high", "low") == "high"
    if bcm in RESERVED:
        raise entry.error(
            "bcm", f"is {bcm}, reserved for {RESERVED[bcm]}; allowed are {_list(USABLE)}"
        )
    if direction is Direction.PWM:
        if bcm not in HARDWARE_PWM:
            raise entry.error(
                "bcm", f"is {bcm}, without hardware PWM; allowed are {_list(HARDWARE_PWM)}"
            )
        if not active_high:
            raise entry.error("active", 'is "low"; a servo pulse is high, allowed is "high"')
    if direction is Direction.OUT and active_high and bcm in PULLED_UP_AT_RESET:
        raise entry.error(
            "bcm",
            f"is {bcm}, pulled up at reset: {signal} would be on until the first write; "
            f"allowed are {_list(set(USABLE) - PULLED_UP_AT_RESET)}",
        )
    if signal == "launcher_power" and not active_high:
        raise entry.error(
            "active", 'is "low": a broken wire would switch the launcher on; allowed is "high"'
        )
    return PinSpec(bcm, active_high, pull)


PULSE_US = (900, 2100)
LIMIT_MS = (200, 1200)


def _launcher(table: Table) -> LauncherSpec:
    table.only("park_us", "left_us", "right_us", "limit_ms")
    park_us = table.integer("park_us", *PULSE_US)
    left_us = table.integer("left_us", *PULSE_US)
    right_us = table.integer("right_us", *PULSE_US)
    # The hardware behind it cuts the supply after 1.5 s; a longer limit would never be the first.
    limit_ms = table.integer("limit_ms", *LIMIT_MS)
    low, high = sorted((left_us, right_us))
    if not low < park_us < high:
        raise table.error(
            "park_us", f"is {park_us}, not between left_us ({left_us}) and right_us ({right_us})"
        )
    return LauncherSpec(park_us, left_us, right_us, limit_ms)


def _list(pins: Iterable[int]) -> str:
    return ", ".join(str(pin) for pin in sorted(pins))
