"""Messages of the self-test: what is asked for, what each step says, how it ends."""

from __future__ import annotations

from enum import StrEnum
from typing import Literal

from showdown_protocol.base import Message, Natural

STOP = "stop"
"""In place of a part: end the one that runs."""

SelftestPart = Literal["lamps", "arrow", "paddles", "launcher", "timing", "fairness", "link"]
PARTS: tuple[SelftestPart, ...] = (
    "lamps",
    "arrow",
    "paddles",
    "launcher",
    "timing",
    "fairness",
    "link",
)
"""In the order of a walk after soldering."""


class SelftestParams(Message, frozen=True, kw_only=True):
    """`selftest`: the part to run, or `stop`."""

    part: SelftestPart | Literal["stop"]


class SelftestResult(Message, frozen=True, kw_only=True):
    """It runs; at the latest after `limit_ms` its last event is out."""

    part: str
    limit_ms: Natural


class SelftestOutcome(StrEnum):
    """How a part ended. `shown`: only eyes and ears can tell."""

    PASSED = "passed"
    FAILED = "failed"
    SHOWN = "shown"
    STOPPED = "stopped"


class SelftestEvent(Message, frozen=True, kw_only=True):
    """`selftest`: a step of the part that runs, or with `result` its end.

    `text` is for people. `measured` has whole numbers by names that end in their unit.
    """

    part: str
    step: str | None = None
    text: str | None = None
    result: SelftestOutcome | None = None
    reason: str | None = None
    measured: dict[str, int] | None = None
