"""The calls of a link that have no answer yet: sent, repeated word for word, given up."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Protocol

import msgspec

from showdown_host.errors import Refused, ShowdownError, Unreadable
from showdown_host.steps import Call
from showdown_host.timing import Timing
from showdown_host.wire import request_line, result_of
from showdown_protocol.answers import ErrorReply, Reply
from showdown_protocol.codec import LineTooLong


class Answered(Protocol):
    """Called once with a call's value, or with the error that it ended in."""

    def __call__(self, value: Any, error: ShowdownError | None) -> None:
        """The value, or None and the error."""


@dataclass(slots=True, eq=False)
class Pending:
    """A call that has no answer yet. `own`: the link's, not worth another connection."""

    call: Call
    then: Answered
    give_up_ns: int | None
    own: bool = False
    ident: str = ""  # of this session
    tries: int = 0
    resting: bool = False  # between two tries
    due_ns: int | None = None  # None: not sent in this session


@dataclass(slots=True)
class Calls:
    """Every pending call. `write` takes the lines; the session's owner gives the ids' prefix."""

    timing: Timing
    write: Callable[[bytes], None]
    prefix: str = ""
    uart: bool = False
    _count: int = 0
    _pending: list[Pending] = field(default_factory=list)

    def add(self, pending: Pending) -> None:
        """One more, not sent yet."""
        self._pending.append(pending)

    def forget(self, pending: Pending) -> None:
        """Nobody waits for this answer any more. What was sent stays sent."""
        if pending in self._pending:
            self._pending.remove(pending)

    def waiting_for(self, method: str) -> bool:
        """Whether a call of that method is pending."""
        return any(pending.call.method == method for pending in self._pending)

    def next_ident(self) -> str:
        """An id that no other session or request has."""
        self._count += 1
        return f"{self.prefix}.{self._count}"

    def send(self, pending: Pending, now_ns: int) -> None:
        """Send it, or send it again behind an LF that ends whatever stands on the line."""
        again = pending.tries > 0
        if not again:
            pending.ident = self.next_ident()
        pending.tries += 1
        pending.resting = False
        call = pending.call
        try:
            line = request_line(pending.ident, call.method, call.params)
        except LineTooLong as error:
            self._pending.remove(pending)
            pending.then(None, Refused("LINE_TOO_LONG", f"{call.method}: {error}"))
            return
        self.write(b"\n" + line if again else line)
        wait_ms = getattr(call.params, "timeout_ms", 0)
        pending.due_ns = now_ns + self.timing.answer_ns(call.method, wait_ms, self.uart)

    def send_unsent(self, now_ns: int) -> None:
        """A session has begun: whatever waits for one goes out."""
        for pending in list(self._pending):
            if pending.due_ns is None and pending in self._pending:
                self.send(pending, now_ns)

    def unsend(self) -> None:
        """The session is over: its own calls with it, the others wait for the next one."""
        self._pending = [pending for pending in self._pending if not pending.own]
        for pending in self._pending:
            pending.ident, pending.tries, pending.resting, pending.due_ns = "", 0, False, None

    def tick(self, now_ns: int, no_link: Callable[[], ShowdownError]) -> str | None:
        """Repeat and give up what is due; the reason where the connection is to be given up."""
        for pending in list(self._pending):
            if pending not in self._pending:
                continue
            if pending.give_up_ns is not None and pending.give_up_ns <= now_ns:
                self._pending.remove(pending)
                pending.then(None, no_link())
            elif pending.due_ns is not None and pending.due_ns <= now_ns:
                if pending.resting:
                    self.send(pending, now_ns)
                elif pending.tries < self.timing.tries:
                    self._rest(pending, now_ns)
                else:
                    return f"no answer to {pending.call.method} in {pending.tries} tries"
        return None

    def deadline(self) -> int | None:
        """When `tick` has something to do, None for never."""
        times = [pending.due_ns for pending in self._pending]
        times += [pending.give_up_ns for pending in self._pending]
        return min((when for when in times if when is not None), default=None)

    def answered(self, reply: Reply | ErrorReply, now_ns: int) -> bool:
        """Hand an answer on. True where the unit knows no session, so the call is still open."""
        pending = next((p for p in self._pending if p.ident and p.ident == reply.id), None)
        if pending is None:
            return False  # a second answer to a repeated request, or one from before this session
        if isinstance(reply, Reply):
            self._pending.remove(pending)
            _hand_on(pending, reply.result)
            return False
        name = reply.error.name
        if name == "HELLO_REQUIRED":
            return True
        if name == "TOO_MANY" and pending.tries < self.timing.tries:
            self._rest(pending, now_ns)
        else:
            self._pending.remove(pending)
            pending.then(None, Refused.of(reply.error))
        return False

    def end(self, error: ShowdownError) -> None:
        """Every call ends with `error`."""
        pending, self._pending = self._pending, []
        for call in pending:
            call.then(None, error)

    def _rest(self, pending: Pending, now_ns: int) -> None:
        pending.resting = True
        pending.due_ns = now_ns + self.timing.backoff_ns(pending.tries)


def _hand_on(pending: Pending, result: dict[str, Any]) -> None:
    method = pending.call.method
    try:
        value = result_of(method, result)
    except msgspec.ValidationError as error:
        pending.then(None, Unreadable(f"the answer to {method} is not understood: {error}"))
    else:
        pending.then(value, None)
