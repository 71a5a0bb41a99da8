"""The gateway: the turns in which lines from any number of wires are handled and events go out.

Its law:

* Nothing unsolicited on a wire before its `hello`.
* At most one line a turn of the loop, and none while the unit has no time for it.
* Answers go out at once, events and heartbeats when there is room to spare.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import asdict
from typing import Final

from showdown_protocol.codec import event_line, heartbeat_line
from showdown_protocol.messages import Event, Heartbeat, StatsResult
from showdown_unit.events import EventLog
from showdown_unit.methods import Methods
from showdown_unit.peers import Peer
from showdown_unit.ports import Handle, Scheduler, UnitApi, Wire
from showdown_unit.reception import COUNTERS, Reception
from showdown_unit.sessions import GRACE_NS, HEARTBEAT_NS, QUEUE, Session, Sessions

RETRY_NS: Final = 5_000_000
"""How soon lines are tried again that the unit had no time for."""

ROOM_NS: Final = 20_000_000
"""How soon a full wire is asked for room again while events wait."""


class Gateway:
    """Implements `WireEvents`. `extra_stats` gives the counters of the rest of the unit."""

    def __init__(
        self,
        unit: UnitApi,
        scheduler: Scheduler,
        events: EventLog,
        extra_stats: Callable[[], Mapping[str, int]] = dict,
    ) -> None:
        self._unit = unit
        self._scheduler = scheduler
        self._events = events
        self._extra_stats = extra_stats
        self._counters: Counter[str] = Counter(dict.fromkeys(COUNTERS, 0))
        self._sessions = Sessions(unit, scheduler, events, self._counters)
        methods = Methods(unit, events, self._sessions, self._counters, self.stats)
        self._reception = Reception(
            methods, self._sessions, scheduler, self._counters, room_made=self._post
        )
        self._peers: dict[int, Peer] = {}  # by the id of their wire, in the order of their turns
        self._posted = False
        self._timer: Handle | None = None
        self._timer_ns = 0
        events.subscribe(self._queue)

    # --- what links tell -----------------------------------------------------------------------

    def opened(self, wire: Wire) -> None:
        """A transport is there; it hears nothing before it has asked."""
        self._peers[id(wire)] = Peer(wire, self._counters)

    def received(self, wire: Wire, data: bytes) -> None:
        """Bytes as they came, cut anywhere. They wait for their turn."""
        peer = self._peers.get(id(wire))
        if peer is not None:
            peer.take(data, self._scheduler.now_ns())
            self._post()

    def closed(self, wire: Wire, reason: str) -> None:
        """The transport is gone, and its session with it."""
        peer = self._peers.pop(id(wire), None)
        if peer is not None:
            if peer.session is not None:
                self._sessions.end(peer.session, reason)
            self._counters.update(asdict(peer.framer.counts))

    def holder(self) -> str | None:
        """The client that holds control. Any thread."""
        controller = self._sessions.controller
        return None if controller is None else controller.hello.client

    # --- what the unit tells -------------------------------------------------------------------

    def shutdown(self, reason: str = "stopping") -> None:
        """Tell everybody that the unit goes down, at once. Answers still go out afterwards."""
        self._events.emit("shutdown", reason=reason)
        for session in tuple(self._sessions.live):
            while self._send_event(session):
                pass

    def stats(self) -> StatsResult:
        """Every counter by its name."""
        counters = Counter(self._counters)
        for peer in self._peers.values():
            counters.update(asdict(peer.framer.counts))
        return {
            **counters,
            "sessions": len(self._sessions.live),
            "wires": len(self._peers),
            "events": self._events.seq,
            **self._extra_stats(),
        }

    # --- turns of the loop ---------------------------------------------------------------------

    def _post(self) -> None:
        if not self._posted:
            self._posted = True
            self._scheduler.post(self._turn)

    def _turn(self) -> None:
        self._posted = False
        if not self._unit.may_handle_line():
            self._wake_at(self._scheduler.now_ns() + RETRY_NS)
            return
        try:
            self._next_line()
            self._keep_sessions()
            if self._send_events():
                self._post()
        finally:
            self._plan()

    def _plan(self) -> None:
        """See to it that there is a next turn when one is needed."""
        if any(peer.ready for peer in self._peers.values()):
            self._post()
        if self._posted:
            return
        due = [session.next_ns() for session in self._sessions.live]
        if any(session.events for session in self._sessions.live):
            due.append(self._scheduler.now_ns() + ROOM_NS)
        if due:
            self._wake_at(min(due))

    def _wake_at(self, when_ns: int) -> None:
        if self._timer is not None:
            if self._timer_ns <= when_ns:
                return
            self._timer.cancel()
        self._timer_ns = when_ns
        self._timer = self._scheduler.call_at(when_ns, self._wake)

    def _wake(self) -> None:
        self._timer = None
        self._post()

    def _next_line(self) -> None:
        """One line, of each wire in turn."""
        for key, peer in self._peers.items():
            if peer.ready:
                self._peers[key] = self._peers.pop(key)  # to the end of the queue
                frame = peer.next_frame()
                if frame is not None:
                    self._reception.handle(peer, frame)
                return

    # --- what goes out by itself ---------------------------------------------------------------

    def _keep_sessions(self) -> None:
        """Heartbeats, and the end of those that have fallen silent."""
        now_ns = self._scheduler.now_ns()
        for session in tuple(self._sessions.live):
            if now_ns >= session.expires_ns:
                if session.calls:
                    session.expires_ns = now_ns + GRACE_NS
                else:
                    self._counters["sessions_expired"] += 1
                    self._sessions.end(session, "silent")
                    continue
            if session.hello.events and now_ns >= session.beat_ns:
                session.beat_ns = now_ns + HEARTBEAT_NS
                session.peer.spare(heartbeat_line(self._heartbeat(), crc=session.crc))

    def _heartbeat(self) -> Heartbeat:
        holder = self._sessions.controller
        return Heartbeat(
            boot=self._unit.boot,
            up_ms=self._unit.up_ms(),
            seq=self._events.seq,
            state=self._unit.state_word(),
            control=None if holder is None else holder.hello.client,
        )

    def _queue(self, event: Event) -> None:
        """Put an event in line for everybody who wants events."""
        for session in self._sessions.live:
            if session.hello.events:
                if len(session.events) == QUEUE:
                    session.events.popleft()
                    self._counters["dropped_events"] += 1
                session.events.append(event)
        self._post()

    def _send_events(self) -> bool:
        """One event to each session that has room; whether there was any."""
        sent = [self._send_event(session) for session in tuple(self._sessions.live)]
        return any(sent)

    def _send_event(self, session: Session) -> bool:
        if not session.events:
            return False
        event = session.events.popleft()
        if session.peer.spare(event_line(event, crc=session.crc)):
            return True
        session.events.appendleft(event)
        return False
