"""Every message of the protocol, by method. The one place to import messages from."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Any, Literal

import msgspec

from showdown_protocol.base import BootId, Cards, Key, Message, Natural, Side, always
from showdown_protocol.event_messages import (
    EVENTS,
    ButtonEvent,
    Event,
    FaultEvent,
    RecordEvent,
    ReplayParams,
    ReplayResult,
    SessionLostEvent,
    ShowdownStateEvent,
    ShutdownEvent,
    StateEvent,
)
from showdown_protocol.evidence import EvidencePage
from showdown_protocol.records import (
    Attempt,
    DecidedBy,
    Handicap,
    Launch,
    LinesCount,
    Origin,
    Outcome,
    Players,
    Reaction,
    Record,
    RecordState,
)
from showdown_protocol.selftest_messages import (
    SelftestEvent,
    SelftestOutcome,
    SelftestParams,
    SelftestPart,
    SelftestResult,
)
from showdown_protocol.session_messages import (
    BackendStatus,
    EmptyResult,
    FaultNote,
    Heartbeat,
    HelloFacts,
    HelloParams,
    HelloResult,
    LampState,
    LauncherStatus,
    Limits,
    NoParams,
    PingParams,
    PingResult,
    PowerFlags,
    StatsResult,
    StatusResult,
)
from showdown_protocol.settings_messages import (
    IdentifyResult,
    SettingsChanges,
    SettingsEvent,
    SettingsResult,
    SettingsSetParams,
    SettingsValues,
)

__all__ = [
    "EVENTS",
    "METHODS",
    "Attempt",
    "BackendStatus",
    "ButtonEvent",
    "CancelParams",
    "DecidedBy",
    "EmptyResult",
    "Event",
    "EvidencePage",
    "FaultEvent",
    "FaultNote",
    "GetParams",
    "Handicap",
    "Heartbeat",
    "HelloFacts",
    "HelloParams",
    "HelloResult",
    "IdentifyResult",
    "LampState",
    "Launch",
    "LauncherStatus",
    "Limits",
    "LinesCount",
    "LinesParams",
    "ListParams",
    "ListResult",
    "Message",
    "MethodSpec",
    "NoParams",
    "Origin",
    "Outcome",
    "PingParams",
    "PingResult",
    "Players",
    "PowerFlags",
    "Reaction",
    "Record",
    "RecordEvent",
    "RecordState",
    "ReplayParams",
    "ReplayResult",
    "SelftestEvent",
    "SelftestOutcome",
    "SelftestParams",
    "SelftestPart",
    "SelftestResult",
    "SessionLostEvent",
    "SettingsChanges",
    "SettingsEvent",
    "SettingsResult",
    "SettingsSetParams",
    "SettingsValues",
    "ShowdownStateEvent",
    "ShutdownEvent",
    "Side",
    "StartParams",
    "StateEvent",
    "StatsResult",
    "StatusResult",
    "WaitParams",
]


class StartParams(Message, frozen=True, kw_only=True):
    """`showdown.start`. `not_after_ms` is on the clock of `up_ms`.

    `practice`: one player alone, judged on that side; without a launch.
    """

    key: Key
    boot: BootId
    cards: Cards
    players: Players | None = None
    start: Literal["button", "now"]
    not_after_ms: Natural | None = None
    practice: Side | None = None

    def __post_init__(self) -> None:
        if self.practice is not None and self.cards != 0:
            msg = "`cards` takes 0 where `practice` is given: nothing is launched at a player alone"
            raise ValueError(msg)


class GetParams(Message, frozen=True, kw_only=True):
    """`showdown.get`: the record; with `evidence` a page of its evidence, from item `from` on."""

    key: Key
    evidence: bool = False
    from_item: Natural = msgspec.field(name="from", default=0)


class WaitParams(Message, frozen=True, kw_only=True):
    """`showdown.wait`: answered at `until`, or with the record as it stands at the timeout."""

    key: Key
    until: Literal["result", "done"]
    timeout_ms: Annotated[int, msgspec.Meta(ge=0, le=10_000)]


class CancelParams(Message, frozen=True, kw_only=True):
    """`showdown.cancel`."""

    key: Key


class LinesParams(Message, frozen=True, kw_only=True):
    """`showdown.lines`: the cards over the line on each side."""

    key: Key
    left: Cards
    right: Cards


class ListParams(Message, frozen=True, kw_only=True):
    """`showdown.list`: the newest records first, older than the key `before`."""

    limit: Annotated[int, msgspec.Meta(ge=1, le=100)]
    before: Key | None = None


class ListResult(Message, frozen=True, kw_only=True):
    """Records that fit; `next` is the `before` to go on with, None at the end."""

    records: tuple[Record, ...]
    next: str | None = always(None)


@dataclass(frozen=True, slots=True)
class MethodSpec:
    """A method: the types of its parameters and result, and what a session must have for it."""

    params_type: type[Message]
    result_type: Any  # a message's class, or `StatsResult`
    needs_hello: bool = True
    needs_control: bool = False


METHODS: dict[str, MethodSpec] = {
    "hello": MethodSpec(HelloParams, HelloResult, needs_hello=False),
    "ping": MethodSpec(PingParams, PingResult, needs_hello=False),
    "status": MethodSpec(NoParams, StatusResult),
    "stats": MethodSpec(NoParams, StatsResult),
    "showdown.start": MethodSpec(StartParams, Record, needs_control=True),
    "showdown.get": MethodSpec(GetParams, Record),  # with `evidence` an EvidencePage
    "showdown.wait": MethodSpec(WaitParams, Record),
    "showdown.cancel": MethodSpec(CancelParams, Record, needs_control=True),
    "showdown.lines": MethodSpec(LinesParams, Record, needs_control=True),
    "showdown.list": MethodSpec(ListParams, ListResult),
    "events.replay": MethodSpec(ReplayParams, ReplayResult),
    "settings.get": MethodSpec(NoParams, SettingsResult),
    "settings.set": MethodSpec(SettingsSetParams, SettingsResult, needs_control=True),
    "identify": MethodSpec(NoParams, IdentifyResult),
    "selftest": MethodSpec(SelftestParams, SelftestResult, needs_control=True),
    "bye": MethodSpec(NoParams, EmptyResult),
}
