"""Events: one envelope, and what each type carries."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Self

import msgspec

from showdown_protocol.base import BootId, Key, Message, Natural, Side
from showdown_protocol.records import Outcome, Record
from showdown_protocol.selftest_messages import SelftestEvent
from showdown_protocol.settings_messages import SettingsEvent


class StateEvent(Message, frozen=True, kw_only=True):
    """`state`: the unit's own state changed."""

    state: str
    not_ready: tuple[str, ...] | None = None


class ShowdownStateEvent(Message, frozen=True, kw_only=True):
    """`showdown.state`: a record's state changed, or an attempt did, or who holds a paddle.

    `outcome` is that of the attempt before, where a further one follows.
    """

    key: Key
    state: str
    attempt: int | None = None
    held: tuple[Side, ...] | None = None
    outcome: Outcome | None = None


class RecordEvent(Message, frozen=True, kw_only=True):
    """`showdown.result`, `showdown.done`."""

    record: Record


class ButtonEvent(Message, frozen=True, kw_only=True):
    """`button`: pressed while a host holds control and nothing is armed."""


class FaultEvent(Message, frozen=True, kw_only=True):
    """`fault`, `fault.cleared`."""

    code: str
    message: str | None = None


class ShutdownEvent(Message, frozen=True, kw_only=True):
    """`shutdown`: the unit goes down."""

    reason: str


class SessionLostEvent(Message, frozen=True, kw_only=True):
    """`session.lost`, to one transport and without `seq`: another session took control."""

    by: str


EVENTS: dict[str, type[Message]] = {
    "state": StateEvent,
    "showdown.state": ShowdownStateEvent,
    "showdown.result": RecordEvent,
    "showdown.done": RecordEvent,
    "button": ButtonEvent,
    "fault": FaultEvent,
    "fault.cleared": FaultEvent,
    "selftest": SelftestEvent,
    "settings": SettingsEvent,
    "shutdown": ShutdownEvent,
    "session.lost": SessionLostEvent,
}

_ENVELOPE = ("boot", "seq", "t_ms", "type")


class Event(Message, frozen=True, kw_only=True):
    """The parameters of `ev`: the envelope, and in `data` what stands beside it on the wire.

    `seq` is contiguous within a boot; None for `session.lost` alone. `t_ms` is on the clock of
    `up_ms`.
    """

    boot: BootId
    seq: Natural | None = None
    t_ms: Natural
    type: str
    data: dict[str, Any] = msgspec.field(default_factory=dict)

    @classmethod
    def of(cls, members: Mapping[str, Any]) -> Self:
        """From the wire's members; what is not of the envelope goes to `data`."""
        return msgspec.convert(_folded(members), cls)

    def payload(self) -> Message | None:
        """`data` as its type's struct, None for a type of a later version."""
        known = EVENTS.get(self.type)
        return None if known is None else msgspec.convert(self.data, known)

    def members(self) -> dict[str, Any]:
        """Envelope and data side by side."""
        built = super().members()
        data: dict[str, Any] = built.pop("data", {})
        return built | data


class ReplayParams(Message, frozen=True, kw_only=True):
    """`events.replay`: at most `max_events` from `from_seq` on, of the boot named."""

    boot: BootId
    from_seq: Natural = msgspec.field(name="from")
    max_events: Annotated[int, msgspec.Meta(ge=1, le=256)] = msgspec.field(name="max")


class ReplayResult(Message, frozen=True, kw_only=True):
    """Events that fit; `next` is the `from` to go on with; `gap`: older ones are gone."""

    events: tuple[Event, ...]
    next: Natural
    gap: bool

    @classmethod
    def of(cls, members: Mapping[str, Any]) -> Self:
        """From the wire's members."""
        events = members.get("events")
        if isinstance(events, list | tuple):
            events = [_folded(event) for event in events]
        return msgspec.convert({**members, "events": events}, cls)

    def members(self) -> dict[str, Any]:
        """As on the wire."""
        return super().members() | {"events": [event.members() for event in self.events]}


def _folded(members: Any) -> Any:
    """An event's members with those beside the envelope moved into `data`."""
    if not isinstance(members, Mapping):
        return members
    envelope = {name: members[name] for name in _ENVELOPE if name in members}
    data = {name: value for name, value in members.items() if name not in _ENVELOPE}
    return {**envelope, "data": data}
