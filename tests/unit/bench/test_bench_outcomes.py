"""Robots against the real referee on mock pins, in virtual time: what seeds and scripts come to."""

from __future__ import annotations

from collections import Counter

import pytest

import scale
from showdown_bench.bench import widths_of
from showdown_bench.players import MS, Book, Situation, scripted, seeded, situation
from showdown_bench.stage import Stage
from showdown_hw import Board, Hardware, VirtualClock
from showdown_hw.mock import UnitMockFactory
from showdown_hw.mock_bench import MockBench
from showdown_referee.limits import Limits
from showdown_referee.machine import Referee
from showdown_referee.model import (
    Action,
    CalledOff,
    Closed,
    Decided,
    Entered,
    MayLaunchWritten,
    Outcome,
    State,
    Verdict,
    WriteMayLaunch,
)
from showdown_unit.conductor import Conductor
from showdown_unit.scenes import Panel, Scene

BOARD = Board.named("default")
S = 1_000 * MS


class Table:
    """Hardware, conductor and robots; the little of a daemon that lamps and button need."""

    def __init__(self, book: Book) -> None:
        self.clock = VirtualClock()
        factory = UnitMockFactory(BOARD, self.clock, write_cost_ns=20_000)
        self.stage = Stage(widths=widths_of(BOARD), book=book, world=self.clock)
        self.stage.watch(MockBench(factory))
        self.hardware = Hardware.open(BOARD, factory, self.clock)
        self.panel = Panel(self.clock, self.hardware.lamps, self.hardware.arrow, None)
        referee = Referee(Limits(resolution_ns=1_000))
        self.conductor = Conductor(self.clock, self.hardware, self.panel, referee, self)
        self.verdicts: list[Verdict] = []
        self.over = False
        self.stage.start(self)

    def play(self, number: int, *, start_now: bool = False) -> list[Verdict]:
        """The verdicts of all attempts of the next showdown."""
        self.verdicts, self.over = [], False
        self.conductor.arm(number.to_bytes(32, "big"), start_now=start_now)
        assert self.clock.run_until_true(lambda: self.over, self.clock.now_ns() + 120 * S)
        self.clock.run_for(1 * S)  # the last hand goes up
        self.panel.show(Scene.READY)
        for _ in range(3):
            self.panel.tick()
            self.clock.run_for(1 * S)
        return self.verdicts

    # what the conductor tells
    def referee_says(self, action: Action) -> None:
        match action:
            case Entered(State.ARMED):
                self.panel.show(Scene.ARMED)
            case WriteMayLaunch():
                later = self.clock.now_ns() + 30 * MS
                self.clock.call_at(later, lambda: self.conductor.tell(MayLaunchWritten(later)))
            case Decided(verdict):
                self.verdicts.append(verdict)
                self._show(verdict)
            case Closed():
                self.over = True
            case CalledOff(reason):
                pytest.fail(f"called off: {reason}")

    def button_edge(self, stamp_ns: int) -> None:
        self.conductor.press_button(stamp_ns)

    def hardware_failed(self, error: Exception) -> None:
        raise error

    def _show(self, verdict: Verdict) -> None:
        if not verdict.final:
            self.panel.show(Scene.AGAIN)
        elif verdict.loser is None:
            self.panel.show(Scene.NO_LOSER)
        elif verdict.outcome is Outcome.WIN:
            self.panel.show(Scene.WIN)
        else:
            self.panel.show(Scene.FALSE_START, (verdict.loser,))

    # what robots and stage ask
    def waiting_for_button(self) -> bool:
        return self.conductor.state is State.ARMED

    def tray_unknown(self) -> bool:
        return False

    def control_idle_ns(self) -> int | None:
        return None

    def state_word(self) -> str:
        return self.conductor.state.value

    def last_record(self) -> None:
        return None


def told(verdicts: list[Verdict]) -> list[str]:
    return [f"{v.outcome.value}:{v.loser.value if v.loser else '-'}" for v in verdicts]


def test_the_demo_comes_to_what_its_script_says() -> None:
    table = Table(scripted("demo"))
    assert [told(table.play(n)) for n in range(1, 6)] == [
        ["win:right"],
        ["win:left"],
        ["dead_heat:-", "win:left"],
        ["false_start:left"],
        ["win:right"],
    ]


def test_a_press_is_stamped_its_scripts_time_after_green() -> None:
    (verdict,) = Table(scripted("demo")).play(1)
    (pressed_ns,) = verdict.presses.values()
    assert verdict.green_ns is not None
    assert abs(pressed_ns - verdict.green_ns - 231 * MS) <= 20_000  # the write itself


def test_twins_end_unclear_after_the_last_attempt_and_sleepers_without_a_press() -> None:
    unclear = Table(scripted("unclear")).play(1)
    assert [v.outcome for v in unclear] == [Outcome.DEAD_HEAT, Outcome.DEAD_HEAT, Outcome.UNCLEAR]
    (nobody,) = Table(scripted("no_press")).play(1)
    assert nobody.outcome is Outcome.NO_PRESS


@pytest.mark.parametrize("start_now", [False, True])
def test_a_start_without_the_armed_lamps_is_played_too(start_now: bool) -> None:
    table = Table(scripted("demo"))
    table.panel.show(Scene.READY)
    table.clock.run_for(1 * S)
    assert told(table.play(1, start_now=start_now)) == ["win:right"]


def test_a_seed_comes_to_every_outcome_and_each_is_the_one_that_was_drawn() -> None:
    table = Table(seeded(1))
    came: Counter[str] = Counter()
    for number in range(1, scale.count(60, 1000) + 1):
        verdicts = table.play(number)
        came[told(verdicts)[-1]] += 1
        expected = {
            Situation.RACE: [Outcome.WIN],
            Situation.EARLY: [Outcome.FALSE_START],
            Situation.DEAD_HEAT: [Outcome.DEAD_HEAT, Outcome.WIN],
            Situation.TWINS: [Outcome.DEAD_HEAT, Outcome.DEAD_HEAT, Outcome.UNCLEAR],
            Situation.ASLEEP: [Outcome.NO_PRESS],
        }[situation(1, number)]
        assert [v.outcome for v in verdicts] == expected, number
    assert set(came) == {
        "win:left",
        "win:right",
        "false_start:left",
        "false_start:right",
        "unclear:-",
        "no_press:-",
    }
