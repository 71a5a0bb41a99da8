"""Settings over the wire, and `identify`.

A setting is a key of the unit's configuration that the table may change. Pins and safety limits
are none. Times are whole milliseconds.
"""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import UNSET, UnsetType

from showdown_protocol.base import MAX_INT, Message, Natural, always

Whole = Annotated[int, msgspec.Meta(ge=-MAX_INT, le=MAX_INT)]
"""Any integer of the wire."""


class SettingsValues(Message, frozen=True, kw_only=True):
    """Settings by name, as they stand: in an answer and in an event all of them."""

    name: str | None = None
    standalone: Literal["auto", "always", "off"] | None = None
    lines: Literal["auto", "always"] | None = None
    launch_on_false_start: bool | None = None
    buzzer: bool | None = None
    swap_sides: bool | None = None
    count_ms: Natural | None = None
    hold_min_ms: Natural | None = None
    hold_mean_ms: Natural | None = None
    hold_max_ms: Natural | None = None
    anticipation_ms: Natural | None = None
    handicap_left_ms: Natural | None = None
    handicap_right_ms: Natural | None = None


class SettingsChanges(Message, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The settings to change: UNSET stays as it is, None goes back to the configuration's.

    Their ranges are the unit's: it refuses what leaves one, and names it.
    """

    name: str | UnsetType | None = UNSET
    standalone: Literal["auto", "always", "off"] | UnsetType | None = UNSET
    lines: Literal["auto", "always"] | UnsetType | None = UNSET
    launch_on_false_start: bool | UnsetType | None = UNSET
    buzzer: bool | UnsetType | None = UNSET
    swap_sides: bool | UnsetType | None = UNSET
    count_ms: Whole | UnsetType | None = UNSET
    hold_min_ms: Whole | UnsetType | None = UNSET
    hold_mean_ms: Whole | UnsetType | None = UNSET
    hold_max_ms: Whole | UnsetType | None = UNSET
    anticipation_ms: Whole | UnsetType | None = UNSET
    handicap_left_ms: Whole | UnsetType | None = UNSET
    handicap_right_ms: Whole | UnsetType | None = UNSET


class SettingsSetParams(Message, frozen=True, kw_only=True):
    """`settings.set`: takes effect whole or not at all, and only on the settings of `rev`."""

    rev: Natural
    values: SettingsChanges


class SettingsResult(Message, frozen=True, kw_only=True):
    """Every setting as it stands, the number of this state, and which ones hosts have set."""

    rev: Natural
    values: SettingsValues
    changed: tuple[str, ...] = always(())


class SettingsEvent(Message, frozen=True, kw_only=True):
    """`settings`: they were changed; the values as they stand now."""

    rev: Natural
    values: SettingsValues
    changed: tuple[str, ...] = always(())


class IdentifyResult(Message, frozen=True, kw_only=True):
    """The lamps that blink one after the other, so that people can tell this unit from others."""

    blinks: tuple[Literal["red", "amber", "green"], ...]
    limit_ms: Natural
