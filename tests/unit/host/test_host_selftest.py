"""A part of the self-test as the library runs it, on a unit that only says what it is told to."""

from __future__ import annotations

from typing import Any

import pytest

from showdown_host.errors import LinkLost, Refused
from showdown_host.selftest import run_part
from showdown_host.stream import EventStream
from showdown_protocol.errors import WireError
from showdown_protocol.messages import Event, SelftestEvent, SelftestResult

BOOT = "b" * 32


def event(kind: str, **data: Any) -> Event:
    return Event(boot=BOOT, seq=1, t_ms=0, type=kind, data=data)


class Script:
    """Says these events once a part was asked for."""

    def __init__(self, *events: Event, refusal: Exception | None = None) -> None:
        self.script = events
        self.refusal = refusal
        self.asked: list[str] = []
        self.stream = EventStream()

    def events(self) -> EventStream:
        return self.stream

    def call(self, method: str, params: dict[str, Any] | None = None) -> Any:
        assert (method, params is None) == ("selftest", False)
        self.asked.append((params or {})["part"])
        if self.refusal is not None:
            raise self.refusal
        if len(self.asked) == 1:
            for one in self.script:
                self.stream.put(one)
        return SelftestResult(part=self.asked[-1], limit_ms=0)


def clock() -> Any:
    """Time runs out after a few looks."""
    times = iter(range(100))
    return lambda: float(next(times))


STEP = event("selftest", part="arrow", step="left", text="the arrow points left")
END = event("selftest", part="arrow", result="shown")


def test_steps_are_told_and_the_end_is_the_result() -> None:
    unit = Script(event("state", state="not_ready"), STEP, END)
    steps: list[SelftestEvent] = []
    result = run_part(unit, "arrow", steps.append, clock())
    assert (result.part, result.result) == ("arrow", "shown")
    assert [step.step for step in steps] == ["left"]
    assert unit.asked == ["arrow"]


def test_events_of_another_part_are_not_its_own() -> None:
    other = event("selftest", part="lamps", result="stopped", reason="asked")
    steps: list[SelftestEvent] = []
    assert run_part(Script(other, END), "arrow", steps.append, clock()).result == "shown"
    assert steps == []


def test_a_refusal_comes_out_and_nothing_is_stopped() -> None:
    refusal = Refused.of(WireError("BUSY"))
    unit = Script(refusal=refusal)
    with pytest.raises(Refused):
        run_part(unit, "arrow", lambda _: None, clock())
    assert unit.asked == ["arrow"]


@pytest.mark.parametrize("kind", ["link.down", "session.lost", "events.missed"])
def test_a_lost_link_ends_it_and_the_part_is_stopped(kind: str) -> None:
    unit = Script(STEP, event(kind))
    with pytest.raises(LinkLost, match=kind):
        run_part(unit, "arrow", lambda _: None, clock())
    assert unit.asked == ["arrow", "stop"]


def test_an_end_that_does_not_come_is_not_waited_for_for_ever() -> None:
    unit = Script(STEP)
    with pytest.raises(LinkLost, match="within its limit"):
        run_part(unit, "arrow", lambda _: None, clock())
    assert unit.asked == ["arrow", "stop"]


def test_an_exception_of_the_caller_stops_the_part() -> None:
    unit = Script(STEP, END)

    def interrupted(_: SelftestEvent) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        run_part(unit, "arrow", interrupted, clock())
    assert unit.asked == ["arrow", "stop"]
