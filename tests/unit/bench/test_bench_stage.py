"""The stage around real mock hardware, in virtual time: lamps written, edges queued, all traced."""

from __future__ import annotations

import io
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from showdown_bench.bench import run, widths_of
from showdown_bench.line import TerminalLine
from showdown_bench.options import Options
from showdown_bench.players import MS, scripted
from showdown_bench.stage import Stage
from showdown_bench.trace import PinTrace, count_launches, read_trace
from showdown_hw import Board, Hardware, VirtualClock
from showdown_hw.edges import Edge
from showdown_hw.mock import UnitMockFactory
from showdown_hw.mock_bench import MockBench
from showdown_protocol.records import Outcome, Record, RecordState
from showdown_unit.config import Config

BOARD = Board.named("default")
WIDTHS = widths_of(BOARD)


class Facts:
    """What the stage is told of a unit."""

    def __init__(self) -> None:
        self.waits = False
        self.idle_ns: int | None = None
        self.last: Record | None = None

    def waiting_for_button(self) -> bool:
        return self.waits

    def tray_unknown(self) -> bool:
        return False

    def control_idle_ns(self) -> int | None:
        return self.idle_ns

    def state_word(self) -> str:
        return "racing"

    def last_record(self) -> Record | None:
        return self.last


class Rig:
    def __init__(self, trace: Path, *, unasked: bool = False) -> None:
        self.clock = VirtualClock()
        self.facts = Facts()
        self.stage = Stage(
            widths=WIDTHS,
            trace=PinTrace(trace, self.clock.now_ns()),
            book=scripted("demo"),
            world=self.clock,
            unasked=unasked,
        )
        factory = UnitMockFactory(BOARD, self.clock)
        self.stage.watch(MockBench(factory))
        self.hardware = Hardware.open(BOARD, factory, self.clock)
        self.stage.start(self.facts)

    def show(self, ms: int, red: bool, amber: bool, green: bool) -> list[Edge]:
        self.hardware.lamps.write(red, amber, green)
        self.clock.run_for(ms * MS)
        return self.hardware.edges.drain()

    def attempt(self) -> tuple[int, list[Edge]]:
        """Armed, count, hold, green: when green was written, and all edges."""
        edges = self.show(400, True, True, False)
        edges += self.show(1000, True, False, False)
        edges += self.show(2000, False, True, False)
        self.hardware.lamps.light_green()
        at = self.clock.now_ns()
        self.clock.run_for(1000 * MS)
        return at, edges + self.hardware.edges.drain()


@pytest.fixture
def rig(tmp_path: Path) -> Iterator[Rig]:
    made = Rig(tmp_path / "trace")
    yield made
    made.stage.stop()
    made.hardware.close()
    made.stage.close()


def test_robots_press_real_mock_paddles_with_exact_stamps(rig: Rig) -> None:
    green, edges = rig.attempt()
    assert [(e.line, e.stamp_ns - green, e.active) for e in edges] == [
        ("paddle_left", 231 * MS, True),
        ("paddle_right", 287 * MS, True),
        ("paddle_left", 351 * MS, False),
        ("paddle_right", 407 * MS, False),
    ]


def test_edges_of_each_line_are_numbered_without_a_gap(rig: Rig) -> None:
    edges = [edge for _ in range(5) for edge in rig.attempt()[1]]
    for line in ("paddle_left", "paddle_right"):
        numbers = [edge.seq for edge in edges if edge.line == line]
        assert numbers == list(range(1, len(numbers) + 1))


def test_a_dead_heat_arrives_with_one_stamp(rig: Rig) -> None:
    rig.attempt()
    rig.attempt()
    _, edges = rig.attempt()
    assert [e.line for e in edges[:2]] == ["paddle_left", "paddle_right"]
    assert edges[0].stamp_ns == edges[1].stamp_ns


def test_the_timer_button_is_pressed_when_the_unit_waits(rig: Rig) -> None:
    rig.facts.waits = True
    edges = rig.show(300, True, True, False)
    assert [(e.line, e.active) for e in edges] == [("timer_button", True), ("timer_button", False)]


@pytest.mark.parametrize("unasked", [True, False])
def test_without_a_host_the_timer_button_is_pressed_only_unasked(
    tmp_path: Path, unasked: bool
) -> None:
    made = Rig(tmp_path / "trace", unasked=unasked)
    made.facts.idle_ns = 60_000 * MS
    edges = made.show(300, False, False, False)
    assert [e.line for e in edges] == ["timer_button"] * 2 * unasked
    made.stage.stop()
    made.hardware.close()
    made.stage.close()


