"""Players, hosts, disk and pins at random: what must hold whatever happens."""

from __future__ import annotations

import gc
import random

import pytest

import scale
from showdown_protocol.messages import Launch, Record, RecordState
from showdown_unit.journal_errors import StorageError
from showdown_unit.ports import Step
from unit_kit import MS, Answers, S, World, world

SEEDS = scale.count(30, 3_000)
KEYS = [f"key-{n:04}" for n in range(4)]


class Chaos:
    """One evening at one unit, from one seed."""

    def __init__(self, seed: int, unit: World) -> None:
        self.random = random.Random(seed)
        self.unit = unit
        self.answers: list[tuple[str, Answers]] = []
        self.refused = 0

    def play(self, steps: int) -> None:
        for _ in range(steps):
            self.random.choice(
                [
                    self.start,
                    self.start,
                    self.cancel,
                    self.lines,
                    self.button,
                    self.button,
                    self.press,
                    self.press,
                    self.press_both,
                    self.late_edge,
                    self.disk,
                    self.control,
                    self.wait,
                ]
            )()
            self.unit.run_for(self.random.choice([0, 1, 7, 30, 400, 1_500, 4_000]))

    def start(self) -> None:
        key = self.random.choice(KEYS)
        more = {"start": "now"} if self.random.random() < 0.4 else {}
        for _ in range(self.random.randint(1, 3)):
            self.answers.append((key, self.unit.start(key, **more)))

    def cancel(self) -> None:
        if self.random.random() < 0.4:
            key = self.random.choice(KEYS)
            self.answers.append((key, self.unit.cancel(key)))

    def lines(self) -> None:
        key = self.random.choice(KEYS)
        self.answers.append((key, self.unit.lines(*self.random.choice([(1, 0), (0, 2)]), key)))

    def wait(self) -> None:
        key = self.random.choice(KEYS)
        until = self.random.choice(["result", "done"])
        answers, handle = self.unit.wait(key, until, self.random.choice([0, 500, 10_000]))
        if self.random.random() < 0.3:
            handle.cancel()
        else:
            self.answers.append((key, answers))

    def button(self) -> None:
        self.unit.button(self.random.choice([0.3, 60, 60, 60, 2_200, 3_200]))

    def press(self) -> None:
        side = self.random.choice(["left", "right"])
        self.unit.press(side, hold_ms=self.random.choice([0.4, 20, 80, 3_000]))

    def press_both(self) -> None:
        gap_ns = self.random.choice([0, 10_000, 30_000, 5 * MS])
        self.unit.press("left")
        self.unit.press("right", self.unit.now_ns + gap_ns)

    def late_edge(self) -> None:
        side = self.random.choice(["left", "right"])
        down = self.unit.hands.is_active(f"paddle_{side}")
        ago_ns = self.random.choice([1, 10, 300, 1_000]) * MS
        self.unit.hands.edge(f"paddle_{side}", down, self.unit.now_ns - ago_ns, moves_level=False)

    def disk(self) -> None:
        disk = self.unit.disk
        disk.delay_ns = self.random.choice([0, 1, 3, 200]) * MS
        fails = self.random.choice([None, None, None, *Step])
        disk.fail = lambda step: StorageError("full") if fails and step is fails else None

    def control(self) -> None:
        self.unit.unit.control_changed(self.random.random() < 0.5)

    def calm(self) -> None:
        """Everything works again and everybody goes; what runs comes to its end."""
        self.unit.disk.fail = lambda _: None
        self.unit.disk.delay_ns = 0
        for side in ("left", "right"):
            self.unit.hands.release(side)
        self.unit.hands.button(False)
        self.unit.run_for(4_000)
        for side in ("left", "right"):
            self.unit.hands.release(side)
        self.unit.hands.button(False)
        self.unit.run_until(lambda: self.unit.unit.active_key() is None, 400)
        self.unit.run_for(15_000)
        self.unit.cancel("key-last")  # a write that works ends the fault of those that did not
        self.unit.run_for(10)


def check(unit: World, chaos: Chaos) -> None:
    assert unit.fatal == []
    assert gc.isenabled()
    assert not unit.powered
    assert unit.lit in ("", "R", "A")
    assert unit.unit.faults.notes() == ()
    assert [e.seq for e in unit.events] == list(range(1, len(unit.events) + 1))

    power = unit.changes("launcher_power")
    assert [value for _, value in power] == [1, 0] * (len(power) // 2)
    for (on_ns, _), (off_ns, _) in zip(power[::2], power[1::2], strict=True):
        assert off_ns - on_ns <= 1_200 * MS
    flown = [r for r in unit.page() if r.launch is not Launch.NONE]
    assert len(unit.launches()) == len(flown) == unit.unit.counters["launches"]

    for _, answers in chaos.answers:
        assert len(answers.got) == 1
    for record in unit.page():
        _check_record(unit, record)


def _check_record(unit: World, record: Record) -> None:
    assert record.state.over
    assert record.durable
    stored = unit.memory.kept[record.key]
    assert stored.step is Step.DONE
    told = [
        e.data["record"] for e in unit.events if e.data.get("record", {}).get("key") == record.key
    ]
    if record.origin is None:
        assert told == []
        return
    assert unit.get(record.key) == record
    assert record.seq is not None
    assert unit.events[record.seq - 1].data["record"]["key"] == record.key
    losers = {t.get("timing_loser", t["loser"]) for t in told if t["outcome"] is not None}
    assert len(losers) <= 1  # latched, but for the lines
    if record.state is RecordState.DONE:
        assert record.outcome is not None


@pytest.mark.prove
@pytest.mark.timeout(3600 if scale.PROVE else 60)
def test_what_must_hold_whatever_happens() -> None:
    for seed in range(SEEDS):
        with world(
            unit__allow_remote_start=True,
            unit__lines="always",
            referee__hold_max_s=2,
            referee__race_timeout_s=3,
            referee__held_limit_s=5,
            referee__arm_timeout_s=60,
        ) as unit:
            chaos = Chaos(seed, unit)
            try:
                chaos.play(60)
                chaos.calm()
                check(unit, chaos)
            except BaseException as error:
                error.add_note(f"seed {seed}, {(unit.now_ns - unit.start_ns) / S:.3f} s")
                raise
