"""What the picture shows: one frozen value, whoever knows it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Side = Literal["left", "right"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """One record that is over, as the list below the unit shows it.

    Times in microseconds; None: not measured. `note`: what else is to be said, as `contested`.
    """

    key: str
    outcome: str
    loser: Side | None = None
    left_name: str | None = None
    right_name: str | None = None
    left_us: int | None = None
    right_us: int | None = None
    margin_us: int | None = None
    note: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class View:
    """The unit at one moment.

    `state` is the unit's or the running record's word (`ready`, `counting`, `racing`, …). Lamps,
    arrow, paddles, tray and button are None where whoever draws cannot know them: a host hears
    nothing of the hold and of presses before the verdict. `link`: how the unit is reached, in a
    few words; `linked`: whether it is there now.
    """

    name: str = "showdown"
    state: str = "starting"
    red: bool | None = None
    amber: bool | None = None
    green: bool | None = None
    arrow: Side | None = None
    left_down: bool | None = None
    right_down: bool | None = None
    tray: Literal["level", "left", "right", "unknown"] | None = None
    button_down: bool | None = None
    left_name: str | None = None
    right_name: str | None = None
    cards: int | None = None
    attempt: int | None = None
    held: tuple[Side, ...] = ()
    faults: tuple[str, ...] = ()
    not_ready: tuple[str, ...] = ()
    rows: tuple[Row, ...] = ()
    link: str = ""
    linked: bool = False
    hint: str = ""
