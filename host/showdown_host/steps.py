"""What a flow may ask for. A flow is a generator that yields steps and returns its result.

    def both(key):
        session = yield Session()
        record = yield Call("showdown.get", GetParams(key=key))

A flow knows no clock and no port: `core.Core` runs it, on a wire or in virtual time.
"""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import dataclass
from typing import Any, TypeAlias, TypeVar

from showdown_protocol.messages import HelloResult, Message

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Call:
    """One request, repeated until it is answered: gives the result's value.

    Raises `Refused` for an error reply, `LinkLost` when there was none for `patience_ns`
    (None: the core's own), however often the link was opened anew meanwhile.
    """

    method: str
    params: Message | dict[str, Any] | None = None
    patience_ns: int | None = None


@dataclass(frozen=True, slots=True)
class Sleep:
    """Nothing for a while."""

    ns: int


@dataclass(frozen=True, slots=True)
class Session:
    """The live session as an `Opened`, waited for; `renew` says hello again first."""

    renew: bool = False
    patience_ns: int | None = None


@dataclass(frozen=True, slots=True)
class Opened:
    """A live session: what the unit said at `hello`, and its `up_ms` now (a little ahead)."""

    hello: HelloResult
    up_ms: int


Step: TypeAlias = Call | Sleep | Session
Flow: TypeAlias = Generator[Step, Any, T]
