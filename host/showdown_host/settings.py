"""A unit's settings: read, and changed only on top of what was read."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TypeAlias

from showdown_host.errors import LinkLost, Refused, SettingsChanged
from showdown_host.steps import Call, Flow
from showdown_host.timing import S
from showdown_protocol.messages import SettingsResult, SettingsValues

Value: TypeAlias = str | int | bool
Wanted: TypeAlias = Mapping[str, Value | None]
"""Settings by their names on the wire; None gives one up: it is the configuration's again."""

NAMES: tuple[str, ...] = SettingsValues.__struct_fields__

LOOK_NS = 5 * S
"""How long the settings are asked for once more, after an answer was lost for good."""


@dataclass(frozen=True, slots=True)
class Change:
    """How the settings stood before and after."""

    before: SettingsResult
    after: SettingsResult


def change(wanted: Wanted, rev: int | None = None) -> Flow[Change]:
    """Change settings, whole or not at all, on those of `rev`; None: as they stand now.

    Raises `SettingsChanged` where somebody else was faster: nothing was set then. Raises
    `LinkLost`, whose text says whether the change took, as far as that can be known.
    """
    before: SettingsResult = yield Call("settings.get")
    params = {"rev": before.rev if rev is None else rev, "values": dict(wanted)}
    try:
        after: SettingsResult = yield Call("settings.set", params)
    except Refused as refusal:
        if refusal.name != "STALE_REV":
            raise
        # Also our own change, where its answer was lost and the repeat came too late.
        now: SettingsResult = yield Call("settings.get")
        if not took(wanted, now):
            raise SettingsChanged(differing(before, now), rev=now.rev) from refusal
        after = now
    except LinkLost as lost:
        after = yield from _after_silence(wanted, before, lost)
    return Change(before, after)


def took(wanted: Wanted, now: SettingsResult) -> bool:
    """Whether the settings stand as they were wanted."""
    return all(
        name not in now.changed if value is None else getattr(now.values, name, None) == value
        for name, value in wanted.items()
    )


def differing(before: SettingsResult, now: SettingsResult) -> dict[str, tuple[Value, Value]]:
    """The settings that are not as they were: (before, now) by name."""
    pairs = {name: (getattr(before.values, name), getattr(now.values, name)) for name in NAMES}
    return {name: (old, new) for name, (old, new) in pairs.items() if old != new}


def _after_silence(wanted: Wanted, before: SettingsResult, lost: LinkLost) -> Flow[SettingsResult]:
    try:
        now: SettingsResult = yield Call("settings.get", patience_ns=LOOK_NS)
    except (LinkLost, Refused):
        msg = f"whether the settings were changed is not known, read them again: {lost}"
        raise LinkLost(msg) from lost
    if took(wanted, now):
        return now
    if now.rev != before.rev:
        raise SettingsChanged(differing(before, now), rev=now.rev) from lost
    msg = f"the settings are as they were: {lost}"  # and the request is not repeated any more
    raise LinkLost(msg) from lost
