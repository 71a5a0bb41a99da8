"""Settings over the wire, and `identify`.

A setting is a key of the unit's configuration that the table may change. Pins and safety limits
are none. Times are whole milliseconds.
"""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

from showdown_protocol.base import Message, Natural

Milliseconds = Annotated[int, msgspec.Meta(ge=0, le=60_000)]
"""The range of the wire; the unit refuses what leaves the setting's own, and names that range."""


class SettingsValues(Message, frozen=True, kw_only=True):
    """Settings by name; in an answer all of them, in `settings.set` those to change."""

    name: str | None = None
    standalone: Literal["auto", "always", "off"] | None = None
    lines: Literal["auto", "always"] | None = None
    launch_on_false_start: bool | None = None
    buzzer: bool | None = None
    swap_sides: bool | None = None
    count_ms: Milliseconds | None = None
    hold_min_ms: Milliseconds | None = None
    hold_mean_ms: Milliseconds | None = None
    hold_max_ms: Milliseconds | None = None
    anticipation_ms: Milliseconds | None = None
    handicap_left_ms: Milliseconds | None = None
    handicap_right_ms: Milliseconds | None = None


class SettingsSetParams(Message, frozen=True, kw_only=True):
    """`settings.set`: takes effect whole or not at all, and only on the settings of `rev`."""

    rev: Natural
    values: SettingsValues


class SettingsResult(Message, frozen=True, kw_only=True):
    """Every setting as it stands, and how often they were changed."""

    rev: Natural
    values: SettingsValues


class SettingsEvent(Message, frozen=True, kw_only=True):
    """`settings`: they were changed; the values as they stand now."""

    rev: Natural
    values: SettingsValues


class IdentifyResult(Message, frozen=True, kw_only=True):
    """The lamps that blink one after the other, so that people can tell this unit from others."""

    blinks: tuple[Literal["red", "amber", "green"], ...]
    limit_ms: Natural
