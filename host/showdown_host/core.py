"""The host's end of a link, without I/O: bytes and the time in, bytes and wishes out.

Law: a call is repeated until it is answered, word for word, over as many connections as that
takes; whoever needs "once" puts a key in it. Nothing that comes before the answer to this
connection's own `hello` counts. Bytes that could not be written are *maybe sent*.

    core.begin(now)                     then again and again:
    for output in core.take(): ...      Write, Close, Reopen: do it, see `outputs`;
                                        Happened: for who listens
    core.received(data, now)            what the port gave
    core.lost(reason, now)              what the port failed with
    core.tick(now)                      at `core.deadline()`, or later
    task = core.run(flow, now)          a flow of `steps`; `task.done`, `.value`, `.error`

Times are nanoseconds of one monotonic clock. Not thread-safe: one thread owns it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from showdown_host.calls import Pending
from showdown_host.errors import LinkLost, ShowdownError
from showdown_host.link import Link
from showdown_host.outputs import Close, Happened, Output, Phase, Reopen, Write
from showdown_host.steps import Call, Flow, Opened, Session, Sleep, Step
from showdown_host.timing import Timing
from showdown_protocol.messages import HelloResult

__all__ = ["Close", "Core", "Happened", "Output", "Phase", "Reopen", "Task", "Write"]

T = TypeVar("T")


@dataclass(slots=True, eq=False)
class Task(Generic[T]):
    """A flow on its way. `value` or `error` stands once `done`."""

    flow: Flow[T]
    then: Callable[[Task[T]], None] | None = None
    done: bool = False
    value: T | None = None
    error: BaseException | None = None

    def result(self) -> T:
        """The flow's result, or its error raised."""
        if self.error is not None:
            raise self.error
        if not self.done:
            msg = "the flow is not over"
            raise RuntimeError(msg)
        return self.value  # type: ignore[return-value]  # done without an error: it is a T


@dataclass(slots=True, eq=False)
class _Waiting:
    """What a task waits for: an answer, a time, or a live session until a time."""

    task: Task[Any]
    pending: Pending | None = None
    due_ns: int | None = None
    session: bool = False


