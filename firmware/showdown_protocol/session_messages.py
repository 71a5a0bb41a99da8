"""Messages of a session: hello, ping, status, events."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec

from showdown_protocol.base import (
    BootId,
    Message,
    Natural,
    Nonce,
    Side,
    always,
    is_label,
)


class HelloParams(Message, frozen=True, kw_only=True):
    """What a host says of itself. `client`: at most 64 characters and 64 UTF-8 bytes."""

    proto: Annotated[tuple[int, ...], msgspec.Meta(min_length=1, max_length=16)]
    client: Annotated[str, msgspec.Meta(min_length=1)]
    nonce: Nonce
    role: Literal["control", "observe"]
    events: bool
    takeover: bool = False

    def __post_init__(self) -> None:
        if not is_label(self.client, 64):
            msg = "`client` takes at most 64 UTF-8 bytes, no control characters"
            raise ValueError(msg)


class Limits(Message, frozen=True, kw_only=True):
    """What the unit takes: bytes of a line each way, cards of a showdown, keys of a boot."""

    rx_line: int
    tx_line: int
    cards: int
    keys: int
    waits: int = always(4)
    wait_ms: int = always(10_000)
    events: int = always(256)


class HelloFacts(Message, frozen=True, kw_only=True):
    """The part of the `hello` result that does not depend on the session.

    `journal_since`: Unix milliseconds by the unit's clock; keys used before may be forgotten.
    """

    model: str
    serial: str
    name: str
    fw: str
    backend: str
    caps: tuple[str, ...] = always(())
    limits: Limits
    durable: bool
    journal_since: int
    state: str
    active: str | None = always(None)


class HelloResult(HelloFacts, frozen=True, kw_only=True):
    """The answer to `hello`. `control`: the client that holds it, where somebody does."""

    proto: int
    nonce: str
    boot: BootId
    session: str
    role: Literal["control", "observe"]
    up_ms: Natural
    seq: Natural
    control: str | None = None

    @classmethod
    def of(cls, facts: HelloFacts, **session: Any) -> HelloResult:
        """`facts` and the session's own members together."""
        return cls(**msgspec.structs.asdict(facts), **session)


class PingParams(Message, frozen=True, kw_only=True):
    """A sign of life asked for."""

    nonce: Nonce | None = None


class PingResult(Message, frozen=True, kw_only=True):
    """A sign of life. `seq` is the last event's."""

    nonce: str | None = None
    boot: BootId
    up_ms: Natural
    seq: Natural
    state: str


class NoParams(Message, frozen=True, kw_only=True):
    """A method without parameters."""


class EmptyResult(Message, frozen=True, kw_only=True):
    """A method that has nothing to tell."""


class LampState(Message, frozen=True, kw_only=True):
    """What is lit now."""

    red: bool
    amber: bool
    green: bool


class FaultNote(Message, frozen=True, kw_only=True):
    """A fault: its code, what is wrong and what to do."""

    code: str
    message: str


class BackendStatus(Message, frozen=True, kw_only=True):
    """How this unit stamps presses."""

    name: str
    resolution_us: int
    stamp_source: str
    settle_us: int


class LauncherStatus(Message, frozen=True, kw_only=True):
    """`state`: `off`, `parked`, `moving`, `failed` or `unknown`."""

    state: str
    powered: bool


class PowerFlags(Message, frozen=True, kw_only=True):
    """How the computer is supplied; null for what its system does not tell, never false then.

    `throttled`: slowed down, by heat or by low voltage. `_seen`: at any time since this start.
    """

    low_voltage: bool | None = always(None)
    throttled: bool | None = always(None)
    low_voltage_seen: bool | None = always(None)
    throttled_seen: bool | None = always(None)


class StatusResult(Message, frozen=True, kw_only=True):
    """The whole state, for a host that reconnects.

    `paddles`: the sides held now. `not_ready`: the reasons why a start would be refused.
    `power`: null where nothing of it can be told. `active`, `last`: keys.
    """

    state: str
    lamps: LampState
    arrow: Side | None = always(None)
    paddles: tuple[Side, ...] = always(())
    faults: tuple[FaultNote, ...] = always(())
    not_ready: tuple[str, ...] = always(())
    active: str | None = always(None)
    last: str | None = always(None)
    backend: BackendStatus
    launcher: LauncherStatus
    power: PowerFlags | None = always(None)
    tray: Literal["ok", "unknown"]


StatsResult = dict[str, int]
"""Every counter by its name."""


class Heartbeat(Message, frozen=True, kw_only=True):
    """The parameters of `hb`; `seq` is the last event's. `control`: the client that holds it."""

    boot: BootId
    up_ms: Natural
    seq: Natural
    state: str
    control: str | None = None
