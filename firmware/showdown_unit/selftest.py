"""The self-test: one part at a time, while no showdown runs; all outputs off however it ends."""

from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import dataclass

from showdown_hw.edges import Edge
from showdown_hw.unit import Hardware
from showdown_protocol.errors import WireError
from showdown_protocol.messages import SelftestOutcome, SelftestResult
from showdown_protocol.selftest_messages import STOP
from showdown_referee.limits import Limits
from showdown_unit import selftest_parts as parts
from showdown_unit import selftest_timing as timing
from showdown_unit.events import EventLog
from showdown_unit.ports import Handle, Scheduler
from showdown_unit.selftest_kit import MS, QUIET_NS, Arrival, Kit, Outcome, Part
from showdown_unit.throw import Thrower
from showdown_unit.tray import Tray

_logger = logging.getLogger(__name__)

ARRIVALS_MAX = 65_536
"""Edges that a part is told of at most: a storm ends no test by eating the memory."""

SLACK_NS = 1_000 * MS
"""What a busy loop may add to a part's own times."""


@dataclass(frozen=True, slots=True)
class _Spec:
    make: Callable[[Kit], Part]
    limit_ns: int


PARTS: dict[str, _Spec] = {
    "lamps": _Spec(parts.lamps, 3 * parts.SHOW_NS + parts.BEEP_NS),
    "arrow": _Spec(parts.arrow, 2 * parts.SHOW_NS),
    "paddles": _Spec(parts.paddles, 7 * parts.PERSON_NS + parts.REST_NS),
    "launcher": _Spec(parts.launcher, 4 * parts.PERSON_NS),
    "timing": _Spec(timing.timing, 2 * timing.EDGES * timing.EDGE_GAP_NS + 10 * timing.SETTLE_NS),
    "fairness": _Spec(
        timing.fairness,
        timing.TRIES * (2 * timing.PAIR_WAIT_NS + timing.PAIR_NS + QUIET_NS),
    ),
    "link": _Spec(parts.link, 2 * parts.LINK_EVENTS * parts.LINK_GAP_NS),
}


@dataclass(slots=True)
class _Running:
    part: str
    kit: Kit
    steps: Part


class Selftest:
    """Runs parts. `began` and `ended` are called around each; `failed` when a pin fails."""

    def __init__(
        self,
        *,
        scheduler: Scheduler,
        hardware: Hardware,
        thrower: Thrower,
        tray: Tray,
        limits: Limits,
        events: EventLog,
        began: Callable[[], None],
        ended: Callable[[], None],
        failed: Callable[[Exception], None],
    ) -> None:
        self._scheduler = scheduler
        self._hardware = hardware
        self._thrower = thrower
        self._tray = tray
        self._limits = limits
        self._events = events
        self._began = began
        self._ended = ended
        self._failed = failed
        self._running: _Running | None = None
        self._timer: Handle | None = None

    @property
    def part(self) -> str | None:
        """The part that runs."""
        return None if self._running is None else self._running.part

    def start(self, part: str) -> SelftestResult:
        """Begin a part, whoever asks having seen that nothing else runs; `stop` ends one.

        The part that runs, again: nothing but the same answer. Another one: `NOT_READY`.
        """
        if part == STOP:
            self.stop("asked")
            return SelftestResult(part=part, limit_ms=0)
        if self._running is not None and self._running.part != part:
            text = f"the self-test of {self._running.part} runs: wait for it, or stop it"
            raise WireError("NOT_READY", text, reasons=["selftest"])
        spec = PARTS[part]
        if self._running is None:
            kit = Kit(
                self._scheduler,
                self._hardware,
                self._thrower,
                self._tray,
                self._limits,
                lambda step, text: self._say(part, step, text),
            )
            self._running = _Running(part, kit, spec.make(kit))
            self._began()
            _logger.info("self-test: %s", part)
            # After the answer: the first step's event must not be there before it.
            self._timer = self._scheduler.call_at(self._scheduler.now_ns(), self._go_on)
        return SelftestResult(part=part, limit_ms=(spec.limit_ns + SLACK_NS) // MS)

    def stop(self, reason: str) -> None:
        """End what runs; harmless where nothing does."""
        if self._running is not None:
            self._end(Outcome(SelftestOutcome.STOPPED, reason))

    def edge(self, edge: Edge) -> None:
        """An edge of any line."""
        if self._running is not None and len(self._running.kit.arrivals) < ARRIVALS_MAX:
            self._running.kit.arrivals.append(Arrival(edge, self._scheduler.now_ns()))

    def _say(self, part: str, step: str, text: str) -> None:
        self._events.emit("selftest", part=part, step=step, text=text)

    def _go_on(self) -> None:
        running = self._running
        if running is None:
            return
        try:
            when_ns = next(running.steps)
        except StopIteration as end:
            self._end(end.value)
        except Exception as error:
            _logger.exception("self-test: %s failed", running.part)
            self._end(Outcome(SelftestOutcome.FAILED, "fault"))
            self._failed(error)
        else:
            if self._running is running:  # else the part itself led to its end
                self._timer = self._scheduler.call_at(when_ns, self._go_on)

    def _end(self, outcome: Outcome) -> None:
        running, self._running = self._running, None
        if running is None:
            return
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        moving = self._thrower.moving
        self._thrower.cut()
        broken = self._all_off()
        if moving:
            self._tray.lost()
        self._events.emit(
            "selftest",
            part=running.part,
            result=outcome.result.value,
            reason=outcome.reason,
            measured=dict(outcome.measured) or None,
        )
        self._ended()
        if broken is not None:
            self._failed(broken)

    def _all_off(self) -> Exception | None:
        try:
            self._hardware.safe()
        except Exception as error:
            _logger.exception("self-test: outputs could not be switched off")
            return error
        return None
