"""What the picture shows: one frozen value, whoever knows it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Side = Literal["left", "right"]

Lamp = bool | Literal["blinks"] | None
"""A light: on, off, blinking while nobody says whether it is on just now, or None: unknown."""

Tray = Literal["level", "left", "right", "unknown"] | None
"""How the tray stands; `unknown` is what the unit itself calls it, None what nobody told."""

SIDES: tuple[Side, Side] = ("left", "right")


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """One verdict, or what a showdown came to without one.

    `outcome`: the record's, or where that has none its state (`aborted`, `cancelled`, …). Times
    in microseconds; None: not measured. `cards`: None where nobody said. `reason`: why it was
    aborted or void. `notes`: what else is to be said, each in a few words, as `contested`.
    """

    key: str
    outcome: str
    loser: Side | None = None
    left_name: str | None = None
    right_name: str | None = None
    left_us: int | None = None
    right_us: int | None = None
    margin_us: int | None = None
    cards: int | None = None
    reason: str | None = None
    practice: Side | None = None
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class View:
    """The unit at one moment.

    `state` is the unit's or the running record's word (`ready`, `counting`, `racing`, …).
    Lights, paddles, tray and button are None where whoever draws cannot know them: a host hears
    nothing of the hold, and of presses before the verdict. `verdict`: of the showdown that runs
    or was the last, as long as it stands; `again`: what the attempt before came to, where another
    one follows. `awaits_button`: an armed showdown waits for the timer button (True), or for both
    paddles to rest (False). `test`: what a self-test asks for or shows. `control`: the client
    that holds control, empty for nobody. `link`: how the unit is reached, in a few words;
    `linked`: whether it is there now. `notes`: what else people should know. `aside`: a quiet line
    above `hint`, the keys.
    """

    name: str = "showdown"
    state: str = "starting"
    key: str | None = None
    red: Lamp = None
    amber: Lamp = None
    green: Lamp = None
    arrow_left: Lamp = None
    arrow_right: Lamp = None
    left_down: bool | None = None
    right_down: bool | None = None
    tray: Tray = None
    button_down: bool | None = None
    left_name: str | None = None
    right_name: str | None = None
    cards: int | None = None
    practice: Side | None = None
    attempt: int | None = None
    again: str | None = None
    awaits_button: bool | None = None
    held: tuple[Side, ...] = ()
    verdict: Row | None = None
    verdict_until_ms: int | None = None
    faults: tuple[str, ...] = ()
    not_ready: tuple[str, ...] = ()
    test: str = ""
    rows: tuple[Row, ...] = ()
    control: str | None = None
    link: str = ""
    linked: bool = False
    notes: tuple[str, ...] = ()
    aside: str = ""
    hint: str = ""
