"""Sessions: one host on one transport, from its `hello` on, and which of them holds control."""

from __future__ import annotations

import logging
from collections import Counter, deque
from dataclasses import dataclass, field
from itertools import count
from typing import Final

from showdown_protocol.codec import event_line
from showdown_protocol.errors import WireError
from showdown_protocol.messages import Event, HelloParams, HelloResult
from showdown_unit.calls import Call
from showdown_unit.events import EventLog
from showdown_unit.peers import HELLOS_A_SECOND, Peer
from showdown_unit.ports import Scheduler, UnitApi

PROTO: Final = 1
"""The version spoken here."""

HEARTBEAT_NS: Final = 2_000_000_000
"""From one heartbeat to the next, for sessions with events on."""

SILENCE_NS: Final = 15_000_000_000
"""A session without a request for that long ends."""

GRACE_NS: Final = 1_000_000_000
"""How much longer it lives, again and again, while one of its requests is pending."""

QUEUE: Final = 64
"""Events that wait for room on a session's wire; beyond, the oldest are dropped."""

_logger = logging.getLogger(__name__)


@dataclass(slots=True, eq=False)
class Session:
    """One host: what its `hello` said, and what is on the way to it."""

    id: str
    peer: Peer
    hello: HelloParams
    crc: bool
    expires_ns: int
    beat_ns: int
    answer: HelloResult | None = None  # given again to a repeat of its `hello`
    events: deque[Event] = field(default_factory=deque)
    calls: set[Call] = field(default_factory=set)

    def waits(self) -> int:
        """How many `showdown.wait` are pending."""
        return sum(call.request.method == "showdown.wait" for call in self.calls)

    def next_ns(self) -> int:
        """When something is to be done for it: a heartbeat, or its end."""
        return min(self.beat_ns, self.expires_ns) if self.hello.events else self.expires_ns


class Sessions:
    """The live sessions. One of them at most holds control; the unit hears when that changes."""

    def __init__(
        self, unit: UnitApi, scheduler: Scheduler, events: EventLog, counters: Counter[str]
    ) -> None:
        self._unit = unit
        self._scheduler = scheduler
        self._events = events
        self._counters = counters
        self._numbers = count(1)
        self._controller: Session | None = None
        self.live: list[Session] = []

    @property
    def controller(self) -> Session | None:
        """The session that holds control."""
        return self._controller

    def hello(self, peer: Peer, params: HelloParams, *, crc: bool) -> HelloResult:
        """Open a transport's session, in place of the one before.

        WireError: `TOO_MANY`, `PROTO_UNSUPPORTED`, `CONTROL_HELD`; the session before then stays.
        """
        now_ns = self._scheduler.now_ns()
        if not peer.hellos.take(now_ns):
            reason = f"at most {HELLOS_A_SECOND} hello a second"
            raise WireError("TOO_MANY", reason, limit=HELLOS_A_SECOND, reason=reason)
        if PROTO not in params.proto:
            raise WireError("PROTO_UNSUPPORTED", param="proto", supported=[PROTO])
        before = peer.session
        if before is not None and before.answer is not None and before.hello.nonce == params.nonce:
            return before.answer
        wants_control = params.role == "control"
        holder = self._controller
        if wants_control and holder not in (None, before) and not params.takeover:
            raise WireError("CONTROL_HELD", holder=holder.hello.client if holder else None)
        facts = self._unit.hello_facts()  # first: should it fail, nothing has changed
        session = Session(
            id=f"s{next(self._numbers)}",
            peer=peer,
            hello=params,
            crc=crc,
            expires_ns=now_ns + SILENCE_NS,
            beat_ns=now_ns + HEARTBEAT_NS,
        )
        if before is not None:
            self._drop(before)
        peer.session = session
        peer.framer.typing = False
        self._counters["sessions_opened"] += 1
        self._log(session, f"begins: {params.client}, {params.role}")
        if wants_control:
            self._pass_control(session)
        elif holder is before:
            self._pass_control(None)
        self.live.append(session)  # from here on events are queued for it, as `seq` says
        session.answer = HelloResult.of(
            facts,
            proto=PROTO,
            nonce=params.nonce,
            boot=self._unit.boot,
            session=session.id,
            role=params.role,
            up_ms=self._unit.up_ms(),
            seq=self._events.seq,
            control=None if self._controller is None else self._controller.hello.client,
        )
        return session.answer

    def end(self, session: Session, reason: str) -> None:
        """Close a session: its waits are called off, its control is free."""
        if session not in self.live:
            return
        self._drop(session)
        session.peer.session = None
        session.peer.framer.typing = True
        self._log(session, f"ends: {reason}")
        if session is self._controller:
            self._pass_control(None)

    def refusal(self, session: Session | None) -> WireError | None:
        """Why a session may not do what needs control; None where it may."""
        holder = self._controller
        if session is not None and session is holder:
            return None
        return WireError("NOT_CONTROLLER", holder=holder.hello.client if holder else None)

    def _log(self, session: Session, what: str) -> None:
        """Who only looks is told at DEBUG alone: programs look every few seconds."""
        level = logging.INFO if session.hello.role == "control" else logging.DEBUG
        _logger.log(level, "%s: session %s %s", session.peer.name, session.id, what)

    def _drop(self, session: Session) -> None:
        self.live.remove(session)
        for call in session.calls:
            call.abandon()
        session.calls.clear()
        session.events.clear()

    def _pass_control(self, to: Session | None) -> None:
        loser, self._controller = self._controller, to
        if loser is not None and to is not None and loser in self.live:
            self._counters["takeovers"] += 1
            _logger.info("session %s takes control from %s", to.id, loser.id)
            loser.answer = None  # it would promise a control that is gone
            self._tell_lost(loser, to)
        if (loser is None) != (to is None):
            self._unit.control_changed(to is not None)

    def _tell_lost(self, loser: Session, winner: Session) -> None:
        event = Event(
            boot=self._unit.boot,
            t_ms=self._unit.up_ms(),
            type="session.lost",
            data={"by": winner.hello.client},
        )
        if not loser.peer.reply(event_line(event, crc=loser.crc)):
            self._counters["dropped_events"] += 1
