"""One session with a unit, kept up over any number of connections: hello, calls, signs of life.

Pure: the time is `now_ns`, set by the owner before anything else; wishes gather in `out`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import msgspec

from showdown_host.calls import Answered, Calls, Pending
from showdown_host.errors import (
    LinkLost,
    NoUnit,
    PortBusy,
    PortMissing,
    Refused,
    ShowdownError,
    Unreadable,
)
from showdown_host.events import EventTrack
from showdown_host.outputs import Close, Happened, Output, Phase, Reopen, Write
from showdown_host.steps import Call, Opened
from showdown_host.timing import MS, Timing
from showdown_host.wire import Reader, request_line, result_of
from showdown_protocol import PROTO
from showdown_protocol.answers import ErrorReply, Notice, Reply
from showdown_protocol.messages import Event, HelloParams, HelloResult

NO_BOOT = "0" * 32


@dataclass(slots=True)
class Link:
    """See the module. `nonce` gives a fresh random string of at most 24 characters each time."""

    client: str
    nonce: Callable[[], str]
    role: str = "control"
    events: bool = True
    takeover: bool = False
    timing: Timing = field(default_factory=Timing)
    wait_ns: int | None = 0  # how long to wait for a port to appear; None: for ever
    on_live: Callable[[], None] = lambda: None
    stranger: Callable[[HelloResult], str | None] = lambda _: None  # why the first is not meant
    now_ns: int = 0
    phase: Phase = Phase.CLOSED
    hello: HelloResult | None = None  # the last one
    why: str = "not opened yet"  # there is no session
    reopens: int = 0
    reader: Reader = field(default_factory=Reader)
    out: list[Output] = field(default_factory=list)
    calls: Calls = field(init=False)
    _track: EventTrack = field(default_factory=EventTrack)
    _nonce: str = ""
    _hellos: int = 0  # on this connection
    _falls: int = 0  # since the link was last live
    _due_ns: int | None = None  # the next step of opening or greeting
    _begun_ns: int = 0
    _heard_ns: int = 0
    _beat_ns: int = 0  # the last heartbeat, or hello
    _sent_ns: int = 0
    _greeted_ns: int = -(10**18)
    _up_base: tuple[int, int] = (0, 0)  # our clock, and the unit's `up_ms` at that time
    _replaying: bool = False
    _held_since_ns: int | None = None
    _error: ShowdownError | None = None  # why the port does not open, or how the link ended

    def __post_init__(self) -> None:
        self.calls = Calls(self.timing, self._write)

    # --- what the owner tells -----------------------------------------------------------------

    def begin(self) -> None:
        """Ask for the port the first time."""
        self._begun_ns = self.now_ns
        self._ask_to_open("start")

    def opened(self, uart: bool) -> None:
        """The port is open."""
        if self.phase is Phase.OPENING:
            self.calls.uart, self._error = uart, None
            self.reader.reset()
            self._greet()

    def open_failed(self, error: ShowdownError) -> None:
        """The port could not be opened. The first time that is the end, after `wait_ns`."""
        if self.phase is not Phase.OPENING:
            return
        again_ns = self.now_ns + self._pause_ns(self._falls + 1)
        waits = {PortBusy: self.timing.busy_ns, PortMissing: self.timing.missing_ns}
        wait_ns = self.wait_ns
        if wait_ns is not None:
            wait_ns = max(wait_ns, waits.get(type(error), 0))
        if self.hello is None and wait_ns is not None and again_ns >= self._begun_ns + wait_ns:
            self.end(error)
            return
        self.why, self._error = str(error), error
        self._rest_closed()

    def lost(self, reason: str) -> None:
        """The port failed while reading or writing."""
        if self.phase in (Phase.GREETING, Phase.LIVE):
            self._fall(reason)

    def received(self, data: bytes) -> None:
        """Bytes as they came, cut anywhere."""
        for heard in self.reader.feed(data, self.now_ns):
            if self.phase is Phase.GREETING:
                if not isinstance(heard, Notice) and heard.id == self._nonce:
                    self._hello_answered(heard)
            elif self.phase is Phase.LIVE:
                self._heard_ns = self.now_ns
                if isinstance(heard, Notice):
                    self._notification(heard)
                elif self.calls.answered(heard, self.now_ns):
                    self._greet()

    def tick(self) -> None:
        """Do what is due."""
        if self._due_ns is not None and self._due_ns <= self.now_ns:
            self._due_ns = None
            if self.phase is Phase.CLOSED:
                self._ask_to_open(self.why)
            elif self.phase is Phase.GREETING:
                self._say_hello()
        reason = self.calls.tick(self.now_ns, self.no_link)
        if reason is not None:
            self._fall(reason)
        if self.phase is Phase.LIVE:
            self._keep_alive()

    def deadline(self) -> int | None:
        """When `tick` has something to do, None for never."""
        times = [self._due_ns, self.calls.deadline()]
        if self.phase is Phase.LIVE:
            times += [self._ping_ns(), self._heard_ns + self.timing.silence_ns]
            if self.events:
                times.append(self._beat_ns + self.timing.silence_ns)
        return min((when for when in times if when is not None), default=None)

    def end(self, error: ShowdownError) -> None:
        """No more of this link: every call ends with `error`. A live session is told `bye`."""
        if self.phase is Phase.LIVE:
            self._write(request_line(self.calls.next_ident(), "bye", None))
        self.phase, self._due_ns = Phase.ENDED, None
        self.why, self._error = str(error), error
        self.calls.end(error)

    # --- calls --------------------------------------------------------------------------------

    def call(self, call: Call, then: Answered, *, own: bool = False) -> Pending:
        """Ask until there is an answer, or no patience left."""
        patience = call.patience_ns if call.patience_ns is not None else self.timing.patience_ns
        give_up = None if patience is None else self.now_ns + patience
        pending = Pending(call, then, give_up, own)
        self.calls.add(pending)
        if self.phase is Phase.LIVE:
            self.calls.send(pending, self.now_ns)
        return pending

    def no_link(self) -> ShowdownError:
        """The error for who waited in vain."""
        if self._error is not None and (self.hello is None or self.phase is Phase.ENDED):
            return self._error
        return LinkLost(f"no answer from the unit: {self.why}")

    def session(self) -> Opened | None:
        """The live session, None where there is none."""
        if self.hello is None or self.phase is not Phase.LIVE:
            return None
        return Opened(self.hello, self._up_ms())

    def renew(self) -> None:
        """Say hello again on this connection."""
        if self.phase is Phase.LIVE:
            self._greet()

    def _write(self, data: bytes) -> None:
        self._sent_ns = self.now_ns
        self.out.append(Write(data))

    # --- opening and greeting -----------------------------------------------------------------

    def _ask_to_open(self, reason: str) -> None:
        self.phase, self._due_ns = Phase.OPENING, None
        self.out.append(Reopen(reason))

    def _rest_closed(self) -> None:
        self._falls += 1
        self.phase = Phase.CLOSED
        self._due_ns = self.now_ns + self._pause_ns(self._falls)

    def _fall(self, reason: str) -> None:
        """Give this connection up; the calls stay and go out again on the next one."""
        if self.phase is Phase.LIVE:
            self._tell("link.down", reason=reason)
        self.why = reason
        self.reopens += 1
        self.out.append(Close())
        self._session_over()
        self._rest_closed()

    def _pause_ns(self, falls: int) -> int:
        """Before the first hello, a port that may be about to appear is looked for often."""
        return self.timing.backoff_ns(falls if self.hello is not None else 1)

    def _greet(self) -> None:
        """Say hello with a new nonce; until it comes back everything is thrown away."""
        self.phase, self._hellos = Phase.GREETING, 0
        self._session_over()
        self._new_nonce()
        self._due_ns = self._greeted_ns + self.timing.hello_gap_ns
        if self._due_ns <= self.now_ns:
            self._say_hello()

    def _session_over(self) -> None:
        self._replaying = False
        self.calls.unsend()

    def _new_nonce(self) -> None:
        self._nonce = self.calls.prefix = self.nonce()

    def _say_hello(self) -> None:
        if self._hellos >= self.timing.tries:
            self._fall(f"no answer to hello in {self._hellos} tries")
            return
        self._hellos += 1
        self._greeted_ns = self.now_ns
        params = HelloParams(
            proto=(PROTO,),
            client=self.client,
            nonce=self._nonce,
            role="control" if self.role == "control" else "observe",
            events=self.events,
            takeover=self.takeover,
        )
        self._write(b"\n" + request_line(self._nonce, "hello", params))
        answer_ns = self.timing.answer_ns("hello", 0, self.calls.uart)
        self._due_ns = self.now_ns + answer_ns + self.timing.backoff_ns(self._hellos)

    def _hello_answered(self, reply: Reply | ErrorReply) -> None:
        if isinstance(reply, ErrorReply):
            self._hello_refused(Refused.of(reply.error))
            return
        try:
            hello: HelloResult = result_of("hello", reply.result)
        except msgspec.ValidationError as error:
            self.end(Unreadable(f"the unit's hello is not understood: {error}"))
            return
        if hello.nonce != self._nonce:
            return
        why = None if self.hello is not None else self.stranger(hello)
        if why is not None:
            self.end(NoUnit(why))
            return
        if self.hello is not None and hello.serial != self.hello.serial:
            self._fall(f"another unit answered: {hello.serial}, not {self.hello.serial}")
            return
        self.hello, self.phase, self.why = hello, Phase.LIVE, "it has gone silent"
        self.takeover, self._held_since_ns, self._due_ns = False, None, None
        self._falls = 0
        self._heard_ns = self._beat_ns = self.now_ns
        self._up_base = (self._greeted_ns, hello.up_ms)
        self._track.opened(hello.boot, hello.seq)
        self._tell("link.up", serial=hello.serial, role=hello.role)
        self.calls.send_unsent(self.now_ns)
        self._catch_up()
        self.on_live()

    def _hello_refused(self, refusal: Refused) -> None:
        if refusal.name == "CONTROL_HELD" and self.hello is not None:
            # Our session on the connection before may not have expired yet; if it is somebody
            # else's, the running showdown can still be watched to its end.
            if self._held_since_ns is None:
                self._held_since_ns = self.now_ns
            if self.client in refusal.data.values():
                self.takeover = True
            elif self.now_ns - self._held_since_ns >= self.timing.control_ns:
                self.role = "observe"
            self._hellos = 0
            self._new_nonce()
            self._due_ns = self.now_ns + self.timing.backoff_ns(3)
        elif refusal.name not in ("TOO_MANY", "SHUTTING_DOWN", "INTERNAL"):
            self.end(refusal)

    # --- signs of life and events -------------------------------------------------------------

    def _ping_ns(self) -> int | None:
        if self.calls.waiting_for("ping"):
            return None
        return min(self._sent_ns + self.timing.ping_ns, self._heard_ns + self.timing.quiet_ns)

    def _keep_alive(self) -> None:
        silence_ns = self.timing.silence_ns
        ping_ns = self._ping_ns()
        if self.now_ns >= self._heard_ns + silence_ns:
            self._fall(f"nothing heard for {(self.now_ns - self._heard_ns) // MS} ms")
        elif self.events and self.now_ns >= self._beat_ns + silence_ns:
            self._greet()  # it answers, but its session with us is over
        elif ping_ns is not None and ping_ns <= self.now_ns:
            sent_ns = self.now_ns

            def then(value: Any, error: ShowdownError | None) -> None:
                if error is None:
                    self._pulse(value.boot, value.up_ms, value.seq, sent_ns)

            self.call(Call("ping"), then, own=True)

    def _pulse(self, boot: str, up_ms: int, seq: int, at_ns: int) -> None:
        """The unit is alive; with another boot, our session died with the one before."""
        if self.hello is None or self.phase is not Phase.LIVE:
            return
        if boot != self.hello.boot:
            self._greet()
            return
        self._up_base = max(self._up_base, (at_ns, up_ms), key=lambda base: base[1] * MS - base[0])
        self._track.seen(seq)
        self._catch_up()

    def _notification(self, heard: Notice) -> None:
        params = heard.params
        try:
            if heard.method == "hb":
                self._beat_ns = self.now_ns
                self._pulse(params["boot"], params["up_ms"], params["seq"], self.now_ns)
            elif heard.method == "ev":
                self._event(Event.of(params))
        except (msgspec.ValidationError, KeyError, TypeError):
            self.reader.dropped += 1

    def _event(self, event: Event) -> None:
        if event.type == "session.lost":
            self.role = "observe"  # two hosts taking control in turn would never end
            self.out.append(Happened(event))
        elif self.hello is not None and event.boot != self.hello.boot:
            self._greet()
        elif self._track.take(event):
            self.out.append(Happened(event))
        else:
            self._catch_up()

    def _catch_up(self) -> None:
        wanted = self._track.wanted()
        if wanted is None or self._replaying or self.phase is not Phase.LIVE or not self.events:
            return
        self._replaying = True

        def then(value: Any, error: ShowdownError | None) -> None:
            self._replaying = False
            if error is not None:
                return
            events, gone = self._track.replayed(value)
            if gone:
                self._tell("events.missed", count=gone)
            self.out.extend(Happened(event) for event in events)
            self._catch_up()

        self.call(Call("events.replay", wanted), then, own=True)

    def _tell(self, kind: str, **data: Any) -> None:
        boot = self.hello.boot if self.hello is not None else NO_BOOT
        self.out.append(Happened(Event(boot=boot, t_ms=self._up_ms(), type=kind, data=data)))

    def _up_ms(self) -> int:
        at_ns, up_ms = self._up_base
        return max(up_ms + (self.now_ns - at_ns) // MS, 0)