def test_every_pin_change_is_in_the_trace_and_a_throw_is_counted(rig: Rig, tmp_path: Path) -> None:
    launcher = rig.hardware.launcher
    rig.attempt()
    launcher.power(True)
    launcher.aim("right")
    thrown = rig.clock.now_ns()
    rig.clock.run_for(600 * MS)
    launcher.aim("park")
    launcher.release()
    launcher.power(False)
    trace = read_trace(tmp_path / "trace")
    assert trace.damaged == ()
    assert count_launches(trace.changes, WIDTHS) == [(thrown, "right")]
    assert {change.signal for change in trace.changes} >= {
        "trace_start",
        "lamp_red",
        "lamp_amber",
        "lamp_green",
        "paddle_left",
        "paddle_right",
        "launcher_power",
        "launcher_pwm",
    }


def test_a_change_is_in_the_trace_before_it_is_on_the_pin(rig: Rig, tmp_path: Path) -> None:
    rig.hardware.factory.broken["lamp_amber"] = OSError("gone")  # type: ignore[attr-defined]
    with pytest.raises(OSError, match="gone"):
        rig.hardware.lamps.write(True, True, False)
    assert [c.signal for c in read_trace(tmp_path / "trace").changes] == ["trace_start", "lamp_red"]
    rig.hardware.factory.broken.clear()  # type: ignore[attr-defined]


def test_the_line_shows_pins_state_and_last_record(rig: Rig) -> None:
    rig.facts.last = Record(
        key="k1234567",
        state=RecordState.DONE,
        outcome=Outcome.WIN,
        loser="left",  # type: ignore[arg-type]
        margin_us=56_000,
    )
    rig.hardware.lamps.write(False, False, True)
    rig.hardware.arrow.write(True, False)
    assert rig.stage.look() == (
        "[. . G] < . tray:level L:up   R:up   racing last: left lost by 56 ms"
    )


def test_a_stage_that_watches_nothing_cannot_start() -> None:
    with pytest.raises(RuntimeError, match="watch"):
        Stage(widths=WIDTHS).start(Facts())


def test_a_closed_stage_sees_nothing_more(rig: Rig, tmp_path: Path) -> None:
    rig.stage.close()
    rig.hardware.lamps.write(True, False, False)
    assert len(read_trace(tmp_path / "trace").changes) == 1


def test_in_real_time_the_line_is_drawn_by_a_thread_of_its_own() -> None:
    clock = VirtualClock()
    shown = _Until(1)
    stage = Stage(widths=WIDTHS, line=TerminalLine(shown))
    factory = UnitMockFactory(BOARD, clock)
    stage.watch(MockBench(factory))
    stage.start(Facts())
    assert shown.reached.wait(10)
    stage.close()
    drawn = shown.getvalue().splitlines()
    assert drawn == ["[. . .] . . tray:level L:up   R:up   racing"]


class _Until(io.StringIO):
    def __init__(self, lines: int) -> None:
        super().__init__()
        self.reached = threading.Event()
        self._lines = lines

    def flush(self) -> None:
        if self.getvalue().count("\n") >= self._lines:
            self.reached.set()


def test_a_run_opens_mock_hardware_starts_the_stage_and_leaves_nothing(tmp_path: Path) -> None:
    seen: list[object] = []

    def run_unit(config: Config, *, hardware_factory, extra) -> int:  # type: ignore[no-untyped-def]
        hardware = hardware_factory(BOARD, VirtualClock())
        hardware.lamps.write(True, False, False)
        with extra(Facts()):
            seen.extend(t.name for t in threading.enumerate())
        seen.append(Path(config.state.dir))
        hardware.close()
        return 3

    out = io.StringIO()
    options = Options(headless=True, trace=tmp_path / "trace")
    assert run(options, run_unit, out=out) == 3
    *threads, state = seen
    assert "robots" in threads
    assert "robots" not in {t.name for t in threading.enumerate()}
    assert isinstance(state, Path)
    assert not state.exists()
    assert out.getvalue() == f"showdown unit on {state}/unit\n"
    signals = [c.signal for c in read_trace(tmp_path / "trace").changes]
    assert signals == ["trace_start", "lamp_red", "lamp_red"]