class Core:
    """See the module.

    `nonce` gives a fresh random string of at most 24 characters each time. `client` should be
    this process's alone: by it a unit's CONTROL_HELD is known to mean our own older session.
    `wait_ns`: how long a port that cannot be opened the first time is tried again; None: for ever.
    `stranger`: why the unit that answered first is not the one meant, None where it is.
    """

    def __init__(
        self,
        client: str,
        nonce: Callable[[], str],
        *,
        role: str = "control",
        events: bool = True,
        takeover: bool = False,
        timing: Timing | None = None,
        wait_ns: int | None = 0,
        stranger: Callable[[HelloResult], str | None] = lambda _: None,
    ) -> None:
        self._link = Link(
            client,
            nonce,
            role=role,
            events=events,
            takeover=takeover,
            timing=timing or Timing(),
            wait_ns=wait_ns,
            on_live=self._live,
            stranger=stranger,
        )
        self._waiting: list[_Waiting] = []

    @property
    def phase(self) -> Phase:
        """How far the link is."""
        return self._link.phase

    @property
    def hello(self) -> HelloResult | None:
        """What the unit said at the last `hello`."""
        return self._link.hello

    @property
    def reopens(self) -> int:
        """How often a connection was given up."""
        return self._link.reopens

    @property
    def session(self) -> Opened | None:
        """The live session, None where there is none."""
        return self._link.session()

    def counters(self) -> dict[str, int]:
        """What came in on the wire, and what of it was thrown away."""
        return self._link.reader.counters() | {"reopens": self._link.reopens}

    def begin(self, now_ns: int) -> None:
        """Ask for the port the first time."""
        self._link.now_ns = now_ns
        self._link.begin()

    def opened(self, now_ns: int, *, uart: bool = False) -> None:
        """The port is open; `uart` allows for a slow line."""
        self._link.now_ns = now_ns
        self._link.opened(uart)

    def open_failed(self, error: ShowdownError, now_ns: int) -> None:
        """The port could not be opened. The first time that is the end, after `wait_ns`."""
        self._link.now_ns = now_ns
        self._link.open_failed(error)
        self._sweep()

    def lost(self, reason: str, now_ns: int) -> None:
        """The port failed while reading or writing."""
        self._link.now_ns = now_ns
        self._link.lost(reason)

    def received(self, data: bytes, now_ns: int) -> None:
        """Bytes as they came, cut anywhere."""
        self._link.now_ns = now_ns
        self._link.received(data)
        self._sweep()

    def tick(self, now_ns: int) -> None:
        """Do what is due."""
        self._link.now_ns = now_ns
        self._link.tick()
        for waiting in list(self._waiting):
            due = waiting.due_ns is not None and waiting.due_ns <= now_ns
            if due and waiting in self._waiting:
                self._waiting.remove(waiting)
                error = self._link.no_link() if waiting.session else None
                self._advance(waiting.task, None, error)
        self._sweep()

    def deadline(self) -> int | None:
        """When `tick` has something to do, None for never."""
        times = [waiting.due_ns for waiting in self._waiting]
        times.append(self._link.deadline())
        return min((when for when in times if when is not None), default=None)

    def take(self) -> list[Output]:
        """What to do now, in this order."""
        out, self._link.out = self._link.out, []
        return out

    def run(
        self, flow: Flow[T], now_ns: int, then: Callable[[Task[T]], None] | None = None
    ) -> Task[T]:
        """Begin a flow; `then` is called once, when it is over."""
        self._link.now_ns = now_ns
        task = Task(flow, then)
        self._advance(task, None, None)
        return task

    def drop(self, task: Task[Any], error: BaseException) -> None:
        """Nobody waits for this flow any more: it ends with `error`; what it sent stays sent."""
        if task.done:
            return
        for waiting in [waiting for waiting in self._waiting if waiting.task is task]:
            self._waiting.remove(waiting)
            if waiting.pending is not None:
                self._link.calls.forget(waiting.pending)
        task.flow.close()
        _finish(task, None, error)

    def end(self, now_ns: int, error: ShowdownError | None = None) -> None:
        """No more of this link: every flow ends with `error`. A live session is told `bye`."""
        self._link.now_ns = now_ns
        self._link.end(error or LinkLost("the link was closed"))
        self._sweep()

    def _sweep(self) -> None:
        """Where the link has ended, nobody waits any longer."""
        while self._link.phase is Phase.ENDED and self._waiting:
            waiting = self._waiting.pop()
            self._advance(waiting.task, None, self._link.no_link())

    def _live(self) -> None:
        for waiting in [waiting for waiting in self._waiting if waiting.session]:
            session = self._link.session()
            if session is not None:
                self._waiting.remove(waiting)
                self._advance(waiting.task, session, None)

    def _advance(self, task: Task[Any], value: Any, error: BaseException | None) -> None:
        """Hand a step's outcome to its flow and take up the next step, until one has to wait."""
        while not task.done:
            try:
                step = task.flow.throw(error) if error is not None else task.flow.send(value)
            except StopIteration as stop:
                _finish(task, stop.value, None)
                return
            except Exception as failure:  # noqa: BLE001 - the caller's, handed over whole
                _finish(task, None, failure)
                return
            value, error = None, None
            if self._link.phase is Phase.ENDED:
                error = self._link.no_link()
                continue
            if isinstance(step, Session) and not step.renew:
                value = self._link.session()
            if value is None:
                self._wait_for(task, step)
                return

    def _wait_for(self, task: Task[Any], step: Step) -> None:
        waiting = _Waiting(task)
        self._waiting.append(waiting)
        now_ns = self._link.now_ns
        if isinstance(step, Call):

            def then(value: Any, error: ShowdownError | None) -> None:
                self._waiting.remove(waiting)
                self._advance(task, value, error)

            waiting.pending = self._link.call(step, then)
        elif isinstance(step, Sleep):
            waiting.due_ns = now_ns + step.ns
        else:
            own, general = step.patience_ns, self._link.timing.patience_ns
            patience = own if own is not None else general
            waiting.due_ns = None if patience is None else now_ns + patience
            waiting.session = True
            if step.renew:
                self._link.renew()


def _finish(task: Task[Any], value: Any, error: BaseException | None) -> None:
    task.done, task.value, task.error = True, value, error
    if task.then is not None:
        task.then(task)
